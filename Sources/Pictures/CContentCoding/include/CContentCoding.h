// Decodes gzip, zlib and deflate by zlib, Brotli by libbrotlidec and Zstandard by libzstd, loaded
// on first use.

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum {
    CContentGzip,
    CContentZlib,
    CContentDeflate,
    CContentBrotli,
    CContentZstd,
} CContentKind;

typedef enum { CContentMore, CContentEnd, CContentDamaged } CContentStatus;

/// One encoded stream.
typedef struct CContentDecoder CContentDecoder;

/// Loads the library of a coding once; thread-safe.
///
/// - Returns: The missing library or symbol; NULL if the library is there.
const char *_Nullable ccontent_load(CContentKind kind);

/// Creates a decoder; its library was loaded.
///
/// - Returns: NULL without memory.
CContentDecoder *_Nullable ccontent_open(CContentKind kind);

/// Decodes a part of a stream.
///
/// - Parameters:
///   - input_count: The number of input bytes; set to the number of those not read.
///   - output_count: The room for output; set to the number of bytes written.
/// - Returns: `CContentMore` if output is full or input is empty.
CContentStatus ccontent_run(CContentDecoder *_Nonnull decoder, const uint8_t *_Nullable input,
                            size_t *_Nonnull input_count, uint8_t *_Nonnull output,
                            size_t *_Nonnull output_count);

void ccontent_close(CContentDecoder *_Nonnull decoder);
