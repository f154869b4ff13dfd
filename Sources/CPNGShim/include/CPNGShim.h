// libpng behind functions that return: its errors jump inside of this target only.
//
// A handle belongs to one thread at a time. Nothing here calls back.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a call ended; the text of a failure is in the handle's message.
typedef enum __attribute__((enum_extensibility(closed))) {
    CPNGStatusOK,
    /// The bytes break the rules.
    CPNGStatusDamaged,
    /// The bytes end before the picture does.
    CPNGStatusTruncated,
    /// There is no memory for it.
    CPNGStatusTooLarge,
} CPNGStatus;

/// What stands before the pixels.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Whether pixels can be anything but opaque.
    bool has_alpha;
    /// How often the rows are read until they are whole: 1, or 7 when interlaced.
    int passes;
    /// The embedded profile, NULL for none; lives as long as the reader.
    const uint8_t *_Nullable profile;
    size_t profile_count;
} CPNGHeader;

/// Samples of a pixel to write, 8 bits each.
typedef enum __attribute__((enum_extensibility(closed))) {
    CPNGLayoutGray,
    CPNGLayoutGrayAlpha,
    CPNGLayoutRGB,
    CPNGLayoutRGBA,
} CPNGLayout;

typedef struct CPNGReader CPNGReader;
typedef struct CPNGWriter CPNGWriter;

/// The version of the libpng that was compiled against.
const char *_Nonnull cpng_version(void);

/// A reader of bytes that outlive it, NULL without memory; no chunk may take more than `max_chunk`.
CPNGReader *_Nullable cpng_reader_open(const uint8_t *_Nonnull bytes, size_t count,
                                       size_t max_chunk);
void cpng_reader_close(CPNGReader *_Nonnull reader);
const char *_Nonnull cpng_reader_message(const CPNGReader *_Nonnull reader);

/// Reads up to the pixels; allocates nothing of the picture's size.
CPNGStatus cpng_reader_header(CPNGReader *_Nonnull reader, CPNGHeader *_Nonnull header);

/// Begins decoding, after the header was found to be small enough.
CPNGStatus cpng_reader_start(CPNGReader *_Nonnull reader);

/// Decodes the next `count` rows as blue, green, red, alpha, not premultiplied.
///
/// Of an interlaced picture, one pass after the other adds its pixels to the same memory.
CPNGStatus cpng_reader_rows(CPNGReader *_Nonnull reader, uint8_t *_Nonnull rows, size_t stride,
                            uint32_t count);

/// Looks for the end of the file behind the last row.
CPNGStatus cpng_reader_finish(CPNGReader *_Nonnull reader);

/// A writer, NULL without memory.
CPNGWriter *_Nullable cpng_writer_open(void);
void cpng_writer_close(CPNGWriter *_Nonnull writer);
const char *_Nonnull cpng_writer_message(const CPNGWriter *_Nonnull writer);

/// Begins a picture; tells how often its rows are to be written: 1, or 7 when interlaced.
bool cpng_writer_start(CPNGWriter *_Nonnull writer, uint32_t width, uint32_t height,
                       CPNGLayout layout, bool is_interlaced, int *_Nonnull passes);

/// Encodes the next `count` rows.
bool cpng_writer_rows(CPNGWriter *_Nonnull writer, const uint8_t *_Nonnull rows, size_t stride,
                      uint32_t count);

/// Ends the picture and hands out its bytes, which the caller frees; NULL when that failed.
uint8_t *_Nullable cpng_writer_finish(CPNGWriter *_Nonnull writer, size_t *_Nonnull count);
