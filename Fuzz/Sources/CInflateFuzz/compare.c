#include "CInflateFuzz.h"
#include "shim.h"
#include "streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

// Three windows and more, so that bytes are moved to the front several times.
enum { most = 3 << 16, room = most + (1 << 16) };

typedef enum { over, truncated, damaged, cut_off } Verdict;

// What an inflater made of a stream; of one that is over, how many bytes it has.
typedef struct {
    Verdict verdict;
    size_t used;
    size_t count;
    uint8_t *bytes;
} Outcome;

static uint32_t next_number(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

// Kept, since it is dear to make under the sanitizer.
static uint8_t their_room[room], our_room[room];

// All at once, byte by byte, or in pieces of any length up to twenty or to a few thousand.
static size_t piece(uint32_t *seed, unsigned style, size_t left) {
    size_t count = left;
    if (style == 1) count = 1;
    if (style == 2) count = 1 + next_number(seed) % 20;
    if (style == 3) count = 1 + next_number(seed) % 3000;
    return count < left ? count : left;
}

static Outcome by_zlib(Bytes stream, uint32_t seed, unsigned style) {
    Outcome outcome = {truncated, 0, 0, their_room};
    z_stream codec = {.next_out = outcome.bytes, .avail_out = most};
    inflateInit(&codec);
    int result = Z_OK;
    for (size_t at = 0; at < stream.count && result == Z_OK && codec.avail_out > 0;) {
        size_t count = piece(&seed, style, stream.count - at);
        codec.next_in = stream.bytes + at;
        codec.avail_in = (uInt)count;
        result = inflate(&codec, Z_NO_FLUSH);
        if (result == Z_BUF_ERROR) result = Z_OK;
        at += count;
    }
    outcome.count = codec.total_out;
    if (codec.avail_out == 0) outcome.verdict = cut_off;
    else if (result == Z_STREAM_END) outcome.verdict = over;
    else if (result != Z_OK) outcome.verdict = damaged;
    outcome.used = codec.total_in;
    // A dictionary, which pixels never have: zlib asks for it by a name that it has to read first.
    if (outcome.verdict == truncated && stream.count >= 2 && stream.bytes[1] & 32
        && outcome.count == 0 && codec.total_in < 6)
        outcome.verdict = damaged;
    inflateEnd(&codec);
    return outcome;
}

// Takes what there is into the outcome; whether to go on.
static bool take_all(CPNGInflate *codec, Outcome *outcome) {
    size_t count = codec->filled - codec->taken;
    memcpy(outcome->bytes + outcome->count, codec->window + codec->taken, count);
    outcome->count += count;
    codec->taken = codec->filled;
    if (outcome->count < most) return true;
    outcome->verdict = cut_off;
    return false;
}

// Steps until the piece is read; whether there is more to do.
static bool step_on(CPNGInflate *codec, Outcome *outcome) {
    for (;;) {
        CPNGInflateStatus status = cpng_inflate_step(codec);
        if (!take_all(codec, outcome)) return false;
        if (status == CPNGInflateHungry) return true;
        if (status == CPNGInflateFull) continue;
        outcome->verdict = status == CPNGInflateEnded ? over : damaged;
        return false;
    }
}

static Outcome by_shim(Bytes stream, uint32_t seed, unsigned style) {
    Outcome outcome = {truncated, 0, 0, our_room};
    CPNGInflate *codec = malloc(sizeof *codec);
    if (!cpng_inflate_open(codec)) abort();
    for (size_t at = 0; at < stream.count;) {
        size_t count = piece(&seed, style, stream.count - at);
        // Its own memory, so that the sanitizer sees what is read beside it.
        uint8_t *bytes = malloc(count);
        memcpy(bytes, stream.bytes + at, count);
        codec->next = bytes;
        codec->end = bytes + count;
        bool goes_on = step_on(codec, &outcome);
        outcome.used = at + (size_t)(codec->next - bytes) - codec->bit_count / 8;
        free(bytes);
        if (!goes_on) break;
        at += count;
    }
    cpng_inflate_close(codec);
    free(codec);
    return outcome;
}

static void compare(const Outcome *a, const Outcome *b) {
    size_t count = a->count < b->count ? a->count : b->count;
    bool is_equal = a->verdict == b->verdict && memcmp(a->bytes, b->bytes, count) == 0;
    if (a->verdict != cut_off) is_equal = is_equal && a->count == b->count;
    if (a->verdict == over) is_equal = is_equal && a->used == b->used;
    if (is_equal) return;
    fprintf(stderr, "ERROR: zlib %d, %zu bytes of %zu; shim %d, %zu bytes of %zu\n", a->verdict,
            a->count, a->used, b->verdict, b->count, b->used);
    abort();
}

// PNG (third edition), 9.2, as it is written there.
static uint8_t predicted(uint8_t filter, int left, int top, int corner) {
    int sum = left + top - corner;
    int a = abs(sum - left), b = abs(sum - top), c = abs(sum - corner);
    switch (filter) {
    case 1: return (uint8_t)left;
    case 2: return (uint8_t)top;
    case 3: return (uint8_t)((left + top) / 2);
    case 4: return (uint8_t)(a <= b && a <= c ? left : b <= c ? top : corner);
    default: return 0;
    }
}

// Two rows of the input, unfiltered by both ways.
static void compare_rows(const uint8_t *bytes, size_t count) {
    enum { slack = 32 };
    for (unsigned step = 1; step <= 4; step++) {
        size_t length = count / 2 / step * step;
        for (uint8_t filter = 0; filter <= 5; filter++) {
            uint8_t *row = calloc(1, length + slack), *above = calloc(1, length + slack);
            memcpy(row, bytes, length);
            memcpy(above, bytes + length, length);
            if (cpng_unfilter(filter, row, above, length, step) != (filter < 5)) abort();
            for (size_t i = 0; i < length && filter < 5; i++) {
                int left = i < step ? 0 : row[i - step], corner = i < step ? 0 : above[i - step];
                uint8_t value = (uint8_t)(bytes[i] + predicted(filter, left, above[i], corner));
                if (row[i] != value) abort();
            }
            free(row);
            free(above);
        }
    }
}

void fuzz_inflate(const uint8_t *bytes, size_t count) {
    if (count == 0) return;
    Bytes stream = stream_of_input(bytes, count);
    uint32_t seed = 1 + bytes[count - 1];
    Outcome theirs = by_zlib(stream, seed, seed / 4 % 4);
    // At once, and in pieces.
    for (unsigned i = 0; i < 2; i++) {
        Outcome ours = by_shim(stream, seed, i * (1 + seed % 3));
        compare(&theirs, &ours);
    }
    free(stream.bytes);
    compare_rows(bytes, count < 256 ? count : 256);
}
