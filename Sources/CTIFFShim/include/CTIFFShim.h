// libtiff behind plain functions, loaded on first use.
//
// It reads from memory only. A handle belongs to one thread at a time; nothing here calls back into
// Swift, and libtiff does not jump.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a directory says of its picture.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint16_t bits;
    uint16_t samples;
    /// 1 unsigned, 2 signed, 3 floating point, others undefined.
    uint16_t sample_format;
    uint16_t photometric;
    uint16_t compression;
    /// Whether each sample has a plane of its own.
    bool is_planar;
    bool is_tiled;
    /// Size of a tile, or width of the picture and rows of a strip.
    uint32_t block_width;
    uint32_t block_height;
    /// Decoded bytes of a whole tile or strip, and of a row of the picture or tile.
    uint64_t block_bytes;
    uint64_t row_bytes;
    uint16_t orientation;
    /// The first extra sample: 0 unspecified, 1 multiplied alpha, 2 plain alpha; how many there are.
    uint16_t extra_kind;
    uint16_t extra_count;
    /// Pixels in a unit, and the unit: 2 an inch, 3 a centimetre.
    float x_resolution;
    float y_resolution;
    uint16_t resolution_unit;
    /// The embedded profile, NULL for none; lives as long as the directory is the current one.
    const uint8_t *_Nullable profile;
    uint32_t profile_count;
    /// 1 << bits entries each, NULL unless colours are indices.
    const uint16_t *_Nullable red;
    const uint16_t *_Nullable green;
    const uint16_t *_Nullable blue;
} CTIFFDirectory;

typedef struct CTIFFReader CTIFFReader;
typedef struct CTIFFWriter CTIFFWriter;

/// Loads the library when called for the first time; any thread may call.
///
/// - Returns: NULL when it is there, else the name of the library or function that is not.
const char *_Nullable ctiff_load(void);

/// A reader of bytes that outlive it; NULL when they are no TIFF, or there is no memory.
///
/// - Parameter max_alloc: The most bytes that libtiff may allocate at once.
CTIFFReader *_Nullable ctiff_reader_open(const uint8_t *_Nonnull bytes, size_t count,
                                         size_t max_alloc);
void ctiff_reader_close(CTIFFReader *_Nonnull reader);
/// The reason of the last failure, empty where libtiff did not tell.
const char *_Nonnull ctiff_reader_message(const CTIFFReader *_Nonnull reader);

/// Goes to the directory at `offset` and reads it; colours of JPEG and LogLuv are to come as RGB.
bool ctiff_reader_directory(CTIFFReader *_Nonnull reader, uint64_t offset,
                            CTIFFDirectory *_Nonnull directory);

/// Returns the number of strips or tiles of the current directory, those of all planes.
uint32_t ctiff_reader_block_count(CTIFFReader *_Nonnull reader);
/// Reads the place of the encoded bytes of a strip or tile; it may lie outside of the file.
void ctiff_reader_block(CTIFFReader *_Nonnull reader, uint32_t index, uint64_t *_Nonnull offset,
                        uint64_t *_Nonnull count);

/// Decodes row `row` of a picture in strips whose samples lie together; rows go downwards.
bool ctiff_reader_row(CTIFFReader *_Nonnull reader, uint8_t *_Nonnull target, uint32_t row);
/// Decodes the strip of plane `plane` that begins with row `row`; `count` bytes at most.
bool ctiff_reader_strip(CTIFFReader *_Nonnull reader, uint8_t *_Nonnull target, size_t count,
                        uint32_t row, uint16_t plane);
/// Decodes the tile of plane `plane` around a pixel; `count` bytes at most.
bool ctiff_reader_tile(CTIFFReader *_Nonnull reader, uint8_t *_Nonnull target, size_t count,
                       uint32_t x, uint32_t y, uint16_t plane);

/// Whether libtiff turns this directory into RGBA itself, 8 bits a sample.
bool ctiff_reader_can_convert(CTIFFReader *_Nonnull reader);
/// Converts the strip or tile at a pixel: RGBA, multiplied, bottom row first.
bool ctiff_reader_converted(CTIFFReader *_Nonnull reader, uint32_t *_Nonnull target, uint32_t x,
                            uint32_t y, bool is_tiled);

/// A file in memory being written, NULL without memory.
CTIFFWriter *_Nullable ctiff_writer_open(void);
void ctiff_writer_close(CTIFFWriter *_Nonnull writer);
const char *_Nonnull ctiff_writer_message(const CTIFFWriter *_Nonnull writer);
/// Begins a picture of 8-bit samples: 1 grey, 3 RGB, 4 RGBA with plain alpha.
///
/// - Parameter x_resolution: Pixels per inch, 0 for none.
bool ctiff_writer_start(CTIFFWriter *_Nonnull writer, uint32_t width, uint32_t height,
                        uint16_t samples, uint32_t rows_per_strip, bool is_small,
                        float x_resolution, float y_resolution);
/// Writes the strip with the given number; `count` bytes. They may be changed.
bool ctiff_writer_strip(CTIFFWriter *_Nonnull writer, uint32_t strip, uint8_t *_Nonnull bytes,
                        size_t count);
/// Ends the file and hands over its bytes, to be freed by the caller; NULL when that failed.
uint8_t *_Nullable ctiff_writer_finish(CTIFFWriter *_Nonnull writer, size_t *_Nonnull count);
