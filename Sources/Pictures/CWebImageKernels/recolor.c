#include "CWebImageKernels.h"

#include "avx2.h"

#ifdef CWIK_AVX2

// Returns one channel of eight pixels, limited to 0 … alpha.
CWIK_AVX2 static inline __m256i channel(__m256i low, __m256i high, __m256i alpha,
                                        const int16_t *weights, int bits) {
    const __m256i weight = _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *)weights));
    __m256i sum =
        _mm256_hadd_epi32(_mm256_madd_epi16(low, weight), _mm256_madd_epi16(high, weight));
    sum = _mm256_add_epi32(sum, _mm256_set1_epi32(bits > 0 ? 1 << (bits - 1) : 0));
    sum = _mm256_sra_epi32(sum, _mm_cvtsi32_si128(bits));
    return _mm256_max_epi32(_mm256_min_epi32(sum, alpha), _mm256_setzero_si256());
}

CWIK_AVX2 void cwik_recolor(const uint8_t *source, uint8_t *target, ptrdiff_t blocks,
                            const int16_t *weights, int bits) {
    const __m256i zero = _mm256_setzero_si256();
    for (ptrdiff_t block = 0; block < blocks; block++) {
        const __m256i pixels = _mm256_loadu_si256((const __m256i *)(source + block * 32));
        const __m256i low = _mm256_unpacklo_epi8(pixels, zero);
        const __m256i high = _mm256_unpackhi_epi8(pixels, zero);
        const __m256i alpha = _mm256_srli_epi32(pixels, 24);
        const __m256i blue = channel(low, high, alpha, weights, bits);
        const __m256i green = channel(low, high, alpha, weights + 4, bits);
        const __m256i red = channel(low, high, alpha, weights + 8, bits);
        const __m256i outer = _mm256_or_si256(blue, _mm256_slli_epi32(red, 16));
        const __m256i inner = _mm256_or_si256(_mm256_slli_epi32(green, 8),
                                              _mm256_slli_epi32(alpha, 24));
        _mm256_storeu_si256((__m256i *)(target + block * 32), _mm256_or_si256(outer, inner));
    }
}

#else

void cwik_recolor(const uint8_t *source, uint8_t *target, ptrdiff_t blocks,
                  const int16_t *weights, int bits) {
    (void)source, (void)target, (void)blocks, (void)weights, (void)bits;
}

#endif
