// The inner loops of gain maps, over pixels of four floats: red, green, blue, alpha.
//
// One source is compiled for AVX2 and for every processor; both give the same bits.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The numbers by which the values of a gain map become factors, each for red, green, blue and
/// alpha; alpha is not changed.
typedef struct CWIKGain {
    /// The exponents of values from 0 to 1.
    float exponents[4];
    /// The stops of a value of 0.
    float starts[4];
    /// The stops from a value of 0 to one of 1.
    float ranges[4];
    /// The light that is added before it is multiplied.
    float added[4];
    /// The light that is subtracted afterwards.
    float subtracted[4];
    /// The number of values of a pixel: 1, or 4, of which the last is not used.
    int values;
} CWIKGain;

/// Interpolates the values of a row of a map, 0 to 255, for `count` columns of its base: between
/// the pixel of `firsts` and the next one, `step` bytes after it, by `shares` of the next one.
///
/// Writes one value for each column, or four, from 0 to 1.
void cwik_gain_spread(const uint8_t *row, const int32_t *firsts, const float *shares,
                      ptrdiff_t step, float *target, ptrdiff_t count, int values);

/// Applies gains to `blocks` times 8 pixels; the values are between those of two rows, by the share
/// of the lower one.
void cwik_gain_apply(float *light, const float *upper, const float *lower, float share,
                     const CWIKGain *gain, ptrdiff_t blocks);
/// The same for processors without AVX2.
void cwik_gain_apply_portable(float *light, const float *upper, const float *lower, float share,
                              const CWIKGain *gain, ptrdiff_t blocks);

/// Writes the stops from one light to another of `blocks` times 8 pixels, `offset` added to both;
/// light below 0 counts as 0.
///
/// Writes one number for each pixel, from the greatest of its three channels, or four.
void cwik_gain_stops(const float *from, const float *to, float offset, float *target,
                     ptrdiff_t blocks, int values);
/// The same for processors without AVX2.
void cwik_gain_stops_portable(const float *from, const float *to, float offset, float *target,
                              ptrdiff_t blocks, int values);

/// Looks up the light of opaque pixels of bytes, blue first, in tables of 256 entries for red,
/// green and blue.
void cwik_light_look_up(const uint8_t *source, const float *tables, float *target,
                        ptrdiff_t count);

/// Multiplies the light of pixels by a matrix, whose columns have four numbers.
void cwik_light_mix(float *light, const float *columns, ptrdiff_t count);
