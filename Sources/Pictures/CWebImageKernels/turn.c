#include "CWebImageKernels.h"

#include "avx2.h"

#ifdef CWIK_AVX2

#include <string.h>

// Returns the Catmull-Rom weights of four pixels for a position `t` after the second one.
CWIK_AVX2 static inline __m128 weights(float t) {
    const float first = ((2 - t) * t - 1) * t / 2;
    const float second = ((3 * t - 5) * t * t + 2) / 2;
    const float third = ((4 - 3 * t) * t + 1) * t / 2;
    const float fourth = (t - 1) * t * t / 2;
    return _mm_setr_ps(first, second, third, fourth);
}

// Returns the products of two neighbours and their weights.
CWIK_AVX2 static inline __m256 products(const uint8_t *pixels, __m256 weight) {
    const __m128i bytes = _mm_loadl_epi64((const __m128i *)pixels);
    return _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes)), weight);
}

// Returns four neighbours: first and third in the lower half, second and fourth in the upper one.
CWIK_AVX2 static inline __m256 line(const uint8_t *first, __m256 left, __m256 right) {
    return _mm256_add_ps(products(first, left), products(first + 8, right));
}

CWIK_AVX2 static inline __m128 sample(const CWIKTurn *turn, double u, double v) {
    const ptrdiff_t x = (ptrdiff_t)u, y = (ptrdiff_t)v;
    const __m128 across = weights((float)(u - (double)x)), along = weights((float)(v - (double)y));
    const __m256 all = _mm256_set_m128(across, across);
    const __m256 left =
        _mm256_permutevar8x32_ps(all, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
    const __m256 right =
        _mm256_permutevar8x32_ps(all, _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3));
    const uint8_t *first = turn->base + (y - 1) * turn->stride + (x - 1) * 4;
    const __m256 down = _mm256_set_m128(along, along);
    const __m256 a = _mm256_mul_ps(line(first, left, right), _mm256_permute_ps(down, 0x00));
    const __m256 b = _mm256_mul_ps(line(first + turn->stride, left, right),
                                   _mm256_permute_ps(down, 0x55));
    const __m256 c = _mm256_mul_ps(line(first + turn->stride * 2, left, right),
                                   _mm256_permute_ps(down, 0xAA));
    const __m256 d = _mm256_mul_ps(line(first + turn->stride * 3, left, right),
                                   _mm256_permute_ps(down, 0xFF));
    const __m256 sum = _mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d));
    return _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1));
}

CWIK_AVX2 void cwik_turn(const CWIKTurn *turn, uint8_t *row, ptrdiff_t first, ptrdiff_t last) {
    const double middle = (double)turn->target_width / 2;
    const double wide = (double)turn->width / 2, high = (double)turn->height / 2;
    const __m128 zero = _mm_setzero_ps(), most = _mm_set1_ps(255), half = _mm_set1_ps(0.5f);
    for (ptrdiff_t x = first; x < last; x++) {
        const double right = (double)x + 0.5 - middle;
        const double u = turn->cosine * right + turn->sine * turn->down + wide;
        const double v = turn->cosine * turn->down - turn->sine * right + high;
        const __m128 pixel = sample(turn, u - 0.5, v - 0.5);
        const __m128 alpha =
            _mm_min_ps(_mm_max_ps(_mm_shuffle_ps(pixel, pixel, 0xFF), zero), most);
        const __m128 bounded = _mm_min_ps(_mm_max_ps(pixel, zero), alpha);
        const __m128i whole = _mm_cvttps_epi32(_mm_add_ps(bounded, half));
        const __m128i words = _mm_packus_epi32(whole, whole);
        const int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
        memcpy(row + x * 4, &bytes, sizeof bytes);
    }
}

#else

void cwik_turn(const CWIKTurn *turn, uint8_t *row, ptrdiff_t first, ptrdiff_t last) {
    (void)turn, (void)row, (void)first, (void)last;
}

#endif
