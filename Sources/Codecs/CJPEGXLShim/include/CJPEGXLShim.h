// The functions of libjxl that WebImageJPEGXL calls, loaded on first use.
//
// Only the headers of libjxl are needed to build. Its ABI changes with every minor version of 0.x,
// so only the version of the headers is loaded.

#pragma once

#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/version.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "COptionalLibrary.h"

/// The functions that are looked up.
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
    X(JxlEncoderSetICCProfile)                                                                     \
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

/// The table of the library's functions, each under its own name.
typedef struct {
    CJXL_FUNCTIONS(COPTIONAL_SLOT)
} CJXLFunctions;

/// The library's package and its release of Debian.
extern const char *const _Nonnull cjxl_package_name;

/// Loads the library.
///
/// - Parameters:
///   - names: Names to try, a list that ends with NULL; NULL for the names of the headers' version.
///   - missing: Set on failure to the missing library or symbol, or to the versions that fit and
///     the
///     one that is installed; valid until the thread's next call.
/// - Returns: `true` if `functions` is filled, from a library of the headers' version.
bool cjxl_load(const char *_Nullable const *_Nullable names, CJXLFunctions *_Nonnull functions,
               const char *_Nullable *_Nonnull missing);

/// Reads the colour encoding of a target; returns `false` if only an ICC profile defines it.
bool cjxl_color_encoding(const CJXLFunctions *_Nonnull functions,
                         const JxlDecoder *_Nonnull decoder, JxlColorProfileTarget target,
                         JxlColorEncoding *_Nonnull encoding);

/// Returns the size of the ICC profile of a target, 0 for none.
size_t cjxl_icc_size(const CJXLFunctions *_Nonnull functions, const JxlDecoder *_Nonnull decoder,
                     JxlColorProfileTarget target);

/// Copies the ICC profile of a target, `count` bytes.
bool cjxl_icc_bytes(const CJXLFunctions *_Nonnull functions, const JxlDecoder *_Nonnull decoder,
                    JxlColorProfileTarget target, uint8_t *_Nonnull bytes, size_t count);
