// libpng behind functions that return: its errors jump inside of this target only.
//
// A handle belongs to one thread at a time. The one function that is called back gets a row of
// pixels; it must return, and must not touch the handle.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a call ended; the text of a failure is in the handle's message.
typedef enum __attribute__((enum_extensibility(closed))) {
    CPNGStatusOK,
    /// The bytes break the rules.
    CPNGStatusDamaged,
    /// There is no memory for it.
    CPNGStatusTooLarge,
} CPNGStatus;

/// Takes one decoded row of `pixels`, which are gone when it returns.
///
/// Of an interlaced picture a row has the pixels of its pass only, and counts within that pass.
typedef void (*CPNGRow)(void *_Nonnull context, const uint8_t *_Nonnull pixels, uint32_t row,
                        int pass);

/// Samples of a pixel to write, 8 bits each; a palette's in as few bits as it needs.
typedef enum __attribute__((enum_extensibility(closed))) {
    CPNGLayoutGray,
    CPNGLayoutGrayAlpha,
    CPNGLayoutRGB,
    CPNGLayoutRGBA,
    CPNGLayoutPalette,
} CPNGLayout;

/// A picture to write, and how.
typedef struct {
    uint32_t width;
    uint32_t height;
    CPNGLayout layout;
    bool is_interlaced;
    /// Of zlib, 1 to 9.
    int level;
    /// Whether rows are filtered by one method only, which is faster.
    bool filters_simply;
    /// Red, green, blue, alpha of each colour; alpha below 255 comes first.
    const uint8_t *_Nullable palette;
    int palette_count;
    /// Pixels per metre, 0 for none.
    uint32_t density_x;
    uint32_t density_y;
    /// A TIFF structure.
    const uint8_t *_Nullable exif;
    uint32_t exif_count;
} CPNGPicture;

/// The library that inflates the pixels.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// ISA-L for pictures that are large enough, if it is installed.
    CPNGInflaterAutomatic,
    CPNGInflaterZlib,
    /// ISA-L for all pictures, if it is installed.
    CPNGInflaterISAL,
} CPNGInflater;

typedef struct CPNGReader CPNGReader;
typedef struct CPNGWriter CPNGWriter;

/// The version of the libpng that was compiled against.
const char *_Nonnull cpng_version(void);

/// `true` if ISA-L is installed and fits; loads it.
bool cpng_has_isal(void);

/// The checksum of a chunk, going on from `sum`, which is 0 at first.
uint32_t cpng_checksum(uint32_t sum, const uint8_t *_Nonnull bytes, size_t count);

/// A reader that is fed, NULL without memory; no chunk may take more than `max_chunk` inflated.
CPNGReader *_Nullable cpng_reader_open(size_t max_chunk);
void cpng_reader_close(CPNGReader *_Nonnull reader);
const char *_Nonnull cpng_reader_message(const CPNGReader *_Nonnull reader);

/// Takes the signature and whole chunks before the pixels, whose checksums are not looked at.
///
/// Pixels among them are damage, and so are chunks behind `cpng_reader_start`.
CPNGStatus cpng_reader_chunks(CPNGReader *_Nonnull reader, const uint8_t *_Nonnull bytes,
                              size_t count);

/// The embedded profile, NULL for none and for a damaged one; lives as long as the reader.
const uint8_t *_Nullable cpng_reader_profile(CPNGReader *_Nonnull reader, size_t *_Nonnull count);

/// Begins with the pixels, after the header was found to be small enough.
///
/// - Parameter channels: Set to the samples of 8 bits that a pixel has: grey, grey and alpha, RGB,
///   RGBA.
CPNGStatus cpng_reader_start(CPNGReader *_Nonnull reader, CPNGInflater inflater,
                             int *_Nonnull channels);

/// Takes the next bytes of the zlib stream of the pixels, and hands out the rows they bring.
///
/// Behind the last row the stream is looked at for 64 kB to 128 kB, whatever its length. A stream of
/// 1 MB and more than 16 times the bytes of the rows is damaged.
CPNGStatus cpng_reader_pixels(CPNGReader *_Nonnull reader, const uint8_t *_Nonnull bytes,
                              size_t count, CPNGRow _Nonnull row, void *_Nonnull context);

/// `true` unless the stream is damaged behind the last row, as far as it was looked at.
bool cpng_reader_is_sound(const CPNGReader *_Nonnull reader);

/// A writer, NULL without memory.
CPNGWriter *_Nullable cpng_writer_open(void);
void cpng_writer_close(CPNGWriter *_Nonnull writer);
const char *_Nonnull cpng_writer_message(const CPNGWriter *_Nonnull writer);

/// Begins a picture; tells how often its rows are to be written: 1, or 7 when interlaced.
bool cpng_writer_start(CPNGWriter *_Nonnull writer, const CPNGPicture *_Nonnull picture,
                       int *_Nonnull passes);

/// Encodes the next `count` rows.
bool cpng_writer_rows(CPNGWriter *_Nonnull writer, const uint8_t *_Nonnull rows, size_t stride,
                      uint32_t count);

/// Ends the picture and hands out its bytes, which the caller frees; NULL when that failed.
uint8_t *_Nullable cpng_writer_finish(CPNGWriter *_Nonnull writer, size_t *_Nonnull count);
