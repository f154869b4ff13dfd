#include "CWebImageKernels.h"

#include "avx2.h"

#ifdef CWIK_AVX2

#include <string.h>

// The fraction bits between the boxes.
enum { line_bits = 7 };

// Blurs two adjacent lines. The steps and their order are those of `BlurBox.blur`, since floating
// point rounds after each.
CWIK_AVX2 static void blur(const int32_t *lines, int32_t *target, ptrdiff_t count, CWIKBox box) {
    const ptrdiff_t last = count - 1, radius = box.radius;
    const __m256i *line = (const __m256i *)lines;
    __m256i *out = (__m256i *)target;
    const __m256i left = _mm256_loadu_si256(line), right = _mm256_loadu_si256(line + last);
    __m256i sum = _mm256_mullo_epi32(left, _mm256_set1_epi32((int32_t)(radius + 1)));
    for (ptrdiff_t i = 1; i <= radius && i <= last; i++)
        sum = _mm256_add_epi32(sum, _mm256_loadu_si256(line + i));
    if (radius > last)
        sum = _mm256_add_epi32(
            sum, _mm256_mullo_epi32(right, _mm256_set1_epi32((int32_t)(radius - last))));
    const __m256 inner = _mm256_set1_ps(box.inner), outer = _mm256_set1_ps(box.outer);
    const __m256 magic = _mm256_set1_ps(8388608);
    const __m256i mantissa = _mm256_set1_epi32(0x7FFFFF);
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t far = i - radius - 1, near = i - radius, next = i + radius + 1;
        const __m256i before = far < 0 ? left : _mm256_loadu_si256(line + far);
        const __m256i after = next > last ? right : _mm256_loadu_si256(line + next);
        const __m256i gone = near < 0 ? left : _mm256_loadu_si256(line + near);
        const __m256 inside = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), inner);
        const __m256 edges =
            _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_add_epi32(before, after)), outer);
        const __m256 mean = _mm256_add_ps(_mm256_add_ps(inside, edges), magic);
        _mm256_storeu_si256(out + i, _mm256_and_si256(_mm256_castps_si256(mean), mantissa));
        sum = _mm256_sub_epi32(_mm256_add_epi32(sum, after), gone);
    }
}

// Loads the lines in pairs, pixel by pixel; the last pair may repeat the last line.
CWIK_AVX2 static void load(CWIKLines lines, int32_t *scratch) {
    for (ptrdiff_t i = 0; i < lines.length; i++) {
        const uint8_t *pixels = lines.base + i * lines.step;
        for (ptrdiff_t lane = 0; lane < lines.used; lane += 2) {
            const ptrdiff_t other = lane + 1 < lines.used ? lane + 1 : lane;
            int32_t both[2];
            memcpy(both, pixels + lane * lines.next, 4);
            memcpy(both + 1, pixels + other * lines.next, 4);
            const __m256i numbers =
                _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)both));
            _mm256_storeu_si256((__m256i *)(scratch + (lane * lines.length + i * 2) * 4),
                                _mm256_slli_epi32(numbers, line_bits));
        }
    }
}

CWIK_AVX2 static void store(const int32_t *scratch, CWIKLines lines) {
    const __m256i half = _mm256_set1_epi32(1 << (line_bits - 1));
    for (ptrdiff_t i = 0; i < lines.length; i++) {
        uint8_t *pixels = lines.base + i * lines.step;
        for (ptrdiff_t lane = 0; lane < lines.used; lane += 2) {
            __m256i v = _mm256_loadu_si256(
                (const __m256i *)(scratch + (lane * lines.length + i * 2) * 4));
            v = _mm256_srai_epi32(_mm256_add_epi32(v, half), line_bits);
            // The lowest byte of each number, as in the Swift loop.
            v = _mm256_and_si256(v, _mm256_set1_epi32(0xFF));
            const __m128i words = _mm_packus_epi32(_mm256_castsi256_si128(v),
                                                   _mm256_extracti128_si256(v, 1));
            int32_t both[2];
            _mm_storel_epi64((__m128i *)both, _mm_packus_epi16(words, words));
            memcpy(pixels + lane * lines.next, both, 4);
            if (lane + 1 < lines.used) memcpy(pixels + (lane + 1) * lines.next, both + 1, 4);
        }
    }
}

CWIK_AVX2 void cwik_blur(CWIKLines lines, int32_t *scratch, CWIKBox box) {
    const ptrdiff_t pair = lines.length * 8, used = (lines.used + 1) / 2;
    // There is room for one more pair before and after all of them.
    int32_t *other = scratch + (used + 1) * pair;
    load(lines, scratch + pair);
    for (ptrdiff_t i = 0; i < used; i++) {
        int32_t *line = scratch + (i + 1) * pair;
        blur(line, other, lines.length, box);
        blur(other, line, lines.length, box);
        // Moves to the place of the previous pair.
        blur(line, line - pair, lines.length, box);
    }
    store(scratch, lines);
}

#else

void cwik_blur(CWIKLines lines, int32_t *scratch, CWIKBox box) {
    (void)lines, (void)scratch, (void)box;
}

#endif
