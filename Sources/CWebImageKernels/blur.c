#include "CWebImageKernels.h"

#include "avx2.h"

#ifdef CWIK_AVX2

#include <string.h>

// The fraction bits between the boxes.
enum { line_bits = 7 };

// Blurs `count` pixels of two adjacent lines, which have the box's reach more on both sides. The steps
// and their order are those of `BlurBox.blur`, since floating point rounds after each.
CWIK_AVX2 static void blur(const int32_t *lines, int32_t *target, ptrdiff_t count, CWIKBox box) {
    const ptrdiff_t span = 2 * (box.radius + 1);
    const __m256i *line = (const __m256i *)lines;
    __m256i *out = (__m256i *)target;
    __m256i sum = _mm256_setzero_si256();
    for (ptrdiff_t i = 1; i < span; i++) sum = _mm256_add_epi32(sum, _mm256_loadu_si256(line + i));
    const __m256 inner = _mm256_set1_ps(box.inner), outer = _mm256_set1_ps(box.outer);
    const __m256 magic = _mm256_set1_ps(8388608);
    const __m256i mantissa = _mm256_set1_epi32(0x7FFFFF);
    for (ptrdiff_t i = 0; i < count; i++) {
        const __m256i before = _mm256_loadu_si256(line + i);
        const __m256i after = _mm256_loadu_si256(line + i + span);
        const __m256i gone = _mm256_loadu_si256(line + i + 1);
        const __m256 inside = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), inner);
        const __m256 edges =
            _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_add_epi32(before, after)), outer);
        const __m256 mean = _mm256_add_ps(_mm256_add_ps(inside, edges), magic);
        _mm256_storeu_si256(out + i, _mm256_and_si256(_mm256_castps_si256(mean), mantissa));
        sum = _mm256_sub_epi32(_mm256_add_epi32(sum, after), gone);
    }
}

// Loads the lines in pairs, pixel by pixel, `margin` pixels behind the beginning of each, and repeats
// the edges over the margins; the last pair may repeat the last line.
CWIK_AVX2 static void load(CWIKLines lines, int32_t *scratch, ptrdiff_t margin) {
    const ptrdiff_t pair = (lines.length + 2 * margin) * 8;
    int32_t *begin = scratch + margin * 8;
    for (ptrdiff_t i = 0; i < lines.length; i++) {
        const uint8_t *pixels = lines.base + i * lines.step;
        for (ptrdiff_t lane = 0; lane < lines.used; lane += 2) {
            const ptrdiff_t other = lane + 1 < lines.used ? lane + 1 : lane;
            int32_t both[2];
            memcpy(both, pixels + lane * lines.next, 4);
            memcpy(both + 1, pixels + other * lines.next, 4);
            const __m256i numbers =
                _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)both));
            _mm256_storeu_si256((__m256i *)(begin + lane / 2 * pair + i * 8),
                                _mm256_slli_epi32(numbers, line_bits));
        }
    }
    for (ptrdiff_t lane = 0; lane < lines.used; lane += 2) {
        __m256i *line = (__m256i *)(scratch + lane / 2 * pair);
        const ptrdiff_t end = margin + lines.length;
        const __m256i left = _mm256_loadu_si256(line + margin);
        const __m256i right = _mm256_loadu_si256(line + end - 1);
        for (ptrdiff_t i = 0; i < margin; i++) {
            _mm256_storeu_si256(line + i, left);
            _mm256_storeu_si256(line + end + i, right);
        }
    }
}

CWIK_AVX2 static void store(const int32_t *scratch, CWIKLines lines, ptrdiff_t pair) {
    const __m256i half = _mm256_set1_epi32(1 << (line_bits - 1));
    for (ptrdiff_t i = 0; i < lines.length; i++) {
        uint8_t *pixels = lines.base + i * lines.step;
        for (ptrdiff_t lane = 0; lane < lines.used; lane += 2) {
            __m256i v =
                _mm256_loadu_si256((const __m256i *)(scratch + lane / 2 * pair + i * 8));
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
    const ptrdiff_t reach = box.radius + 1;
    const ptrdiff_t pair = (lines.length + 6 * reach) * 8, used = (lines.used + 1) / 2;
    // There is room for one more pair behind all of them.
    int32_t *other = scratch + used * pair;
    load(lines, scratch, 3 * reach);
    for (ptrdiff_t i = 0; i < used; i++) {
        int32_t *line = scratch + i * pair;
        blur(line, other, lines.length + 4 * reach, box);
        blur(other, line, lines.length + 2 * reach, box);
        blur(line, other, lines.length, box);
        memcpy(line, other, (size_t)lines.length * 32);
    }
    store(scratch, lines, pair);
}

#else

void cwik_blur(CWIKLines lines, int32_t *scratch, CWIKBox box) {
    (void)lines, (void)scratch, (void)box;
}

#endif
