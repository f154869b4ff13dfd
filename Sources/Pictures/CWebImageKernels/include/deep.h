// The inner loops over deep pixels, as four floats each: red, green, blue, alpha.
//
// Colours are multiplied by alpha there. One source is compiled for AVX2 and for every processor;
// both give the same bits. A float holds samples of 16 bits exactly, 0 to 65535.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The source pixels that contribute to one target pixel.
typedef struct CWIKSpan {
    /// The index of the first one.
    ptrdiff_t first;
    /// The number of pixels.
    ptrdiff_t count;
    /// The index of its first weight in the table.
    ptrdiff_t offset;
} CWIKSpan;

/// Reads straight pixels of 16 bits; opaque ones need no multiplication.
void cwik_deep_load(const uint16_t *source, float *target, ptrdiff_t count, bool is_opaque);

/// Sums the weighted pixels of `source` for each of `count` spans.
void cwik_deep_weigh(const float *source, const float *weights, const CWIKSpan *spans,
                     ptrdiff_t count, float *target);

/// Sums `rows` weighted rows of `count` pixels.
void cwik_deep_sum(const float *const *sources, const float *weights, ptrdiff_t rows,
                   float *target, ptrdiff_t count);

/// Writes straight pixels of 16 bits, rounded; colours are limited to alpha.
void cwik_deep_store(const float *source, uint16_t *target, ptrdiff_t count, bool is_opaque);

/// Writes four independent samples of each pixel, rounded: inks.
void cwik_deep_store_samples(const float *source, uint16_t *target, ptrdiff_t count);

/// Reads straight pixels of half floats; opaque ones need no multiplication.
void cwik_light_load(const uint16_t *source, float *target, ptrdiff_t count, bool is_opaque);

/// Writes straight pixels of half floats, rounded; alpha is limited to 0 to 1.
void cwik_light_store(const float *source, uint16_t *target, ptrdiff_t count, bool is_opaque);

/// Reads half floats (IEEE 754 binary16): NaN as 0, infinity as 65504.
void cwik_half_read(const uint16_t *source, float *target, ptrdiff_t count);

/// Writes half floats, rounded to even: NaN as 0, what is greater than 65504 as that.
void cwik_half_write(const float *source, uint16_t *target, ptrdiff_t count);

/// The same for processors without F16C.
void cwik_half_read_portable(const uint16_t *source, float *target, ptrdiff_t count);
/// The same for processors without F16C.
void cwik_half_write_portable(const float *source, uint16_t *target, ptrdiff_t count);
