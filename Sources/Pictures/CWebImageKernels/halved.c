#include "CWebImageKernels.h"

#include "avx2.h"

#ifdef CWIK_AVX2

// The steps are those of `HalvedBlurRow`; products are rounded one by one, sums are not.

CWIK_AVX2 static inline __m256i pixels(const int16_t *row, ptrdiff_t index) {
    return _mm256_loadu_si256((const __m256i *)(row + index * 4));
}

// Adds pairs of bytes, shifts them to the fraction bits and multiplies by the weight.
CWIK_AVX2 static inline __m256i weighed(__m256i both, __m256i weight) {
    const __m256i one = _mm256_set1_epi8(1 << fraction_bits);
    return _mm256_mulhrs_epi16(_mm256_maddubs_epi16(both, one), weight);
}

CWIK_AVX2 void cwik_halved_down(const uint8_t *const *rows, const int16_t *weights,
                                ptrdiff_t radius, int16_t *even, int16_t *odd,
                                ptrdiff_t blocks) {
    const __m256i zero = _mm256_setzero_si256(), own = _mm256_set1_epi16(weights[0]);
    for (ptrdiff_t block = 0; block < blocks; block++) {
        const ptrdiff_t at = block * 32;
        const __m256i middle = _mm256_loadu_si256((const __m256i *)(rows[radius] + at));
        // Pixels 0, 1, 4 and 5, and the others.
        __m256i low = weighed(_mm256_unpacklo_epi8(middle, zero), own);
        __m256i high = weighed(_mm256_unpackhi_epi8(middle, zero), own);
        for (ptrdiff_t k = 1; k <= radius; k++) {
            const __m256i above = _mm256_loadu_si256((const __m256i *)(rows[radius - k] + at));
            const __m256i below = _mm256_loadu_si256((const __m256i *)(rows[radius + k] + at));
            const __m256i weight = _mm256_set1_epi16(weights[k]);
            low = _mm256_add_epi16(low, weighed(_mm256_unpacklo_epi8(above, below), weight));
            high = _mm256_add_epi16(high, weighed(_mm256_unpackhi_epi8(above, below), weight));
        }
        _mm256_storeu_si256((__m256i *)(even + block * 16), _mm256_unpacklo_epi64(low, high));
        _mm256_storeu_si256((__m256i *)(odd + block * 16), _mm256_unpackhi_epi64(low, high));
    }
}

CWIK_AVX2 static inline __m256i around(__m256i left, __m256i right, int16_t weight) {
    return _mm256_mulhrs_epi16(_mm256_add_epi16(left, right), _mm256_set1_epi16(weight));
}

CWIK_AVX2 void cwik_halved_across(const int16_t *even, const int16_t *odd,
                                  const int16_t *weights, ptrdiff_t radius, int16_t *target,
                                  ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < count; i += 4) {
        __m256i evens = _mm256_mulhrs_epi16(pixels(even, i), _mm256_set1_epi16(weights[0]));
        __m256i odds = _mm256_setzero_si256();
        for (ptrdiff_t k = 1; k <= radius; k += 2) {
            const ptrdiff_t left = i - k / 2 - 1, right = i + k / 2;
            odds = _mm256_add_epi16(
                odds, around(pixels(odd, left), pixels(odd, right), weights[k]));
            evens = _mm256_add_epi16(
                evens, around(pixels(even, left), pixels(even, right + 1), weights[k + 1]));
        }
        _mm256_storeu_si256((__m256i *)(target + i * 4), _mm256_add_epi16(evens, odds));
    }
}

// Interpolates between the third and fourth of six: 3, -25, 150, 150, -25 and 3 of 256.
CWIK_AVX2 static inline __m256i between(__m256i first, __m256i second, __m256i third,
                                        __m256i fourth, __m256i fifth, __m256i sixth) {
    const __m256i near = _mm256_mulhrs_epi16(_mm256_adds_epi16(third, fourth),
                                             _mm256_set1_epi16(150 << 7));
    const __m256i next = _mm256_mulhrs_epi16(_mm256_adds_epi16(second, fifth),
                                             _mm256_set1_epi16(-25 * (1 << 7)));
    const __m256i far =
        _mm256_mulhrs_epi16(_mm256_adds_epi16(first, sixth), _mm256_set1_epi16(3 << 7));
    return _mm256_add_epi16(near, _mm256_add_epi16(next, far));
}

CWIK_AVX2 void cwik_halved_between(const int16_t *const *rows, int16_t *target,
                                   ptrdiff_t count) {
    for (ptrdiff_t i = 0; i < count; i += 4)
        _mm256_storeu_si256((__m256i *)(target + i * 4),
                            between(pixels(rows[0], i), pixels(rows[1], i), pixels(rows[2], i),
                                    pixels(rows[3], i), pixels(rows[4], i), pixels(rows[5], i)));
}

// Rounds numbers; `packus` then clamps them to 0 … 255.
CWIK_AVX2 static inline __m256i rounded(__m256i numbers) {
    const __m256i half = _mm256_set1_epi16(1 << (fraction_bits - 1));
    return _mm256_srai_epi16(_mm256_adds_epi16(numbers, half), fraction_bits);
}

CWIK_AVX2 void cwik_halved_store(const int16_t *row, uint8_t *target, ptrdiff_t blocks,
                                 bool clamps) {
    const __m256i alphas = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
    for (ptrdiff_t block = 0; block < blocks; block++) {
        const ptrdiff_t i = block * 4;
        const __m256i even = pixels(row, i + 2), next = pixels(row, i + 3);
        const __m256i odd = between(pixels(row, i), pixels(row, i + 1), even, next,
                                    pixels(row, i + 4), pixels(row, i + 5));
        // Two even and two odd pixels in each half, to be interleaved.
        __m256i bytes =
            _mm256_shuffle_epi32(_mm256_packus_epi16(rounded(even), rounded(odd)), 0xD8);
        if (clamps) bytes = _mm256_min_epu8(bytes, _mm256_shuffle_epi8(bytes, alphas));
        _mm256_storeu_si256((__m256i *)(target + block * 32), bytes);
    }
}

#else

void cwik_halved_down(const uint8_t *const *rows, const int16_t *weights, ptrdiff_t radius,
                      int16_t *even, int16_t *odd, ptrdiff_t blocks) {
    (void)rows, (void)weights, (void)radius, (void)even, (void)odd, (void)blocks;
}

void cwik_halved_across(const int16_t *even, const int16_t *odd, const int16_t *weights,
                        ptrdiff_t radius, int16_t *target, ptrdiff_t count) {
    (void)even, (void)odd, (void)weights, (void)radius, (void)target, (void)count;
}

void cwik_halved_between(const int16_t *const *rows, int16_t *target, ptrdiff_t count) {
    (void)rows, (void)target, (void)count;
}

void cwik_halved_store(const int16_t *row, uint8_t *target, ptrdiff_t blocks, bool clamps) {
    (void)row, (void)target, (void)blocks, (void)clamps;
}

#endif
