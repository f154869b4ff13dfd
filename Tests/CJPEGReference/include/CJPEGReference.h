// libjpeg by itself, which keeps all coefficients in memory: the reference of tests.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes the given prefix of a progressive file at an eighth of its size.
///
/// Writes `width` × `height` pixels of blue, green, red, 255 without gaps. Returns `false` if the
/// file has another size at an eighth, or cannot be decoded.
bool cjpeg_reference_preview(const uint8_t *_Nonnull bytes, size_t count, uint32_t width,
                             uint32_t height, uint8_t *_Nonnull pixels);

/// Makes the C library fill fresh memory of this process with a byte; 0 turns it off.
///
/// Returns `false` if it cannot. Also keeps large blocks in the heap, which then hold old data, as
/// in a long-lived process.
bool cjpeg_reference_fill_memory(int byte);
