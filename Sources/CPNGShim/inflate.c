#ifdef WEBIMAGE_ENABLED

#include "bits.h"

#include <stdlib.h>
#include <string.h>

enum { code_of_lengths_bits = 7, end_of_block = 256 };

bool cpng_inflate_open(CPNGInflate *inflate) {
    memset(inflate, 0, sizeof *inflate);
    inflate->window = malloc(capacity + longest_match + 2 * overrun);
    inflate->checksum = 1;
    inflate->state = in_header;
    return inflate->window != NULL;
}

void cpng_inflate_close(CPNGInflate *inflate) { free(inflate->window); }

// Each of the following reads one thing. Hungry, it has read nothing of it.

static CPNGInflateStatus read_header(CPNGInflate *inflate) {
    if (!has(inflate, 16)) return CPNGInflateHungry;
    unsigned method = take(inflate, 8), flags = take(inflate, 8);
    if ((method * 256 + flags) % 31 != 0 || (method & 15) != 8 || method >> 4 > 7 || flags & 32)
        return CPNGInflateDamaged;
    return go_on(inflate, in_block);
}

static CPNGInflateStatus read_block(CPNGInflate *inflate) {
    if (inflate->is_last_block) return go_on(inflate, in_checksum);
    if (!has(inflate, 3)) return CPNGInflateHungry;
    inflate->is_last_block = take(inflate, 1);
    switch (take(inflate, 2)) {
    case 0: return go_on(inflate, in_stored_length);
    case 1:
        cpng_inflate_fixed(&inflate->literals, &inflate->distances);
        return go_on(inflate, in_codes);
    case 2: return go_on(inflate, in_counts);
    default: return CPNGInflateDamaged;
    }
}

static CPNGInflateStatus read_stored_length(CPNGInflate *inflate) {
    // The rest of a byte is passed over; whole bytes come and go only in eights.
    take(inflate, inflate->bit_count % 8);
    if (!has(inflate, 32)) return CPNGInflateHungry;
    unsigned length = take(inflate, 16), check = take(inflate, 16);
    if (length != (check ^ 0xFFFF)) return CPNGInflateDamaged;
    inflate->stored = length;
    return go_on(inflate, in_stored);
}

static CPNGInflateStatus read_stored(CPNGInflate *inflate) {
    while (inflate->stored > 0 && inflate->filled < capacity) {
        if (inflate->bit_count >= 8) {
            inflate->window[inflate->filled++] = (uint8_t)take(inflate, 8);
            inflate->stored--;
            continue;
        }
        size_t count = (size_t)(inflate->end - inflate->next);
        if (count > inflate->stored) count = inflate->stored;
        if (count > capacity - inflate->filled) count = capacity - inflate->filled;
        if (count == 0) return CPNGInflateHungry;
        memcpy(inflate->window + inflate->filled, inflate->next, count);
        inflate->filled += count;
        inflate->next += count;
        inflate->stored -= (unsigned)count;
    }
    if (inflate->stored == 0) return go_on(inflate, in_block);
    return CPNGInflateFull;
}

static CPNGInflateStatus read_counts(CPNGInflate *inflate) {
    if (!has(inflate, 14)) return CPNGInflateHungry;
    inflate->literal_count = take(inflate, 5) + 257;
    inflate->distance_count = take(inflate, 5) + 1;
    inflate->length_count = take(inflate, 4) + 4;
    inflate->lengths_read = 0;
    memset(inflate->lengths, 0, sizeof inflate->lengths);
    if (inflate->literal_count > 286 || inflate->distance_count > 30) return CPNGInflateDamaged;
    return go_on(inflate, in_length_codes);
}

