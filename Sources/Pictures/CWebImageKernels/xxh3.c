#include "CWebImageKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

bool cwik_has_xxh3(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}

__attribute__((target("avx2"))) static inline __m256i load(const void *bytes) {
    return _mm256_loadu_si256((const __m256i *)bytes);
}

__attribute__((target("avx2"))) static inline __m256i scrambled(__m256i lane, __m256i secret) {
    const __m256i prime = _mm256_set1_epi32((int)0x9e3779b1);
    lane = _mm256_xor_si256(_mm256_xor_si256(lane, _mm256_srli_epi64(lane, 47)), secret);
    __m256i high = _mm256_mul_epu32(_mm256_srli_epi64(lane, 32), prime);
    return _mm256_add_epi64(_mm256_mul_epu32(lane, prime), _mm256_slli_epi64(high, 32));
}

__attribute__((target("avx2")))
void cwik_xxh3(
    uint64_t *lanes, const uint8_t *bytes, size_t count, const uint8_t *secret) {
    __m256i low = load(lanes), high = load(lanes + 4);
    for (; count > 0; count--) {
        // Each lane gets its neighbour's words; their sums are exchanged once a block.
        __m256i low_words = _mm256_setzero_si256(), high_words = low_words;
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++, bytes += 64) {
            __m256i a = load(bytes), b = load(bytes + 32);
            __m256i x = _mm256_xor_si256(a, load(secret + 8 * i));
            __m256i y = _mm256_xor_si256(b, load(secret + 8 * i + 32));
            low = _mm256_add_epi64(low, _mm256_mul_epu32(x, _mm256_srli_epi64(x, 32)));
            high = _mm256_add_epi64(high, _mm256_mul_epu32(y, _mm256_srli_epi64(y, 32)));
            low_words = _mm256_add_epi64(low_words, a);
            high_words = _mm256_add_epi64(high_words, b);
        }
        low = _mm256_add_epi64(low, _mm256_shuffle_epi32(low_words, 0x4e));
        high = _mm256_add_epi64(high, _mm256_shuffle_epi32(high_words, 0x4e));
        low = scrambled(low, load(secret + 128));
        high = scrambled(high, load(secret + 160));
    }
    _mm256_storeu_si256((__m256i *)lanes, low);
    _mm256_storeu_si256((__m256i *)(lanes + 4), high);
}

#else

bool cwik_has_xxh3(void) { return false; }

void cwik_xxh3(
    uint64_t *lanes, const uint8_t *bytes, size_t count, const uint8_t *secret) {
    (void)lanes, (void)bytes, (void)count, (void)secret;
}

#endif
