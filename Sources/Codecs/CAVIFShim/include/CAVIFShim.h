// The functions of libavif that WebImageAVIF calls, loaded on first use.
//
// libavif's structs change with its version. Differences between 0.11 and 1.x are hidden by
// functions here, and a library whose structs do not match the header is rejected.

#pragma once

#include <COptionalLibrary.h>
#include <avif/avif.h>

/// The functions of the library that are called.
#define CAVIF_FUNCTIONS(X)                                                                      \
    X(avifVersion) X(avifCodecName) X(avifResultToString) X(avifRWDataFree) X(avifImageCreate)  \
    X(avifImageCreateEmpty) X(avifImageDestroy) X(avifImageSetViewRect)                         \
    X(avifImageSetMetadataExif) X(avifRGBImageSetDefaults) X(avifImageYUVToRGB)                 \
    X(avifImageSetMetadataXMP) X(avifImageSetProfileICC)                                        \
    X(avifImageRGBToYUV) X(avifDecoderCreate) X(avifDecoderDestroy) X(avifDecoderSetIOMemory)   \
    X(avifDecoderParse) X(avifDecoderReset) X(avifDecoderNextImage) X(avifDecoderNthImage)      \
    X(avifDecoderNearestKeyframe) X(avifEncoderCreate) X(avifEncoderDestroy)                    \
    X(avifEncoderAddImage) X(avifEncoderFinish) X(avifEncoderSetCodecSpecificOption)

/// The table of the library's functions, each under its own name.
typedef struct {
    CAVIF_FUNCTIONS(COPTIONAL_SLOT)
} CAVIF;

/// Returns the library's package and its release of Debian.
const char *_Nonnull cavif_package_name(void);
/// Returns the version of the header as text, such as `0.11`.
const char *_Nonnull cavif_header_version(void);

/// Fills `avif` with the functions of the first library in `names`, which ends with NULL; if
/// `names` is NULL, of the library that matches the header.
///
/// - Parameter missing: Set on failure to the missing library, or to the versions that fit and the
///   one that is installed; valid until the thread's next call.
bool cavif_load(CAVIF *_Nonnull avif, const char *_Nullable const *_Nullable names,
                const char *_Nullable *_Nonnull missing);
/// The versions whose structs match the header's.
extern const COptionalRange cavif_range;

/// Returns the sides that a mirrored image swaps: 0 top and bottom, 1 left and right.
int cavif_mirror_axis(const avifImage *_Nonnull image);
/// Sets the quality of colour, 0 to 100 (lossless); alpha is always lossless.
void cavif_set_quality(const CAVIF *_Nonnull avif, avifEncoder *_Nonnull encoder, int quality);
/// Sets the total number of plays, 0 for infinite; libavif before 1.0 cannot write it.
void cavif_set_loops(avifEncoder *_Nonnull encoder, int loops);
/// Sets the light of the brightest pixel and the mean one, in cd/m².
///
/// - Returns: `false` for libavif before 1.0, which cannot write it.
bool cavif_set_light(avifImage *_Nonnull image, uint16_t maximum, uint16_t average);
/// Sets the EXIF block; resets the transformations that the library derives from it.
avifResult cavif_set_exif(const CAVIF *_Nonnull avif, avifImage *_Nonnull image,
                          const uint8_t *_Nonnull exif, size_t size);
/// Sets the ICC profile.
avifResult cavif_set_icc(const CAVIF *_Nonnull avif, avifImage *_Nonnull image,
                         const uint8_t *_Nonnull icc, size_t size);
/// Sets the XMP packet.
avifResult cavif_set_xmp(const CAVIF *_Nonnull avif, avifImage *_Nonnull image,
                         const uint8_t *_Nonnull xmp, size_t size);
/// Converts rows of an opaque image with chroma to BGRA of 8 bits, with the nearest samples of
/// chroma.
///
/// - Parameter red: The weight of red in luma.
/// - Parameter blue: The weight of blue in luma.
/// - Parameter first: The first of `count` rows.
void cavif_convert_rows(const avifImage *_Nonnull image, double red, double blue, uint32_t first,
                        uint32_t count, uint8_t *_Nonnull target, size_t stride);
/// Stores the alpha of a row of an image that has alpha in RGBA of 16 bits, and divides colours
/// that the file has multiplied by it.
void cavif_store_alpha(const avifImage *_Nonnull image, uint32_t row, uint16_t *_Nonnull pixels);
