#include "CInflateFuzz.h"
#include "shim.h"
#include "streams.h"

#include <stdio.h>
#include <string.h>

// Streams and rows use the sanitizer's allocator; pieces are allocated between guard pages.
#undef calloc
#undef malloc
#undef free

#include <zlib.h>

// Large enough for many pieces, so that the history moves to the front several times.
enum { most = 6 << 16, room = most + (1 << 16) };

typedef enum { over, truncated, damaged, cut_off } Verdict;

// The result of an inflater on a stream, with its error message.
typedef struct {
    Verdict verdict;
    size_t count;
    uint8_t *bytes;
    const char *reason;
} Outcome;

static uint32_t next_number(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

// Static, since allocation is expensive under the sanitizer.
static uint8_t their_room[room], our_room[room];

// Returns all bytes, a single one, or a random length up to twenty or to a few thousand.
static size_t piece(uint32_t *seed, unsigned style, size_t left) {
    size_t count = left;
    if (style == 1) count = 1;
    if (style == 2) count = 1 + next_number(seed) % 20;
    if (style == 3) count = 1 + next_number(seed) % 3000;
    return count < left ? count : left;
}

// Inflates the whole stream in one call to zlib.
static Outcome by_zlib(Bytes stream) {
    Outcome outcome = {truncated, 0, their_room, NULL};
    z_stream codec = {.next_in = stream.bytes, .avail_in = (uInt)stream.count,
                      .next_out = outcome.bytes, .avail_out = most};
    inflateInit(&codec);
    int result = inflate(&codec, Z_SYNC_FLUSH);
    outcome.count = codec.total_out;
    outcome.reason = codec.msg ? codec.msg : "a dictionary";
    if (codec.avail_out == 0) outcome.verdict = cut_off;
    else if (result == Z_STREAM_END) outcome.verdict = over;
    else if (result != Z_OK && result != Z_BUF_ERROR) outcome.verdict = damaged;
    // A dictionary, which PNG never has: zlib first reads the identifier of it.
    if (outcome.verdict == truncated && stream.count >= 2 && stream.bytes[1] & 32
        && outcome.count == 0 && codec.total_in < 6)
        outcome.verdict = damaged;
    inflateEnd(&codec);
    return outcome;
}

// Steps until the piece is read. Returns whether the stream goes on.
static bool step_on(CPNGStream *codec, Outcome *outcome) {
    for (;;) {
        CPNGStreamStatus status = cpng_stream_step(codec);
        if (codec->count > cpng_piece) abort();
        memcpy(outcome->bytes + outcome->count, codec->bytes, codec->count);
        outcome->count += codec->count;
        if (outcome->count >= most) {
            outcome->verdict = cut_off;
            return false;
        }
        if (status == CPNGStreamHungry) return true;
        if (status == CPNGStreamFull) continue;
        outcome->verdict = status == CPNGStreamEnded ? over : damaged;
        return false;
    }
}

static Outcome by_shim(const CPNGEngine *engine, Bytes stream, uint32_t seed, unsigned style,
                       bool is_exact) {
    Outcome outcome = {truncated, 0, our_room, NULL};
    CPNGStream codec;
    guarded_at_end(seed & 1);
    if (!cpng_stream_open(&codec, engine)) abort();
    codec.is_near_end = is_exact;
    for (size_t at = 0; at < stream.count;) {
        size_t count = piece(&seed, style, stream.count - at);
        // Bytes next to a piece must not be read; the guard page alternates between both ends.
        guarded_at_end(next_number(&seed) & 1);
        uint8_t *bytes = guarded_allocate(count);
        memcpy(bytes, stream.bytes + at, count);
        cpng_stream_feed(&codec, bytes, count);
        bool goes_on = step_on(&codec, &outcome);
        guarded_release(bytes);
        if (!goes_on) break;
        at += count;
    }
    cpng_stream_close(&codec);
    return outcome;
}

// ISA-L accepts incomplete codes, and reports damage only at a symbol without a code. It rejects an
// empty code of lengths at once; zlib first reads symbols of it.
static bool is_known(const Outcome *zlib, const Outcome *ours) {
    if (zlib->verdict == truncated && ours->verdict == damaged) return true;
    return zlib->verdict == damaged && strstr(zlib->reason, "set") != NULL;
}

// ISA-L decodes up to three literals at once, and waits for the bits of all of them.
enum { most_withheld = 2 };

static void compare(const Outcome *zlib, const Outcome *ours, bool is_isal, bool is_exact) {
    size_t count = zlib->count < ours->count ? zlib->count : ours->count;
    bool is_equal = memcmp(zlib->bytes, ours->bytes, count) == 0;
    bool is_cut = zlib->verdict == cut_off || ours->verdict == cut_off;
    bool has_count = zlib->count == ours->count
        || (!is_exact && ours->verdict == damaged && zlib->count > ours->count)
        || (is_isal && ours->verdict == truncated && zlib->count > ours->count
            && zlib->count - ours->count <= most_withheld);
    bool has_verdict = zlib->verdict == ours->verdict && (is_cut || has_count);
    // The shim's last step, whose bytes are discarded, went beyond the end of zlib's buffer.
    if (!is_exact && zlib->verdict == cut_off && ours->verdict == damaged)
        has_verdict = ours->count + cpng_piece >= most;
    if (is_equal && (has_verdict || (is_isal && is_known(zlib, ours)))) return;
    fprintf(stderr, "ERROR: zlib %d (%s), %zu bytes; shim over %s %d, %zu bytes; equal %d\n",
            zlib->verdict, zlib->reason, zlib->count, is_isal ? "ISA-L" : "zlib", ours->verdict,
            ours->count, is_equal);
    abort();
}

// Transcribed from PNG (third edition), 9.2.
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

// Compares two rows of the input, unfiltered both ways.
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
    Outcome theirs = by_zlib(stream);
    const CPNGEngine *engines[] = {cpng_isal(), &cpng_zlib};
    // Whole and in pieces, over both engines.
    for (unsigned i = 0; i < 4; i++) {
        const CPNGEngine *engine = engines[i / 2];
        if (!engine) continue;
        bool is_isal = engine != &cpng_zlib, is_exact = !is_isal || seed / 4 % 4 > 0;
        Outcome ours = by_shim(engine, stream, seed, i % 2 * (1 + seed % 3), is_exact);
        compare(&theirs, &ours, is_isal, is_exact);
    }
    free(stream.bytes);
    compare_rows(bytes, count < 256 ? count : 256);
}
