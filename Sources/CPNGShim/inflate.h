// A zlib stream of the pixels, inflated in pieces (RFC 1950 and 1951).
//
// zlib's own takes twice the time, which is half of all that a large PNG costs. This one keeps to its
// rules of what is damaged.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    cpng_literal_bits = 11,
    cpng_distance_bits = 9,
    // More entries than any codes need: behind a root, 2 to the n entries have n + 1 codes or more.
    cpng_literal_entries = 3072,
    cpng_distance_entries = 1024,
    cpng_reach = 1 << 15,
    cpng_piece = 1 << 15,
};

/// What ended a step.
typedef enum {
    /// All bytes that were fed are read.
    CPNGInflateHungry,
    /// There is no room for more before the bytes are taken.
    CPNGInflateFull,
    /// The stream is over, and its checksum holds.
    CPNGInflateEnded,
    /// The stream breaks the rules.
    CPNGInflateDamaged,
} CPNGInflateStatus;

/// A stream in work.
typedef struct {
    // Unread bytes, and those bits of the bytes before that are not used yet.
    const uint8_t *next;
    const uint8_t *end;
    uint64_t bits;
    unsigned bit_count;
    // What is read next: a function of its own, so that any byte may be the last for now.
    int state;
    bool is_last_block;
    // A stored block's rest; the tables of codes that are being read, a block's own or the fixed.
    unsigned stored;
    unsigned literal_count;
    unsigned distance_count;
    unsigned length_count;
    unsigned lengths_read;
    uint8_t lengths[320];
    const uint32_t *literals;
    const uint32_t *distances;
    uint32_t own_literals[cpng_literal_entries];
    uint32_t own_distances[cpng_distance_entries];
    // Inflated bytes, of which those up to `taken` are taken and the last 32 kB are kept.
    uint8_t *window;
    size_t taken;
    size_t filled;
    uint32_t checksum;
} CPNGInflate;

/// Prepares for a stream; false without memory.
bool cpng_inflate_open(CPNGInflate *inflate);
void cpng_inflate_close(CPNGInflate *inflate);

/// Inflates until something ends that; nothing may be left to take.
CPNGInflateStatus cpng_inflate_step(CPNGInflate *inflate);

/// The checksum of a zlib stream, going on from `checksum`, which is 1 at first.
uint32_t cpng_adler(uint32_t checksum, const uint8_t *bytes, size_t count);

/// What the symbols of a code stand for.
typedef enum {
    /// The lengths of the other two codes.
    CPNGCodeLengths,
    /// Literals, the end of the block, and lengths of matches.
    CPNGCodeLiterals,
    CPNGCodeDistances,
} CPNGCode;

/// Makes a table for codes of these lengths, of which 0 means no code; false when they are no code.
bool cpng_inflate_table(uint32_t *table, unsigned root, unsigned most, const uint8_t *lengths,
                        unsigned count, CPNGCode code);

/// The tables of the fixed codes, made once: else short blocks would cost a table each.
void cpng_inflate_fixed(const uint32_t **literals, const uint32_t **distances);

// An entry of a table: a value in the upper half, kind and number of extra bits, and how many bits
// the code has, at its level.
enum {
    cpng_kind_literal = 0x0000,
    cpng_kind_base = 0x1000,
    cpng_kind_end = 0x2000,
    cpng_kind_table = 0x3000,
    cpng_kind_none = 0x4000,
    cpng_kind_mask = 0x7000,
};
