#include "CWebImageKernels.h"

#include "avx2.h"

// On other processors these are never called.
#ifdef CWIK_AVX2

#include <string.h>

// Rounds two sums of four channels each and interleaves them as in a pair row.
CWIK_AVX2 static inline __m256i interleaved(__m256i even, __m256i odd, int bits) {
    const __m256i half = _mm256_set1_epi32(1 << (bits - 1));
    even = _mm256_srai_epi32(_mm256_add_epi32(even, half), bits);
    odd = _mm256_srai_epi32(_mm256_add_epi32(odd, half), bits);
    return _mm256_blend_epi16(even, _mm256_slli_epi32(odd, 16), 0xAA);
}

CWIK_AVX2 void cwik_sum_bytes(const uint8_t *const *rows, const int32_t *weights,
                              ptrdiff_t pairs, int16_t *target, ptrdiff_t blocks) {
    const __m256i zero = _mm256_setzero_si256();
    const int bits = weight_bits - fraction_bits;
    for (ptrdiff_t block = 0; block < blocks; block++) {
        __m256i s0 = zero, s1 = zero, s2 = zero, s3 = zero;
        for (ptrdiff_t pair = 0; pair < pairs; pair++) {
            const __m256i weight = _mm256_set1_epi32(weights[pair]);
            const __m256i upper =
                _mm256_loadu_si256((const __m256i *)(rows[pair * 2] + block * 32));
            const __m256i lower =
                _mm256_loadu_si256((const __m256i *)(rows[pair * 2 + 1] + block * 32));
            // The low half of a register holds pixels 0 to 3, the high half 4 to 7.
            const __m256i low = _mm256_unpacklo_epi8(upper, lower);
            const __m256i high = _mm256_unpackhi_epi8(upper, lower);
            s0 = _mm256_add_epi32(
                s0, _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), weight));
            s1 = _mm256_add_epi32(
                s1, _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), weight));
            s2 = _mm256_add_epi32(
                s2, _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), weight));
            s3 = _mm256_add_epi32(
                s3, _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), weight));
        }
        const __m256i first = interleaved(s0, s1, bits), second = interleaved(s2, s3, bits);
        __m256i *out = (__m256i *)(target + block * 32);
        _mm256_storeu_si256(out, _mm256_permute2x128_si256(first, second, 0x20));
        _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(first, second, 0x31));
    }
}

// Returns the lower 16 bits of each number.
CWIK_AVX2 static inline __m256i truncated(__m256i low, __m256i high) {
    low = _mm256_srai_epi32(_mm256_slli_epi32(low, 16), 16);
    high = _mm256_srai_epi32(_mm256_slli_epi32(high, 16), 16);
    return _mm256_packs_epi32(low, high);
}

CWIK_AVX2 static inline __m256i sum_at(const int16_t *const *rows, const int32_t *weights,
                                       ptrdiff_t pairs, ptrdiff_t at) {
    __m256i low = _mm256_set1_epi32(1 << (weight_bits - 1)), high = low;
    for (ptrdiff_t pair = 0; pair < pairs; pair++) {
        const __m256i weight = _mm256_set1_epi32(weights[pair]);
        const __m256i a = _mm256_loadu_si256((const __m256i *)(rows[pair * 2] + at));
        const __m256i b = _mm256_loadu_si256((const __m256i *)(rows[pair * 2 + 1] + at));
        low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weight));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weight));
    }
    return truncated(_mm256_srai_epi32(low, weight_bits), _mm256_srai_epi32(high, weight_bits));
}

CWIK_AVX2 void cwik_sum_rows(const int16_t *const *rows, const int32_t *weights,
                             ptrdiff_t pairs, int16_t *target, ptrdiff_t count) {
    ptrdiff_t index = 0;
    for (; index + 2 <= count; index += 2)
        _mm256_storeu_si256((__m256i *)(target + index * 8),
                            sum_at(rows, weights, pairs, index * 8));
    if (index == count) return;
    // A single last pair cannot be read together with a neighbour.
    for (ptrdiff_t channel = index * 8; channel < index * 8 + 8; channel++) {
        int32_t sum = 1 << (weight_bits - 1);
        for (ptrdiff_t pair = 0; pair < pairs; pair++) {
            int16_t upper = (int16_t)weights[pair], lower = (int16_t)(weights[pair] >> 16);
            sum += rows[pair * 2][channel] * upper + rows[pair * 2 + 1][channel] * lower;
        }
        target[channel] = (int16_t)(sum >> weight_bits);
    }
}

