#include "CWebImageKernels.h"

#include "avx2.h"

#ifdef CWIK_AVX2

// Transposes eight rows of eight pixels.
CWIK_AVX2 static inline void transpose(const uint32_t *source, ptrdiff_t across,
                                       uint32_t *target, ptrdiff_t stride, bool streams) {
    __m256i a[8], b[8];
    for (ptrdiff_t i = 0; i < 8; i += 2) {
        const __m256i one = _mm256_loadu_si256((const __m256i *)(source + i * across));
        const __m256i two = _mm256_loadu_si256((const __m256i *)(source + (i + 1) * across));
        a[i] = _mm256_unpacklo_epi32(one, two);
        a[i + 1] = _mm256_unpackhi_epi32(one, two);
    }
    for (ptrdiff_t i = 0; i < 8; i += 4) {
        b[i] = _mm256_unpacklo_epi64(a[i], a[i + 2]);
        b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 2]);
        b[i + 2] = _mm256_unpacklo_epi64(a[i + 1], a[i + 3]);
        b[i + 3] = _mm256_unpackhi_epi64(a[i + 1], a[i + 3]);
    }
    for (ptrdiff_t i = 0; i < 4; i++) {
        __m256i *low = (__m256i *)(target + i * stride);
        __m256i *high = (__m256i *)(target + (i + 4) * stride);
        const __m256i upper = _mm256_permute2x128_si256(b[i], b[i + 4], 0x20);
        const __m256i lower = _mm256_permute2x128_si256(b[i], b[i + 4], 0x31);
        if (streams) {
            _mm256_stream_si256(low, upper);
            _mm256_stream_si256(high, lower);
        } else {
            _mm256_storeu_si256(low, upper);
            _mm256_storeu_si256(high, lower);
        }
    }
}

// Bands of target rows, since a cache line is read for 16 of them. In each band, pairs of squares
// fill whole lines. The next rows are prefetched, since no processor predicts strides of whole
// rows.
enum { band = 64, squares = 16, ahead = 16 };

CWIK_AVX2 static inline void turn(CWIKColumns columns, uint32_t *target, ptrdiff_t stride,
                                  bool streams) {
    const ptrdiff_t across = columns.across;
    for (ptrdiff_t top = 0; top < columns.height; top += band) {
        const ptrdiff_t bottom = top + band < columns.height ? top + band : columns.height;
        for (ptrdiff_t left = 0; left < columns.width; left += squares) {
            const ptrdiff_t right =
                left + squares < columns.width ? left + squares : columns.width;
            for (ptrdiff_t y = top; y < bottom; y += 8) {
                for (ptrdiff_t x = left; x < right; x += 8) {
                    const uint32_t *first = columns.base + x * across + y;
                    for (ptrdiff_t i = ahead; i < ahead + 8 && x + i < columns.width; i++)
                        __builtin_prefetch(first + i * across);
                    transpose(first, across, target + y * stride + x, stride, streams);
                }
            }
        }
    }
}

CWIK_AVX2 void cwik_transpose(CWIKColumns columns, uint32_t *target, ptrdiff_t stride,
                              bool streams) {
    if (!streams) return turn(columns, target, stride, false);
    turn(columns, target, stride, true);
    _mm_sfence();
}

#else

void cwik_transpose(CWIKColumns columns, uint32_t *target, ptrdiff_t stride, bool streams) {
    (void)columns, (void)target, (void)stride, (void)streams;
}

#endif