static CPNGInflateStatus read_length_codes(CPNGInflate *inflate) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    while (inflate->lengths_read < inflate->length_count) {
        if (!has(inflate, 3)) return CPNGInflateHungry;
        inflate->lengths[order[inflate->lengths_read++]] = (uint8_t)take(inflate, 3);
    }
    // Until the codes themselves are made, the table of literals is that of their lengths.
    if (!cpng_inflate_table(inflate->own_literals, code_of_lengths_bits, 1 << code_of_lengths_bits,
                            inflate->lengths, 19, CPNGCodeLengths))
        return CPNGInflateDamaged;
    memset(inflate->lengths, 0, sizeof inflate->lengths);
    inflate->lengths_read = 0;
    return go_on(inflate, in_lengths);
}

static CPNGInflateStatus read_lengths(CPNGInflate *inflate) {
    static const uint8_t extras[3] = {2, 3, 7}, least[3] = {3, 3, 11};
    const unsigned all = inflate->literal_count + inflate->distance_count;
    uint8_t *lengths = inflate->lengths;
    while (inflate->lengths_read < all) {
        // No more than there are: the last code may be followed by nothing.
        has(inflate, 14);
        uint32_t entry = inflate->own_literals[inflate->bits & ((1 << code_of_lengths_bits) - 1)];
        unsigned length = entry & 15, symbol = entry >> 16;
        unsigned extra = symbol < 16 ? 0 : extras[symbol - 16];
        if (inflate->bit_count < length + extra) return CPNGInflateHungry;
        take(inflate, length);
        if (symbol < 16) {
            lengths[inflate->lengths_read++] = (uint8_t)symbol;
            continue;
        }
        unsigned count = least[symbol - 16] + take(inflate, extra), at = inflate->lengths_read;
        if (at + count > all || (symbol == 16 && at == 0)) return CPNGInflateDamaged;
        memset(lengths + at, symbol == 16 ? lengths[at - 1] : 0, count);
        inflate->lengths_read += count;
    }
    if (lengths[end_of_block] == 0
        || !cpng_inflate_table(inflate->own_literals, cpng_literal_bits, cpng_literal_entries,
                               lengths, inflate->literal_count, CPNGCodeLiterals)
        || !cpng_inflate_table(inflate->own_distances, cpng_distance_bits, cpng_distance_entries,
                               lengths + inflate->literal_count, inflate->distance_count,
                               CPNGCodeDistances))
        return CPNGInflateDamaged;
    inflate->literals = inflate->own_literals;
    inflate->distances = inflate->own_distances;
    return go_on(inflate, in_codes);
}

static CPNGInflateStatus read_checksum(CPNGInflate *inflate) {
    take(inflate, inflate->bit_count % 8);
    if (!has(inflate, 32)) return CPNGInflateHungry;
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++) sum = sum << 8 | take(inflate, 8);
    inflate->state = in_nothing;
    return sum == inflate->checksum ? CPNGInflateEnded : CPNGInflateDamaged;
}

static CPNGInflateStatus read_next(CPNGInflate *inflate) {
    switch (inflate->state) {
    case in_header: return read_header(inflate);
    case in_block: return read_block(inflate);
    case in_stored_length: return read_stored_length(inflate);
    case in_stored: return read_stored(inflate);
    case in_counts: return read_counts(inflate);
    case in_length_codes: return read_length_codes(inflate);
    case in_lengths: return read_lengths(inflate);
    case in_codes: return cpng_inflate_codes(inflate);
    case in_checksum: return read_checksum(inflate);
    case in_damage: return CPNGInflateDamaged;
    default: return CPNGInflateEnded;
    }
}

CPNGInflateStatus cpng_inflate_step(CPNGInflate *inflate) {
    if (inflate->filled >= capacity) {
        memmove(inflate->window, inflate->window + inflate->filled - cpng_reach, cpng_reach);
        inflate->filled = cpng_reach;
    }
    inflate->taken = inflate->filled;
    for (;;) {
        size_t before = inflate->filled;
        CPNGInflateStatus status = read_next(inflate);
        size_t count = inflate->filled - before;
        inflate->checksum = cpng_adler(inflate->checksum, inflate->window + before, count);
        if (status == CPNGInflateDamaged) inflate->state = in_damage;
        if (status != CPNGInflateFull || inflate->filled >= capacity) return status;
    }
}

#endif
