#include "gain.h"

#include "CWebImageKernels.h"
#include "avx2.h"

// Each loop is written once, and inlined into one function for each kind of processor. Vectors are
// passed by address: as values they would be passed differently with and without AVX2.
#define INLINED static inline __attribute__((always_inline))

typedef float four __attribute__((vector_size(16), aligned(4)));
typedef float eight __attribute__((vector_size(32), aligned(4)));
typedef int32_t eight_signed __attribute__((vector_size(32), aligned(4)));
typedef uint32_t eight_bits __attribute__((vector_size(32), aligned(4)));

// Takes colours from the first vector, and alpha from the second one.
#define WITH_ALPHA(colors, other) \
    __builtin_shufflevector(colors, other, 0, 1, 2, 11, 4, 5, 6, 15)

// Replaces stops from -126 to 127 by powers of two: the power of a whole number is an exponent, and
// that of the rest, -1/2 to 1/2, a series.
INLINED void raise(eight *stops) {
    // A number whose last bit counts 1 rounds.
    const eight shifted = *stops + 0x1.8p23f;
    const eight rest = *stops - (shifted - 0x1.8p23f);
    eight power = rest * 1.540353e-4f + 1.3333558e-3f;
    power = power * rest + 9.6181291e-3f;
    power = power * rest + 5.5504109e-2f;
    power = power * rest + 0.24022651f;
    power = power * rest + 0.69314718f;
    power = power * rest + 1;
    *stops = power * (eight)(((eight_bits)shifted << 23) + 0x3F800000);
}

// Replaces normal numbers above 0 by their logarithms to the base 2: the whole number is that of
// the exponent, and the rest, of the square root of 1/2 to that of 2, a series.
INLINED void take_logarithm(eight *numbers) {
    const eight_signed bits = (eight_signed)*numbers;
    const eight_signed whole = (bits - 0x3F3504F3) >> 23;
    const eight rest = (eight)((eight_bits)bits - ((eight_bits)whole << 23));
    const eight part = (rest - 1) / (rest + 1), square = part * part;
    eight series = square * (1 / 9.0f) + (1 / 7.0f);
    series = series * square + (1 / 5.0f);
    series = series * square + (1 / 3.0f);
    series = series * square + 1;
    *numbers = part * 2.88539008f * series + __builtin_convertvector(whole, eight);
}

// Raises values of 0 and more to a power above 0.
INLINED void bend(eight *values, const eight *exponents) {
    const eight_signed is_some = *values > 0;
    eight stops = *values;
    take_logarithm(&stops);
    stops *= *exponents;
    const eight_signed is_least = stops < -126;
    stops = (eight)(((eight_signed)stops & ~is_least) | (is_least & (eight_signed)(eight){-126,
        -126, -126, -126, -126, -126, -126, -126}));
    raise(&stops);
    *values = (eight)((eight_signed)stops & is_some);
}

INLINED void repeat(const float *numbers, eight *target) {
    const four part = *(const four *)numbers;
    *target = __builtin_shufflevector(part, part, 0, 1, 2, 3, 0, 1, 2, 3);
}

// Two pixels of a block of one value each.
#define APPLY_PAIR(light, index, factors, added, subtracted)                                  \
    do {                                                                                      \
        const eight old = (light)[index];                                                     \
        const eight shares = __builtin_shufflevector(                                         \
            factors, factors, 2 * index, 2 * index, 2 * index, 2 * index, 2 * index + 1,      \
            2 * index + 1, 2 * index + 1, 2 * index + 1);                                     \
        (light)[index] = WITH_ALPHA((old + (added)) * shares - (subtracted), old);            \
    } while (0)

INLINED void apply_gray(float *light, const float *upper, const float *lower, float share,
                        const CWIKGain *gain, ptrdiff_t blocks, bool is_bent) {
    const eight exponents = (eight){0} + gain->exponents[0];
    const float start = gain->starts[0], range = gain->ranges[0];
    eight added, subtracted;
    repeat(gain->added, &added);
    repeat(gain->subtracted, &subtracted);
    for (ptrdiff_t block = 0; block < blocks; block++) {
        const eight above = ((const eight *)upper)[block], below = ((const eight *)lower)[block];
        eight factors = above + (below - above) * share;
        if (is_bent) bend(&factors, &exponents);
        factors = factors * range + start;
        raise(&factors);
        eight *to = (eight *)light + block * 4;
        APPLY_PAIR(to, 0, factors, added, subtracted);
        APPLY_PAIR(to, 1, factors, added, subtracted);
        APPLY_PAIR(to, 2, factors, added, subtracted);
        APPLY_PAIR(to, 3, factors, added, subtracted);
    }
}

INLINED void apply_colors(float *light, const float *upper, const float *lower, float share,
                          const CWIKGain *gain, ptrdiff_t blocks, bool is_bent) {
    eight exponents, starts, ranges, added, subtracted;
    repeat(gain->exponents, &exponents);
    repeat(gain->starts, &starts);
    repeat(gain->ranges, &ranges);
    repeat(gain->added, &added);
    repeat(gain->subtracted, &subtracted);
    for (ptrdiff_t pair = 0; pair < blocks * 4; pair++) {
        const eight above = ((const eight *)upper)[pair], below = ((const eight *)lower)[pair];
        eight factors = above + (below - above) * share;
        if (is_bent) bend(&factors, &exponents);
        factors = factors * ranges + starts;
        raise(&factors);
        const eight old = ((const eight *)light)[pair];
        ((eight *)light)[pair] = WITH_ALPHA((old + added) * factors - subtracted, old);
    }
}

