// The functions of libjxl that WebImageJPEGXL calls, loaded on first use.
//
// Only the headers of libjxl are needed to build. Its ABI changes with every minor version of 0.x,
// so that only the version of the headers is loaded.

#pragma once

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/version.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "COptionalLibrary.h"

/// Every function that is looked up.
#define CJXL_FUNCTIONS(X)                                                                          \
    X(JxlDecoderVersion)                                                                           \
    X(JxlDecoderCreate)                                                                            \
    X(JxlDecoderDestroy)                                                                           \
    X(JxlDecoderRewind)                                                                            \
    X(JxlDecoderSkipFrames)                                                                        \
    X(JxlDecoderSubscribeEvents)                                                                   \
    X(JxlDecoderSetKeepOrientation)                                                                \
    X(JxlDecoderSetCoalescing)                                                                     \
    X(JxlDecoderSetDecompressBoxes)                                                                \
    X(JxlDecoderSetProgressiveDetail)                                                              \
    X(JxlDecoderProcessInput)                                                                      \
    X(JxlDecoderSetInput)                                                                          \
    X(JxlDecoderReleaseInput)                                                                      \
    X(JxlDecoderGetBasicInfo)                                                                      \
    X(JxlDecoderGetExtraChannelInfo)                                                               \
    X(JxlDecoderGetColorAsEncodedProfile)                                                          \
    X(JxlDecoderGetICCProfileSize)                                                                 \
    X(JxlDecoderGetColorAsICCProfile)                                                              \
    X(JxlDecoderSetPreferredColorProfile)                                                          \
    X(JxlDecoderSetDesiredIntensityTarget)                                                         \
    X(JxlDecoderGetFrameHeader)                                                                    \
    X(JxlDecoderSetImageOutBuffer)                                                                 \
    X(JxlDecoderSetImageOutCallback)                                                               \
    X(JxlDecoderSetExtraChannelBuffer)                                                             \
    X(JxlDecoderFlushImage)                                                                        \
    X(JxlDecoderGetBoxType)                                                                        \
    X(JxlDecoderGetBoxSizeRaw)                                                                     \
    X(JxlDecoderSetBoxBuffer)                                                                      \
    X(JxlDecoderReleaseBoxBuffer)                                                                  \
    X(JxlColorEncodingSetToSRGB)                                                                   \
    X(JxlEncoderCreate)                                                                            \
    X(JxlEncoderDestroy)                                                                           \
    X(JxlEncoderGetError)                                                                          \
    X(JxlEncoderProcessOutput)                                                                     \
    X(JxlEncoderInitBasicInfo)                                                                     \
    X(JxlEncoderInitFrameHeader)                                                                   \
    X(JxlEncoderSetBasicInfo)                                                                      \
    X(JxlEncoderSetColorEncoding)                                                                  \
    X(JxlEncoderGetRequiredCodestreamLevel)                                                        \
    X(JxlEncoderSetCodestreamLevel)                                                                \
    X(JxlEncoderFrameSettingsCreate)                                                               \
    X(JxlEncoderFrameSettingsSetOption)                                                            \
    X(JxlEncoderSetFrameLossless)                                                                  \
    X(JxlEncoderSetFrameDistance)                                                                  \
    X(JxlEncoderSetFrameHeader)                                                                    \
    X(JxlEncoderAddImageFrame)                                                                     \
    X(JxlEncoderUseBoxes)                                                                          \
    X(JxlEncoderAddBox)                                                                            \
    X(JxlEncoderCloseInput)

/// The library's functions by their own names.
typedef struct {
    CJXL_FUNCTIONS(COPTIONAL_SLOT)
} CJXLFunctions;

/// The soname that goes with the headers, for instance `libjxl.so.0.7`.
extern const char *const _Nonnull cjxl_library_name;
/// The Debian package that brings it.
extern const char *const _Nonnull cjxl_package_name;

/// Loads the library.
///
/// - Parameters:
///   - names: Names to try, a list that ends with NULL; NULL for those of the headers' version.
///   - missing: What is not there when the call fails: a library, or a symbol.
/// - Returns: Whether `functions` is filled, from a library of the headers' version.
bool cjxl_load(const char *_Nullable const *_Nullable names, CJXLFunctions *_Nonnull functions,
               const char *_Nullable *_Nonnull missing);

/// What the pixels are in, as numbers; false when only an ICC profile tells.
bool cjxl_color_encoding(const CJXLFunctions *_Nonnull functions,
                         const JxlDecoder *_Nonnull decoder, JxlColorEncoding *_Nonnull encoding);

/// The size of the ICC profile of the pixels, 0 for none.
size_t cjxl_icc_size(const CJXLFunctions *_Nonnull functions, const JxlDecoder *_Nonnull decoder);

/// Copies the ICC profile of the pixels, `count` bytes.
bool cjxl_icc_bytes(const CJXLFunctions *_Nonnull functions, const JxlDecoder *_Nonnull decoder,
                    uint8_t *_Nonnull bytes, size_t count);
