#include "CWebImageKernels.h"

#include "avx2.h"

#ifdef CWIK_AVX2

#include <string.h>

// Converts eight pixels a step, read as two blocks of sixteen bytes of which twelve are used.
CWIK_AVX2 ptrdiff_t cwik_widen(const uint8_t *source, uint8_t *target, ptrdiff_t count,
                               bool swaps) {
    const __m128i kept =
        _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
    const __m128i swapped =
        _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1);
    const __m256i order = _mm256_broadcastsi128_si256(swaps ? swapped : kept);
    const __m256i opaque = _mm256_set1_epi32((int32_t)0xFF000000);
    ptrdiff_t done = 0;
    // The last block must not exceed the row: 28 bytes are read, 24 used.
    for (; done + 10 <= count; done += 8) {
        const __m128i low = _mm_loadu_si128((const __m128i *)(source + done * 3));
        const __m128i high = _mm_loadu_si128((const __m128i *)(source + done * 3 + 12));
        const __m256i both = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), order);
        _mm256_storeu_si256((__m256i *)(target + done * 4), _mm256_or_si256(both, opaque));
    }
    return done;
}

#else

ptrdiff_t cwik_widen(const uint8_t *source, uint8_t *target, ptrdiff_t count, bool swaps) {
    (void)source, (void)target, (void)count, (void)swaps;
    return 0;
}

#endif
