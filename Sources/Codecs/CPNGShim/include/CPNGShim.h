// Functions over libpng that return errors: its `longjmp` stays within this target.
//
// A handle belongs to one thread at a time. The only callback receives a row of pixels; it must
// return, and must not use the handle.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of a call; the handle has the message of a failure.
typedef enum __attribute__((enum_extensibility(closed))) {
    CPNGStatusOK,
    /// The bytes are invalid.
    CPNGStatusDamaged,
    /// Memory is short.
    CPNGStatusTooLarge,
} CPNGStatus;

/// Receives one decoded row of `pixels`, which are valid only during the call.
///
/// For an interlaced image a row has only the pixels of its pass, and `row` counts within the pass.
typedef void (*CPNGRow)(void *_Nonnull context, const uint8_t *_Nonnull pixels, uint32_t row,
                        int pass);

/// The samples of a pixel to write, 8 or 16 bits each; a palette index has as few bits as possible.
typedef enum __attribute__((enum_extensibility(closed))) {
    CPNGLayoutGray,
    CPNGLayoutGrayAlpha,
    CPNGLayoutRGB,
    CPNGLayoutRGBA,
    CPNGLayoutPalette,
} CPNGLayout;

/// The parameters of an encode.
typedef struct {
    uint32_t width;
    uint32_t height;
    CPNGLayout layout;
    /// `true` for samples of 16 bits in native byte order, in aligned rows; not for a palette.
    bool is_deep;
    bool is_interlaced;
    /// The level of libdeflate, ISA-L or zlib, 1 to 9.
    int level;
    /// `true` to filter all rows by one method, which is faster.
    bool filters_simply;
    /// RGBA of each colour; colours with alpha below 255 come first.
    const uint8_t *_Nullable palette;
    int palette_count;
    /// Pixels per metre, 0 for none.
    uint32_t density_x;
    uint32_t density_y;
    /// A TIFF structure.
    const uint8_t *_Nullable exif;
    uint32_t exif_count;
    /// An ICC profile of the layout's colours.
    const uint8_t *_Nullable profile;
    uint32_t profile_count;
    /// The numbers of primaries and curve that `cICP` states in the place of a profile; 0 for none.
    uint8_t primaries;
    uint8_t curve;
    /// The bits of a sample that `sBIT` states, 0 for none.
    uint8_t significant_bits;
    /// The greatest and the mean light that `cLLI` states, in 0.0001 cd/m²; both 0 for none.
    uint32_t greatest_light;
    uint32_t mean_light;
} CPNGPicture;

/// The library that inflates the pixels.
typedef enum __attribute__((enum_extensibility(closed))) {
    /// ISA-L for images that are large enough, if it is installed.
    CPNGInflaterAutomatic,
    CPNGInflaterZlib,
    /// ISA-L for all images, if it is installed.
    CPNGInflaterISAL,
} CPNGInflater;

typedef struct CPNGReader CPNGReader;
typedef struct CPNGWriter CPNGWriter;

/// Returns the version of the libpng headers.
const char *_Nonnull cpng_version(void);

/// `true` if ISA-L is installed and compatible; loads it.
bool cpng_has_isal(void);

/// `true` if libdeflate, which compresses smaller images, is installed; loads it.
bool cpng_has_libdeflate(void);

/// `true` if ISA-L, which compresses larger images of 16 bits, is installed; loads it.
bool cpng_deep_is_available(void);

/// Returns the checksum of a chunk, continued from `sum`, which is 0 at first.
uint32_t cpng_checksum(uint32_t sum, const uint8_t *_Nonnull bytes, size_t count);

/// Creates a reader; NULL if memory is short. `max_chunk` bounds the size of an inflated chunk.
CPNGReader *_Nullable cpng_reader_open(size_t max_chunk);
void cpng_reader_close(CPNGReader *_Nonnull reader);
const char *_Nonnull cpng_reader_message(const CPNGReader *_Nonnull reader);

/// Reads the signature and complete chunks before the pixels, without checking checksums.
///
/// Pixels among them, or chunks after `cpng_reader_start`, are invalid.
CPNGStatus cpng_reader_chunks(CPNGReader *_Nonnull reader, const uint8_t *_Nonnull bytes,
                              size_t count);

/// Returns the profile, valid as long as the reader; NULL if it is missing or damaged.
const uint8_t *_Nullable cpng_reader_profile(CPNGReader *_Nonnull reader, size_t *_Nonnull count);

/// Begins with the pixels, after the caller checked the size.
///
/// - Parameters:
///   - is_deep: `true` for 16-bit samples in native byte order, of RGB or RGBA.
///   - channels: Set to the samples of a pixel: grey, grey and alpha, RGB, RGBA; of 8 bits unless
///     deep.
CPNGStatus cpng_reader_start(CPNGReader *_Nonnull reader, CPNGInflater inflater, bool is_deep,
                             int *_Nonnull channels);

/// Decodes the next bytes of the zlib stream, and passes the resulting rows to `row`.
///
/// After the last row the stream is checked for another 64 to 128 kB. If rows are missing after 1
/// MB plus 16 times their bytes, the stream is damaged.
CPNGStatus cpng_reader_pixels(CPNGReader *_Nonnull reader, const uint8_t *_Nonnull bytes,
                              size_t count, CPNGRow _Nonnull row, void *_Nonnull context);

/// `true` unless the stream is damaged after the last row, as far as it was checked.
bool cpng_reader_is_sound(const CPNGReader *_Nonnull reader);

/// Creates a writer; NULL if memory is short.
CPNGWriter *_Nullable cpng_writer_open(void);
void cpng_writer_close(CPNGWriter *_Nonnull writer);
const char *_Nonnull cpng_writer_message(const CPNGWriter *_Nonnull writer);

/// Begins an image; sets the number of times to write its rows: 1, or 7 if interlaced.
bool cpng_writer_start(CPNGWriter *_Nonnull writer, const CPNGPicture *_Nonnull picture,
                       int *_Nonnull passes);

/// Encodes the next `count` rows.
bool cpng_writer_rows(CPNGWriter *_Nonnull writer, const uint8_t *_Nonnull rows, size_t stride,
                      uint32_t count);

/// Ends the image and returns its bytes, which the caller frees; NULL on failure.
uint8_t *_Nullable cpng_writer_finish(CPNGWriter *_Nonnull writer, size_t *_Nonnull count);
