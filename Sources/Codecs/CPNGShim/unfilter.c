#ifdef WEBIMAGE_ENABLED

#include "rows.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// The filters of PNG (third edition), 9.2.

static void undo_sub(uint8_t *row, size_t count, unsigned step) {
    for (size_t i = step; i < count; i++) row[i] = (uint8_t)(row[i] + row[i - step]);
}

static void undo_up(uint8_t *row, const uint8_t *above, size_t count) {
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(row[i] + above[i]);
}

static void undo_average(uint8_t *row, const uint8_t *above, size_t count, unsigned step) {
    for (size_t i = 0; i < count && i < step; i++) row[i] = (uint8_t)(row[i] + above[i] / 2);
    for (size_t i = step; i < count; i++)
        row[i] = (uint8_t)(row[i] + (row[i - step] + above[i]) / 2);
}

static int distance(int a, int b) { return a < b ? b - a : a - b; }

static void undo_paeth(uint8_t *row, const uint8_t *above, size_t count, unsigned step) {
    for (size_t i = 0; i < count && i < step; i++) row[i] = (uint8_t)(row[i] + above[i]);
    for (size_t i = step; i < count; i++) {
        int left = row[i - step], top = above[i], corner = above[i - step];
        int to_left = distance(top, corner), to_top = distance(left, corner);
        int to_corner = distance(left + top, 2 * corner);
        int nearest = to_left <= to_top && to_left <= to_corner ? left
                      : to_top <= to_corner                     ? top
                                                                : corner;
        row[i] = (uint8_t)(row[i] + nearest);
    }
}

#if defined(__SSE2__)

// Processes pixels of three, four, six or eight bytes one at a time, since each depends on the one
// before. Of three bytes four are read, of six eight; the last are in the row or in the slack after
// it. The number is a constant where a function is inlined.

static inline __m128i read_pixel(const uint8_t *bytes, unsigned step) {
    if (step > 4) return _mm_loadl_epi64((const __m128i *)bytes);
    int32_t pixel;
    memcpy(&pixel, bytes, sizeof pixel);
    return _mm_cvtsi32_si128(pixel);
}

static inline void write_pixel(uint8_t *bytes, __m128i pixel, unsigned step) {
    if (step > 4) {
        int64_t value;
        _mm_storel_epi64((__m128i *)&value, pixel);
        memcpy(bytes, &value, step);
    } else {
        int32_t value = _mm_cvtsi128_si32(pixel);
        memcpy(bytes, &value, step);
    }
}

static inline __attribute__((always_inline)) void sub_pixels(uint8_t *row, size_t count,
                                                             unsigned step) {
    __m128i left = _mm_setzero_si128();
    for (size_t i = 0; i < count; i += step) {
        left = _mm_add_epi8(left, read_pixel(row + i, step));
        write_pixel(row + i, left, step);
    }
}

static inline __attribute__((always_inline)) void average_pixels(
    uint8_t *row, const uint8_t *above, size_t count, unsigned step) {
    const __m128i one = _mm_set1_epi8(1);
    __m128i left = _mm_setzero_si128();
    for (size_t i = 0; i < count; i += step) {
        __m128i top = read_pixel(above + i, step);
        // The instruction rounds up.
        __m128i odd = _mm_and_si128(_mm_xor_si128(left, top), one);
        __m128i mean = _mm_sub_epi8(_mm_avg_epu8(left, top), odd);
        left = _mm_add_epi8(mean, read_pixel(row + i, step));
        write_pixel(row + i, left, step);
    }
}

static inline __m128i magnitude(__m128i value) {
    return _mm_max_epi16(value, _mm_sub_epi16(_mm_setzero_si128(), value));
}

static inline __m128i chosen(__m128i mask, __m128i yes, __m128i no) {
    return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
}

static inline __attribute__((always_inline)) void paeth_pixels(
    uint8_t *row, const uint8_t *above, size_t count, unsigned step) {
    const __m128i zero = _mm_setzero_si128();
    __m128i left = zero, corner = zero;
    for (size_t i = 0; i < count; i += step) {
        __m128i top = _mm_unpacklo_epi8(read_pixel(above + i, step), zero);
        __m128i to_left = _mm_sub_epi16(top, corner), to_top = _mm_sub_epi16(left, corner);
        __m128i to_corner = magnitude(_mm_add_epi16(to_left, to_top));
        to_left = magnitude(to_left);
        to_top = magnitude(to_top);
        __m128i least = _mm_min_epi16(to_corner, _mm_min_epi16(to_left, to_top));
        __m128i nearest = chosen(_mm_cmpeq_epi16(least, to_left), left,
                                 chosen(_mm_cmpeq_epi16(least, to_top), top, corner));
        corner = top;
        // In the low byte of each lane, so that it wraps around.
        left = _mm_add_epi8(nearest, _mm_unpacklo_epi8(read_pixel(row + i, step), zero));
        write_pixel(row + i, _mm_packus_epi16(left, left), step);
    }
}

static inline __attribute__((always_inline)) bool unfilter_step(
    uint8_t filter, uint8_t *row, const uint8_t *above, size_t count, unsigned step) {
    switch (filter) {
    case 1: sub_pixels(row, count, step); return true;
    case 3: average_pixels(row, above, count, step); return true;
    case 4: paeth_pixels(row, above, count, step); return true;
    default: return false;
    }
}

static bool unfilter_pixels(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count,
                            unsigned step) {
    switch (step) {
    case 3: return unfilter_step(filter, row, above, count, 3);
    case 4: return unfilter_step(filter, row, above, count, 4);
    case 6: return unfilter_step(filter, row, above, count, 6);
    case 8: return unfilter_step(filter, row, above, count, 8);
    default: return false;
    }
}

#else

static bool unfilter_pixels(uint8_t filter, uint8_t *row, const uint8_t *above, size_t count,
                            unsigned step) {
    (void)filter, (void)row, (void)above, (void)count, (void)step;
    return false;
}

#endif

bool cpng_unfilter(uint8_t filter, uint8_t *row, const uint8_t *previous, size_t count,
                   unsigned pixel_bytes) {
    if (unfilter_pixels(filter, row, previous, count, pixel_bytes)) return true;
    switch (filter) {
    case 0: return true;
    case 1: undo_sub(row, count, pixel_bytes); return true;
    case 2: undo_up(row, previous, count); return true;
    case 3: undo_average(row, previous, count, pixel_bytes); return true;
    case 4: undo_paeth(row, previous, count, pixel_bytes); return true;
    default: return false;
    }
}

#endif