CWIK_AVX2 static inline __m128i weighed(const int16_t *source, const int32_t *weights,
                                        const CWIKWindow *window) {
    const int16_t *pixels = source + window->firstPair * 8;
    const __m256i twice = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
    weights += window->offset;
    __m256i sum = _mm256_setzero_si256();
    ptrdiff_t pair = 0;
    for (; pair + 2 <= window->pairCount; pair += 2) {
        const __m128i both = _mm_loadl_epi64((const __m128i *)(weights + pair));
        const __m256i weight =
            _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(both), twice);
        const __m256i pixel = _mm256_loadu_si256((const __m256i *)(pixels + pair * 8));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pixel, weight));
    }
    __m128i result =
        _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    if (pair < window->pairCount) {
        const __m128i pixel = _mm_loadu_si128((const __m128i *)(pixels + pair * 8));
        result = _mm_add_epi32(result, _mm_madd_epi16(pixel, _mm_set1_epi32(weights[pair])));
    }
    return result;
}

CWIK_AVX2 void cwik_weigh(const int16_t *source, const int32_t *weights,
                          const CWIKWindow *windows, ptrdiff_t count, int16_t *target) {
    const __m128i half = _mm_set1_epi32(1 << (weight_bits - 1));
    for (ptrdiff_t index = 0; index < count; index += 2) {
        __m128i even = weighed(source, weights, windows + index);
        __m128i odd = _mm_setzero_si128();
        if (index + 1 < count) odd = weighed(source, weights, windows + index + 1);
        even = _mm_srai_epi32(_mm_add_epi32(even, half), weight_bits);
        odd = _mm_srai_epi32(_mm_add_epi32(odd, half), weight_bits);
        _mm_storeu_si128((__m128i *)(target + index * 4),
                         _mm_blend_epi16(even, _mm_slli_epi32(odd, 16), 0xAA));
    }
}

CWIK_AVX2 void cwik_convolve(const int16_t *source, const int32_t *even, const int32_t *odd,
                             ptrdiff_t pairs, int16_t *target, ptrdiff_t count) {
    // Rows of a blur have padding, so that the last step may exceed them by half.
    for (ptrdiff_t index = 0; index < count; index += 2) {
        __m256i first = _mm256_setzero_si256(), second = first;
        for (ptrdiff_t pair = 0; pair < pairs; pair++) {
            const __m256i pixels =
                _mm256_loadu_si256((const __m256i *)(source + (index + pair) * 8));
            first = _mm256_add_epi32(
                first, _mm256_madd_epi16(pixels, _mm256_set1_epi32(even[pair])));
            second = _mm256_add_epi32(
                second, _mm256_madd_epi16(pixels, _mm256_set1_epi32(odd[pair])));
        }
        _mm256_storeu_si256((__m256i *)(target + index * 8),
                            interleaved(first, second, weight_bits));
    }
}

CWIK_AVX2 void cwik_store(const int16_t *source, uint8_t *target, ptrdiff_t count,
                          bool clamps) {
    const __m256i half = _mm256_set1_epi16(1 << (fraction_bits - 1));
    const __m256i most = _mm256_set1_epi16(255), zero = _mm256_setzero_si256();
    // The eight bytes of a pair, two of each channel, become two pixels.
    const __m128i order = _mm_setr_epi8(0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15);
    for (ptrdiff_t index = 0; index < count; index += 2) {
        const bool is_last = index + 1 == count;
        __m256i v = is_last ? _mm256_castsi128_si256(
                                  _mm_loadu_si128((const __m128i *)(source + index * 8)))
                            : _mm256_loadu_si256((const __m256i *)(source + index * 8));
        v = _mm256_srai_epi16(_mm256_add_epi16(v, half), fraction_bits);
        v = _mm256_max_epi16(_mm256_min_epi16(v, most), zero);
        if (clamps) {
            const __m256i alpha = _mm256_shuffle_epi32(v, 0xFF);
            v = _mm256_min_epi16(v, alpha);
        }
        const __m128i bytes = _mm_shuffle_epi8(
            _mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)), order);
        if (is_last)
            _mm_storel_epi64((__m128i *)(target + index * 8), bytes);
        else
            _mm_storeu_si128((__m128i *)(target + index * 8), bytes);
    }
}

#else

void cwik_sum_bytes(const uint8_t *const *rows, const int32_t *weights, ptrdiff_t pairs,
                    int16_t *target, ptrdiff_t blocks) {
    (void)rows, (void)weights, (void)pairs, (void)target, (void)blocks;
}

void cwik_sum_rows(const int16_t *const *rows, const int32_t *weights, ptrdiff_t pairs,
                   int16_t *target, ptrdiff_t count) {
    (void)rows, (void)weights, (void)pairs, (void)target, (void)count;
}

void cwik_weigh(const int16_t *source, const int32_t *weights, const CWIKWindow *windows,
                ptrdiff_t count, int16_t *target) {
    (void)source, (void)weights, (void)windows, (void)count, (void)target;
}

void cwik_convolve(const int16_t *source, const int32_t *even, const int32_t *odd,
                   ptrdiff_t pairs, int16_t *target, ptrdiff_t count) {
    (void)source, (void)even, (void)odd, (void)pairs, (void)target, (void)count;
}

void cwik_store(const int16_t *source, uint8_t *target, ptrdiff_t count, bool clamps) {
    (void)source, (void)target, (void)count, (void)clamps;
}

#endif
