// libjpeg by itself, whose arrays of coefficients are all kept whole, for tests to compare with.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes the first bytes of a progressive file at an eighth of its size, as far as they reach.
///
/// Writes `width` × `height` pixels of blue, green, red, 255 without gaps. Returns `false` if the file
/// has another size at an eighth, or cannot be decoded.
bool cjpeg_reference_preview(const uint8_t *_Nonnull bytes, size_t count, uint32_t width,
                             uint32_t height, uint8_t *_Nonnull pixels);

/// Makes the C library fill fresh memory with a byte in this process, 0 for not at all.
///
/// Returns `false` if it cannot. Also keeps large blocks in the heap, where they hold what was there
/// before, as in a process that runs for long.
bool cjpeg_reference_fill_memory(int byte);