INLINED void apply(float *light, const float *upper, const float *lower, float share,
                   const CWIKGain *gain, ptrdiff_t blocks) {
    const float *bent = gain->exponents;
    const bool is_bent = bent[0] != 1 || bent[1] != 1 || bent[2] != 1;
    if (gain->values == 1) {
        if (is_bent)
            apply_gray(light, upper, lower, share, gain, blocks, true);
        else
            apply_gray(light, upper, lower, share, gain, blocks, false);
    } else if (is_bent) {
        apply_colors(light, upper, lower, share, gain, blocks, true);
    } else {
        apply_colors(light, upper, lower, share, gain, blocks, false);
    }
}

INLINED float greatest(const float *pixel) {
    const float two = pixel[0] > pixel[1] ? pixel[0] : pixel[1];
    return two > pixel[2] ? two : pixel[2];
}

INLINED void subtract_logarithms(const eight *from, const eight *to, float offset, float *target) {
    eight one = (eight)((eight_signed)*from & (*from > 0)) + offset;
    eight other = (eight)((eight_signed)*to & (*to > 0)) + offset;
    other /= one;
    take_logarithm(&other);
    *(eight *)target = other;
}

INLINED void stops(const float *from, const float *to, float offset, float *target,
                   ptrdiff_t blocks, int values) {
    if (values != 1) {
        for (ptrdiff_t pair = 0; pair < blocks * 4; pair++)
            subtract_logarithms((const eight *)from + pair, (const eight *)to + pair, offset,
                                target + pair * 8);
        return;
    }
    for (ptrdiff_t block = 0; block < blocks; block++) {
        eight one, other;
        for (int pixel = 0; pixel < 8; pixel++) {
            one[pixel] = greatest(from + (block * 8 + pixel) * 4);
            other[pixel] = greatest(to + (block * 8 + pixel) * 4);
        }
        subtract_logarithms(&one, &other, offset, target + block * 8);
    }
}

void cwik_gain_apply_portable(float *light, const float *upper, const float *lower, float share,
                              const CWIKGain *gain, ptrdiff_t blocks) {
    apply(light, upper, lower, share, gain, blocks);
}

void cwik_gain_stops_portable(const float *from, const float *to, float offset, float *target,
                              ptrdiff_t blocks, int values) {
    stops(from, to, offset, target, blocks, values);
}

#ifdef CWIK_AVX2
CWIK_AVX2 static void apply_avx2(float *light, const float *upper, const float *lower,
                                 float share, const CWIKGain *gain, ptrdiff_t blocks) {
    apply(light, upper, lower, share, gain, blocks);
}

CWIK_AVX2 static void stops_avx2(const float *from, const float *to, float offset, float *target,
                                 ptrdiff_t blocks, int values) {
    stops(from, to, offset, target, blocks, values);
}
#endif

void cwik_gain_apply(float *light, const float *upper, const float *lower, float share,
                     const CWIKGain *gain, ptrdiff_t blocks) {
#ifdef CWIK_AVX2
    if (cwik_is_available()) return apply_avx2(light, upper, lower, share, gain, blocks);
#endif
    cwik_gain_apply_portable(light, upper, lower, share, gain, blocks);
}

void cwik_gain_stops(const float *from, const float *to, float offset, float *target,
                     ptrdiff_t blocks, int values) {
#ifdef CWIK_AVX2
    if (cwik_is_available()) return stops_avx2(from, to, offset, target, blocks, values);
#endif
    cwik_gain_stops_portable(from, to, offset, target, blocks, values);
}

void cwik_gain_spread(const uint8_t *row, const int32_t *firsts, const float *shares,
                      ptrdiff_t step, float *target, ptrdiff_t count, int values) {
    const float unit = 1 / 255.0f;
    for (ptrdiff_t x = 0; x < count; x++) {
        const uint8_t *left = row + (ptrdiff_t)firsts[x] * 4, *right = left + step;
        if (values == 1) {
            target[x] = ((float)left[1] + (float)(right[1] - left[1]) * shares[x]) * unit;
            continue;
        }
        for (int channel = 0; channel < 3; channel++) {
            const int from = 2 - channel;
            target[x * 4 + channel] =
                ((float)left[from] + (float)(right[from] - left[from]) * shares[x]) * unit;
        }
        target[x * 4 + 3] = 0;
    }
}

void cwik_light_look_up(const uint8_t *source, const float *tables, float *target,
                        ptrdiff_t count) {
    for (ptrdiff_t pixel = 0; pixel < count; pixel++) {
        const uint8_t *from = source + pixel * 4;
        float *to = target + pixel * 4;
        to[0] = tables[from[2]];
        to[1] = tables[256 + from[1]];
        to[2] = tables[512 + from[0]];
        to[3] = 1;
    }
}

void cwik_light_mix(float *light, const float *columns, ptrdiff_t count) {
    const four red = *(const four *)columns, green = *(const four *)(columns + 4),
               blue = *(const four *)(columns + 8);
    for (ptrdiff_t pixel = 0; pixel < count; pixel++) {
        float *to = light + pixel * 4;
        four mixed = red * to[0] + green * to[1] + blue * to[2];
        mixed[3] = to[3];
        *(four *)to = mixed;
    }
}
