// The inner loops of a Gaussian blur that computes every second pixel, and the others by
// interpolation. See `HalvedBlur` in WebImagePixels.
//
// Pixels between the passes are four 16-bit numbers with `fraction_bits` fraction bits.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Sums weighted rows of bytes around the middle one, `radius` on each side, in `blocks` of 8
/// pixels. Even pixels go to one row, odd ones to another.
///
/// Weights have 15 fraction bits: of the middle row, of those next to it, and so on.
void cwik_halved_down(const uint8_t *const *rows, const int16_t *weights, ptrdiff_t radius,
                      int16_t *even, int16_t *odd, ptrdiff_t blocks);

/// Sums the weighted neighbours of `count` even pixels, a multiple of 4; a zero weight follows the
/// last one.
void cwik_halved_across(const int16_t *even, const int16_t *odd, const int16_t *weights,
                        ptrdiff_t radius, int16_t *target, ptrdiff_t count);

/// Interpolates the `count` pixels, a multiple of 4, between the third and fourth of six rows.
void cwik_halved_between(const int16_t *const *rows, int16_t *target, ptrdiff_t count);

/// Rounds `blocks` of 4 pixels, and those interpolated between them, to bytes. Two more pixels
/// precede the row; `clamps` limits colours to alpha.
void cwik_halved_store(const int16_t *row, uint8_t *target, ptrdiff_t blocks, bool clamps);
