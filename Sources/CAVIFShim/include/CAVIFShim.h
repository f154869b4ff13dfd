// The functions of libavif that WebImageAVIF calls, loaded on first use.
//
// libavif's structs change with its version: what differs between 0.11 and 1.x is behind functions
// here, and a library whose structs are not those of the header is refused.

#pragma once

#include <COptionalLibrary.h>
#include <avif/avif.h>

/// Every function of the library that is called.
#define CAVIF_FUNCTIONS(X)                                                                      \
    X(avifVersion) X(avifCodecName) X(avifResultToString) X(avifRWDataFree) X(avifImageCreate)  \
    X(avifImageCreateEmpty) X(avifImageDestroy) X(avifImageSetViewRect)                         \
    X(avifImageSetMetadataExif) X(avifRGBImageSetDefaults) X(avifImageYUVToRGB)                 \
    X(avifImageRGBToYUV) X(avifDecoderCreate) X(avifDecoderDestroy) X(avifDecoderSetIOMemory)   \
    X(avifDecoderParse) X(avifDecoderNextImage) X(avifDecoderNthImage)                          \
    X(avifDecoderNearestKeyframe) X(avifEncoderCreate) X(avifEncoderDestroy)                    \
    X(avifEncoderAddImage) X(avifEncoderFinish) X(avifEncoderSetCodecSpecificOption)

/// The loaded library: a pointer to each function, by its own name.
typedef struct {
    CAVIF_FUNCTIONS(COPTIONAL_SLOT)
} CAVIF;

/// What came of loading the library.
typedef enum {
    /// The table is filled.
    CAVIF_LOADED,
    /// There is no such library, or it lacks a function.
    CAVIF_MISSING,
    /// The library's structs are not those of the header.
    CAVIF_OTHER_VERSION,
} CAVIFOutcome;

/// The file name of the library that fits the header.
const char *_Nonnull cavif_library_name(void);
/// The Debian package that brings it.
const char *_Nonnull cavif_package_name(void);
/// The version of the header as text, such as `0.11`.
const char *_Nonnull cavif_header_version(void);

/// Fills `avif` with the functions of the first of `names` (a list that ends with NULL), or of the
/// library that fits the header where `names` is NULL.
///
/// - Parameter detail: Set to what is missing, or to the version found, when this fails.
CAVIFOutcome cavif_load(CAVIF *_Nonnull avif, const char *_Nullable const *_Nullable names,
                        const char *_Nullable *_Nonnull detail);
/// Whether a library of this version has the structs of the header.
bool cavif_fits(const char *_Nonnull version);

/// Which parts of a mirrored picture change places: 0 top and bottom, 1 left and right.
int cavif_mirror_axis(const avifImage *_Nonnull image);
/// Sets the quality of colour, 0 to 100, of which 100 is lossless; alpha is lossless.
void cavif_set_quality(const CAVIF *_Nonnull avif, avifEncoder *_Nonnull encoder, int quality);
/// Sets how often a sequence plays in total, 0 for ever; libavif before 1.0 cannot write it.
void cavif_set_loops(avifEncoder *_Nonnull encoder, int loops);
/// Sets the EXIF block; the transformations that the library reads out of it are taken back.
avifResult cavif_set_exif(const CAVIF *_Nonnull avif, avifImage *_Nonnull image,
                          const uint8_t *_Nonnull exif, size_t size);
