// Rows of 16 bits, filtered and compressed by ISA-L as they arrive.
//
// For an image that is too large to be compressed as a whole, it takes a tenth of the time of zlib,
// for files that are a twentieth larger. It is loaded on first use; without it zlib compresses.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CPNGDeepRows CPNGDeepRows;

/// Receives compressed bytes, valid during the call, which need not return.
typedef void (*CPNGDeepSink)(void *owner, const uint8_t *bytes, size_t count);

/// Creates the stream of an image; NULL if memory is short.
///
/// - Parameters:
///   - samples: The samples of a row.
///   - channels: The samples of a pixel.
///   - level: 1 to 9, as zlib counts.
CPNGDeepRows *cpng_deep_open(size_t samples, unsigned channels, int level);

/// Frees the memory of a stream, which may be NULL.
void cpng_deep_close(CPNGDeepRows *rows);

/// Compresses a row of samples in native byte order; returns `false` if ISA-L fails.
bool cpng_deep_row(CPNGDeepRows *rows, const uint16_t *row, CPNGDeepSink sink, void *owner);

/// Compresses the end of the stream; returns `false` if ISA-L fails.
bool cpng_deep_end(CPNGDeepRows *rows, CPNGDeepSink sink, void *owner);
