#include "deep.h"

#include "CWebImageKernels.h"
#include "avx2.h"

#include <string.h>

// The greatest half float.
static const float greatest = 65504;

static float widened(uint16_t half) {
    const uint32_t magnitude = half & 0x7FFF;
    float value;
    if (magnitude > 0x7C00) return 0;
    if (magnitude >= 0x7C00) {
        value = greatest;
    } else if (magnitude < 0x0400) {
        value = (float)magnitude * 0x1p-24f;
    } else {
        const uint32_t bits = (magnitude << 13) + 0x38000000;
        memcpy(&value, &bits, sizeof value);
    }
    return half & 0x8000 ? -value : value;
}

static uint16_t narrowed(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint16_t sign = bits >> 16 & 0x8000;
    bits &= 0x7FFFFFFF;
    float magnitude;
    memcpy(&magnitude, &bits, sizeof magnitude);
    if (magnitude != magnitude) return 0;
    if (magnitude >= greatest) return sign | 0x7BFF;
    if (bits < 0x38800000) {
        // Adding a number whose last bit counts 2^-24 rounds to a multiple of it, ties to even.
        const float sum = magnitude + 0.5f;
        memcpy(&bits, &sum, sizeof bits);
        return sign | (uint16_t)(bits - 0x3F000000);
    }
    return sign | (uint16_t)((bits - 0x38000000 + 0xFFF + (bits >> 13 & 1)) >> 13);
}

void cwik_half_read_portable(const uint16_t *source, float *target, ptrdiff_t count) {
    for (ptrdiff_t at = 0; at < count; at++) target[at] = widened(source[at]);
}

void cwik_half_write_portable(const float *source, uint16_t *target, ptrdiff_t count) {
    for (ptrdiff_t at = 0; at < count; at++) target[at] = narrowed(source[at]);
}

#ifdef CWIK_AVX2
#define CWIK_F16C __attribute__((target("avx2,f16c")))

static bool has_conversions(void) { return cwik_is_available() && __builtin_cpu_supports("f16c"); }

// Returns numbers of a half float's range, 0 in the place of NaN.
CWIK_F16C static __m256 limited(__m256 values) {
    values = _mm256_and_ps(values, _mm256_cmp_ps(values, values, _CMP_ORD_Q));
    const __m256 most = _mm256_set1_ps(greatest);
    return _mm256_max_ps(_mm256_min_ps(values, most), _mm256_sub_ps(_mm256_setzero_ps(), most));
}

CWIK_F16C static void read_fast(const uint16_t *source, float *target, ptrdiff_t count) {
    ptrdiff_t at = 0;
    for (; at + 8 <= count; at += 8) {
        const __m128i halves = _mm_loadu_si128((const __m128i *)(source + at));
        _mm256_storeu_ps(target + at, limited(_mm256_cvtph_ps(halves)));
    }
    cwik_half_read_portable(source + at, target + at, count - at);
}

CWIK_F16C static void write_fast(const float *source, uint16_t *target, ptrdiff_t count) {
    ptrdiff_t at = 0;
    for (; at + 8 <= count; at += 8) {
        const __m256 values = limited(_mm256_loadu_ps(source + at));
        _mm_storeu_si128((__m128i *)(target + at),
                         _mm256_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT));
    }
    cwik_half_write_portable(source + at, target + at, count - at);
}
#endif

void cwik_half_read(const uint16_t *source, float *target, ptrdiff_t count) {
#ifdef CWIK_AVX2
    if (has_conversions()) return read_fast(source, target, count);
#endif
    cwik_half_read_portable(source, target, count);
}

void cwik_half_write(const float *source, uint16_t *target, ptrdiff_t count) {
#ifdef CWIK_AVX2
    if (has_conversions()) return write_fast(source, target, count);
#endif
    cwik_half_write_portable(source, target, count);
}
