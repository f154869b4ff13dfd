// What the parts of the inflating share: its states, and its bits.

#pragma once

#include "inflate.h"

enum {
    in_header = 0,
    in_block,
    in_stored_length,
    in_stored,
    in_counts,
    in_length_codes,
    in_lengths,
    in_codes,
    in_checksum,
    in_nothing,
    in_damage,
};

enum {
    longest_match = 258,
    // What copies in steps of 16 bytes may write behind a match.
    overrun = 32,
    capacity = cpng_reach + cpng_piece,
};

// Takes whole bytes until there are 56 bits or more, never 64, or no bytes.
static inline void refill(CPNGInflate *inflate) {
    while (inflate->bit_count < 56 && inflate->next < inflate->end) {
        inflate->bits |= (uint64_t)*inflate->next++ << inflate->bit_count;
        inflate->bit_count += 8;
    }
}

static inline bool has(CPNGInflate *inflate, unsigned count) {
    if (inflate->bit_count < count) refill(inflate);
    return inflate->bit_count >= count;
}

static inline unsigned take(CPNGInflate *inflate, unsigned count) {
    unsigned value = (unsigned)(inflate->bits & ((UINT64_C(1) << count) - 1));
    inflate->bits >>= count;
    inflate->bit_count -= count;
    return value;
}

static inline CPNGInflateStatus go_on(CPNGInflate *inflate, int state) {
    inflate->state = state;
    return CPNGInflateFull;
}

/// Reads codes to the end of a block, hungry or full.
CPNGInflateStatus cpng_inflate_codes(CPNGInflate *inflate);
