// Loops of CWebImageKernels: initialized input gives completely initialized output.

#include "input.h"

#include <immintrin.h>
#include <string.h>

#include "../../Sources/Pictures/CWebImageKernels/include/CWebImageKernels.h"

enum { row_count = 6, most_blocks = 5 };

static void check(void *bytes, size_t count) {
    CHECK_DEFINED(bytes, count);
    free(bytes);
}

static void sum(Input *input) {
    const unsigned blocks = 1 + choice(input, most_blocks), pairs = 1 + choice(input, row_count / 2);
    void *rows[row_count];
    int32_t *weights = filled(input, row_count * sizeof *weights);
    for (int i = 0; i < row_count; i++) rows[i] = filled(input, blocks * 32);
    int16_t *bytes = fresh(blocks * 32 * sizeof *bytes);
    cwik_sum_bytes((const uint8_t *const *)rows, weights, pairs, bytes, blocks);
    for (int i = 0; i < row_count; i++) free(rows[i]), rows[i] = filled(input, blocks * 64);
    int16_t *wide = fresh(blocks * 32 * sizeof *wide);
    // Eight values per pair.
    cwik_sum_rows((const int16_t *const *)rows, weights, pairs, wide, blocks * 4);
    uint8_t *pixels = fresh(blocks * 32);
    cwik_store(wide, pixels, blocks * 4, choice(input, 2));
    check(pixels, blocks * 32);
    check(wide, blocks * 32 * sizeof *wide);
    check(bytes, blocks * 32 * sizeof *bytes);
    for (int i = 0; i < row_count; i++) free(rows[i]);
    free(weights);
}

static void halve(Input *input) {
    const unsigned blocks = 1 + choice(input, most_blocks);
    void *rows[row_count];
    int16_t *weights = filled(input, row_count * sizeof *weights);
    for (int i = 0; i < row_count; i++) rows[i] = filled(input, blocks * 32);
    int16_t *even = fresh(blocks * 32), *odd = fresh(blocks * 32);
    cwik_halved_down((const uint8_t *const *)rows, weights, choice(input, 3), even, odd, blocks);
    int16_t *target = fresh(blocks * 32);
    cwik_halved_between((const int16_t *const *)rows, target, blocks * 4);
    // Two pixels before the row and three after it.
    int16_t *row = filled(input, (blocks * 4 + 8) * 8);
    uint8_t *pixels = fresh(blocks * 32);
    cwik_halved_store(row, pixels, blocks, choice(input, 2));
    check(pixels, blocks * 32);
    check(target, blocks * 32);
    check(even, blocks * 32);
    check(odd, blocks * 32);
    for (int i = 0; i < row_count; i++) free(rows[i]);
    free(row);
    free(weights);
}

static void widen(Input *input) {
    const unsigned count = choice(input, 100);
    uint8_t *source = filled(input, count * 3), *target = fresh(count * 4);
    const ptrdiff_t done = cwik_widen(source, target, count, choice(input, 2));
    CHECK_DEFINED(target, (size_t)done * 4);
    free(source);
    free(target);
}

static void recolor(Input *input) {
    const unsigned count = 8 * (1 + choice(input, 6));
    uint8_t *source = filled(input, count * 4), *target = fresh(count * 4);
    int16_t *weights = (int16_t *)filled(input, 12 * sizeof *weights);
    cwik_recolor(source, target, count / 8, weights, choice(input, 15));
    free(source);
    free(weights);
    check(target, count * 4);
}

static void transpose(Input *input) {
    const unsigned width = 8 * (1 + choice(input, 6)), height = 8 * (1 + choice(input, 12));
    uint32_t *source = filled(input, width * height * 4);
    uint32_t *target = _mm_malloc(width * height * 4, 32);
    if (!target) abort();
    cwik_transpose((CWIKColumns){source, height, width, height}, target, width, choice(input, 2));
    CHECK_DEFINED(target, width * height * 4);
    _mm_free(target);
    free(source);
}

static void digest(Input *input) {
    const unsigned count = 1 + choice(input, 3);
    uint8_t *bytes = filled(input, count * 1024), *secret = filled(input, 192);
    uint32_t state[8] = {0};
    uint64_t lanes[8] = {0};
    if (cwik_has_sha256()) cwik_sha256(state, bytes, count * 16);
    if (cwik_has_xxh3()) cwik_xxh3(lanes, bytes, count, secret);
    CHECK_DEFINED(state, sizeof state);
    CHECK_DEFINED(lanes, sizeof lanes);
    free(bytes);
    free(secret);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static void (*const loops[])(Input *) = {sum, halve, widen, recolor, transpose, digest};
    Input input = {bytes, bytes + size};
    const unsigned count = sizeof loops / sizeof *loops;
    if (!cwik_is_available()) return 0;
    while (input.next < input.end) loops[choice(&input, count)](&input);
    return 0;
}
