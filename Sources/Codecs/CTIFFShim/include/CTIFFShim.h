// Plain functions over libtiff, which is loaded on first use.
//
// It reads only from memory. A handle belongs to one thread at a time; there are no callbacks into
// Swift, and libtiff does not jump.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The contents of a directory.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint16_t bits;
    uint16_t samples;
    /// 1 unsigned, 2 signed, 3 floating point, others undefined.
    uint16_t sample_format;
    uint16_t photometric;
    uint16_t compression;
    /// `true` if each sample has its own plane.
    bool is_planar;
    bool is_tiled;
    /// The size of a tile, or the width of the image and the rows of a strip.
    uint32_t block_width;
    uint32_t block_height;
    /// The decoded bytes of a whole tile or strip, and of a row of the image or tile.
    uint64_t block_bytes;
    uint64_t row_bytes;
    uint16_t orientation;
    /// The kind of the extra sample that is alpha, else of the first one: 0 unspecified, 1
    /// premultiplied, 2 straight alpha; its place among the extra samples, and their number.
    uint16_t extra_kind;
    uint16_t extra_index;
    uint16_t extra_count;
    /// The pixels in a unit, and the unit: 2 inch, 3 centimetre.
    float x_resolution;
    float y_resolution;
    uint16_t resolution_unit;
    /// The embedded profile or NULL; valid as long as the directory is the current one.
    const uint8_t *_Nullable profile;
    uint32_t profile_count;
    /// The colour table, 1 << bits entries each; NULL unless colours are indices.
    const uint16_t *_Nullable red;
    const uint16_t *_Nullable green;
    const uint16_t *_Nullable blue;
} CTIFFDirectory;

typedef struct CTIFFReader CTIFFReader;
typedef struct CTIFFWriter CTIFFWriter;

/// Loads the library once; thread-safe.
///
/// - Returns: NULL on success, otherwise the name of the missing library or function.
const char *_Nullable ctiff_load(void);

/// Creates a reader of bytes that outlive it; NULL if they are no TIFF, or memory is short.
///
/// - Parameter max_alloc: The maximum size in bytes of a single allocation by libtiff.
CTIFFReader *_Nullable ctiff_reader_open(const uint8_t *_Nonnull bytes, size_t count,
                                         size_t max_alloc);
void ctiff_reader_close(CTIFFReader *_Nonnull reader);
/// Returns the message of the last failure; empty if libtiff gave none.
const char *_Nonnull ctiff_reader_message(const CTIFFReader *_Nonnull reader);

/// Returns `true` if codes of a fax were damaged or missing in what was decoded.
bool ctiff_reader_is_damaged(const CTIFFReader *_Nonnull reader);

/// Reads the directory at `offset`; requests RGB for the colours of JPEG and LogLuv.
bool ctiff_reader_directory(CTIFFReader *_Nonnull reader, uint64_t offset,
                            CTIFFDirectory *_Nonnull directory);

/// Returns the number of strips or tiles of the current directory, in all planes.
uint32_t ctiff_reader_block_count(CTIFFReader *_Nonnull reader);
/// Reads the range of the encoded bytes of a strip or tile; it may be outside of the file.
void ctiff_reader_block(CTIFFReader *_Nonnull reader, uint32_t index, uint64_t *_Nonnull offset,
                        uint64_t *_Nonnull count);

/// Decodes a row of an image in strips with interleaved samples; rows must ascend.
bool ctiff_reader_row(CTIFFReader *_Nonnull reader, uint8_t *_Nonnull target, uint32_t row);
/// Decodes the strip of plane `plane` that begins at row `row`; at most `count` bytes.
bool ctiff_reader_strip(CTIFFReader *_Nonnull reader, uint8_t *_Nonnull target, size_t count,
                        uint32_t row, uint16_t plane);
/// Decodes the tile of plane `plane` that contains a pixel; at most `count` bytes.
bool ctiff_reader_tile(CTIFFReader *_Nonnull reader, uint8_t *_Nonnull target, size_t count,
                       uint32_t x, uint32_t y, uint16_t plane);

/// Returns `true` if libtiff can convert this directory to RGBA of 8 bits a sample.
bool ctiff_reader_can_convert(CTIFFReader *_Nonnull reader);
/// Converts the strip or tile at a pixel: premultiplied RGBA, bottom row first.
bool ctiff_reader_converted(CTIFFReader *_Nonnull reader, uint32_t *_Nonnull target, uint32_t x,
                            uint32_t y, bool is_tiled);

/// Creates a writer of a file in memory; NULL if memory is short.
CTIFFWriter *_Nullable ctiff_writer_open(void);
void ctiff_writer_close(CTIFFWriter *_Nonnull writer);
const char *_Nonnull ctiff_writer_message(const CTIFFWriter *_Nonnull writer);
/// Begins an image: 1 sample for grey, 3 for RGB, 4 for RGBA with straight alpha.
///
/// - Parameter bits: The bits of a sample: 8, or 16 in native byte order.
/// - Parameter is_float: `true` for half floats of 16 bits.
/// - Parameter x_resolution: The pixels per inch, 0 for none.
bool ctiff_writer_start(CTIFFWriter *_Nonnull writer, uint32_t width, uint32_t height,
                        uint16_t samples, uint16_t bits, bool is_float, uint32_t rows_per_strip,
                        bool is_small, float x_resolution, float y_resolution);
/// Writes `count` bytes as the given strip, and may modify them.
bool ctiff_writer_strip(CTIFFWriter *_Nonnull writer, uint32_t strip, uint8_t *_Nonnull bytes,
                        size_t count);
/// Ends the file and returns its bytes, which the caller frees; NULL on failure.
uint8_t *_Nullable ctiff_writer_finish(CTIFFWriter *_Nonnull writer, size_t *_Nonnull count);
