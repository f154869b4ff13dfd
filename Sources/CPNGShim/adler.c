#ifdef WEBIMAGE_ENABLED

#include "inflate.h"

#include <zlib.h>

#if defined(__x86_64__)

#include <immintrin.h>

enum {
    base = 65521,
    step = 32,
    // Steps after which the sums have to be reduced: less than 2 to the 32 until then.
    most_steps = 5552 / step,
};

static inline __attribute__((target("avx2"))) uint32_t total(__m256i v) {
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    return (uint32_t)_mm_cvtsi128_si32(sum);
}

// RFC 1950, 8.2: the sum of all bytes, and the sum of those sums.
static __attribute__((target("avx2"))) uint32_t sum_steps(uint32_t checksum,
                                                          const uint8_t *bytes, size_t steps) {
    const __m256i zero = _mm256_setzero_si256(), ones = _mm256_set1_epi16(1);
    const __m256i places =
        _mm256_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                         13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
    uint32_t low = checksum & 0xFFFF, high = checksum >> 16;
    while (steps > 0) {
        size_t count = steps < most_steps ? steps : most_steps;
        __m256i sums = zero, before = zero, weighed = zero;
        for (size_t i = 0; i < count; i++, bytes += step) {
            const __m256i piece = _mm256_loadu_si256((const __m256i *)bytes);
            before = _mm256_add_epi32(before, sums);
            sums = _mm256_add_epi32(sums, _mm256_sad_epu8(piece, zero));
            weighed = _mm256_add_epi32(
                weighed, _mm256_madd_epi16(_mm256_maddubs_epi16(piece, places), ones));
        }
        high = (high + (uint32_t)(count * step) * low + total(before) * step + total(weighed)) % base;
        low = (low + total(sums)) % base;
        steps -= count;
    }
    return high << 16 | low;
}

uint32_t cpng_adler(uint32_t checksum, const uint8_t *bytes, size_t count) {
    size_t steps = __builtin_cpu_supports("avx2") ? count / step : 0;
    if (steps > 0) checksum = sum_steps(checksum, bytes, steps);
    return (uint32_t)adler32(checksum, bytes + steps * step, (uInt)(count - steps * step));
}

#else

uint32_t cpng_adler(uint32_t checksum, const uint8_t *bytes, size_t count) {
    return (uint32_t)adler32(checksum, bytes, (uInt)count);
}

#endif

#endif
