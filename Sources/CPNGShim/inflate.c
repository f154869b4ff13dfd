#ifdef WEBIMAGE_ENABLED

#include "inflate.h"

#include <stdlib.h>
#include <string.h>

enum {
    in_header,
    in_block,
    in_stored_length,
    in_stored,
    in_counts,
    in_length_codes,
    in_lengths,
    in_codes,
    in_checksum,
    in_nothing,
};

enum {
    longest_match = 258,
    // What copies in steps of 16 bytes may write behind a match.
    overrun = 32,
    capacity = cpng_reach + cpng_piece,
    code_of_lengths_bits = 7,
    end_of_block = 256,
};

bool cpng_inflate_open(CPNGInflate *inflate) {
    memset(inflate, 0, sizeof *inflate);
    inflate->window = malloc(capacity + longest_match + 2 * overrun);
    inflate->checksum = 1;
    inflate->state = in_header;
    return inflate->window != NULL;
}

void cpng_inflate_close(CPNGInflate *inflate) { free(inflate->window); }

// Takes whole bytes until there are 56 bits or more, never 64, or no bytes.
static void refill(CPNGInflate *inflate) {
    while (inflate->bit_count < 56 && inflate->next < inflate->end) {
        inflate->bits |= (uint64_t)*inflate->next++ << inflate->bit_count;
        inflate->bit_count += 8;
    }
}

static bool has(CPNGInflate *inflate, unsigned count) {
    if (inflate->bit_count < count) refill(inflate);
    return inflate->bit_count >= count;
}

static unsigned take(CPNGInflate *inflate, unsigned count) {
    unsigned value = (unsigned)(inflate->bits & ((UINT64_C(1) << count) - 1));
    inflate->bits >>= count;
    inflate->bit_count -= count;
    return value;
}

static CPNGInflateStatus go_on(CPNGInflate *inflate, int state) {
    inflate->state = state;
    return CPNGInflateFull;
}

// Each of the following reads one thing. Hungry, it has read nothing of it.

static CPNGInflateStatus read_header(CPNGInflate *inflate) {
    if (!has(inflate, 16)) return CPNGInflateHungry;
    unsigned method = take(inflate, 8), flags = take(inflate, 8);
    if ((method * 256 + flags) % 31 != 0 || (method & 15) != 8 || method >> 4 > 7 || flags & 32)
        return CPNGInflateDamaged;
    return go_on(inflate, in_block);
}

static bool make_fixed_tables(CPNGInflate *inflate) {
    uint8_t *lengths = inflate->lengths;
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    if (!cpng_inflate_table(inflate->literals, cpng_literal_bits, cpng_literal_entries, lengths,
                            288, false))
        return false;
    memset(lengths, 5, 32);
    return cpng_inflate_table(inflate->distances, cpng_distance_bits, cpng_distance_entries,
                              lengths, 32, true);
}

static CPNGInflateStatus read_block(CPNGInflate *inflate) {
    if (inflate->is_last_block) return go_on(inflate, in_checksum);
    if (!has(inflate, 3)) return CPNGInflateHungry;
    inflate->is_last_block = take(inflate, 1);
    switch (take(inflate, 2)) {
    case 0: return go_on(inflate, in_stored_length);
    case 1:
        if (!make_fixed_tables(inflate)) return CPNGInflateDamaged;
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
    if (!cpng_inflate_table(inflate->literals, code_of_lengths_bits, 1 << code_of_lengths_bits,
                            inflate->lengths, 19, false))
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
        uint32_t entry = inflate->literals[inflate->bits & ((1 << code_of_lengths_bits) - 1)];
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
        || !cpng_inflate_table(inflate->literals, cpng_literal_bits, cpng_literal_entries,
                               lengths, inflate->literal_count, false)
        || !cpng_inflate_table(inflate->distances, cpng_distance_bits, cpng_distance_entries,
                               lengths + inflate->literal_count, inflate->distance_count, true))
        return CPNGInflateDamaged;
    return go_on(inflate, in_codes);
}

// Writes up to `overrun` bytes behind the match; the window has room for them.
static inline void copy(uint8_t *out, size_t distance, size_t length) {
    const uint8_t *from = out - distance;
    uint8_t *end = out + length;
    if (distance >= 16) {
        do {
            memcpy(out, from, 16);
            out += 16;
            from += 16;
        } while (out < end);
    } else if (distance == 1) {
        memset(out, *from, length);
    } else {
        while (out < end) *out++ = *from++;
    }
}

static inline uint64_t load(const uint8_t *bytes) {
    uint64_t value = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&value, bytes, sizeof value);
#else
    for (int i = 0; i < 8; i++) value |= (uint64_t)bytes[i] << 8 * i;
#endif
    return value;
}

// As long as eight bytes are ahead. A length and its distance have 48 bits at most.
static CPNGInflateStatus read_codes_fast(CPNGInflate *inflate) {
    const uint8_t *next = inflate->next, *end = inflate->end;
    uint64_t bits = inflate->bits;
    unsigned bit_count = inflate->bit_count;
    uint8_t *out = inflate->window + inflate->filled;
    uint8_t *const full = inflate->window + capacity;
    const uint64_t root = (1 << cpng_literal_bits) - 1;
    CPNGInflateStatus status = CPNGInflateHungry;
    while (end - next >= 8 && out < full) {
        bits |= load(next) << bit_count;
        next += (63 - bit_count) >> 3;
        bit_count |= 56;
        uint32_t entry = inflate->literals[bits & root];
        // Three literals that fit the root have 33 bits at most; behind one, a length and its
        // distance may want more than is left.
        if ((entry & cpng_kind_mask) == cpng_kind_literal) {
            bits >>= entry & 15;
            bit_count -= entry & 15;
            *out++ = (uint8_t)(entry >> 16);
            entry = inflate->literals[bits & root];
            if ((entry & cpng_kind_mask) == cpng_kind_literal) {
                bits >>= entry & 15;
                bit_count -= entry & 15;
                *out++ = (uint8_t)(entry >> 16);
                entry = inflate->literals[bits & root];
                if ((entry & cpng_kind_mask) == cpng_kind_literal) {
                    bits >>= entry & 15;
                    bit_count -= entry & 15;
                    *out++ = (uint8_t)(entry >> 16);
                }
                continue;
            }
            if (end - next < 8) continue;
            bits |= load(next) << bit_count;
            next += (63 - bit_count) >> 3;
            bit_count |= 56;
        }
        if ((entry & cpng_kind_mask) == cpng_kind_table) {
            unsigned size = entry >> 8 & 15;
            bits >>= cpng_literal_bits;
            bit_count -= cpng_literal_bits;
            entry = inflate->literals[(entry >> 16) + (bits & ((1u << size) - 1))];
        }
        bits >>= entry & 15;
        bit_count -= entry & 15;
        if ((entry & cpng_kind_mask) == cpng_kind_literal) {
            *out++ = (uint8_t)(entry >> 16);
            continue;
        }
        if ((entry & cpng_kind_mask) != cpng_kind_base) {
            bool is_end = (entry & cpng_kind_mask) == cpng_kind_end;
            status = is_end ? go_on(inflate, in_block) : CPNGInflateDamaged;
            break;
        }
        unsigned extra = entry >> 8 & 15;
        size_t length = (entry >> 16) + (bits & ((1u << extra) - 1));
        bits >>= extra;
        bit_count -= extra;
        entry = inflate->distances[bits & ((1 << cpng_distance_bits) - 1)];
        if ((entry & cpng_kind_mask) == cpng_kind_table) {
            unsigned size = entry >> 8 & 15;
            bits >>= cpng_distance_bits;
            bit_count -= cpng_distance_bits;
            entry = inflate->distances[(entry >> 16) + (bits & ((1u << size) - 1))];
        }
        bits >>= entry & 15;
        bit_count -= entry & 15;
        extra = entry >> 8 & 15;
        size_t distance = (entry >> 16) + (bits & ((1u << extra) - 1));
        bits >>= extra;
        bit_count -= extra;
        if ((entry & cpng_kind_mask) != cpng_kind_base
            || distance > (size_t)(out - inflate->window)) {
            status = CPNGInflateDamaged;
            break;
        }
        copy(out, distance, length);
        out += length;
    }
    // Only whole bytes that were counted belong to the bits.
    inflate->bits = bits & ((UINT64_C(1) << bit_count) - 1);
    inflate->bit_count = bit_count;
    inflate->next = next;
    inflate->filled = (size_t)(out - inflate->window);
    return status;
}

// The entry of the code that comes next, and how many bits it has; those may not be there.
static uint32_t look_up(const uint32_t *table, unsigned root, uint64_t bits, unsigned *length) {
    uint32_t entry = table[bits & ((1u << root) - 1)];
    *length = entry & 15;
    if ((entry & cpng_kind_mask) != cpng_kind_table) return entry;
    unsigned size = entry >> 8 & 15;
    entry = table[(entry >> 16) + (bits >> root & ((1u << size) - 1))];
    *length += entry & 15;
    return entry;
}

// One code at a time, with as few bytes as there are.
static CPNGInflateStatus read_codes(CPNGInflate *inflate) {
    while (inflate->filled < capacity) {
        if (inflate->end - inflate->next >= 16) {
            CPNGInflateStatus status = read_codes_fast(inflate);
            if (status != CPNGInflateHungry) return status;
            continue;
        }
        refill(inflate);
        unsigned length, distance_length;
        uint64_t bits = inflate->bits;
        uint32_t entry = look_up(inflate->literals, cpng_literal_bits, bits, &length);
        if (length > inflate->bit_count) return CPNGInflateHungry;
        switch (entry & cpng_kind_mask) {
        case cpng_kind_literal:
            take(inflate, length);
            inflate->window[inflate->filled++] = (uint8_t)(entry >> 16);
            continue;
        case cpng_kind_end: take(inflate, length); return go_on(inflate, in_block);
        case cpng_kind_base: break;
        default: return CPNGInflateDamaged;
        }
        unsigned extra = entry >> 8 & 15;
        size_t count = (entry >> 16) + (bits >> length & ((1u << extra) - 1));
        length += extra;
        if (length > inflate->bit_count) return CPNGInflateHungry;
        entry = look_up(inflate->distances, cpng_distance_bits, bits >> length, &distance_length);
        length += distance_length;
        extra = entry >> 8 & 15;
        if (length > inflate->bit_count) return CPNGInflateHungry;
        if ((entry & cpng_kind_mask) != cpng_kind_base) return CPNGInflateDamaged;
        size_t distance = (entry >> 16) + (bits >> length & ((1u << extra) - 1));
        length += extra;
        if (length > inflate->bit_count) return CPNGInflateHungry;
        if (distance > inflate->filled) return CPNGInflateDamaged;
        take(inflate, length);
        copy(inflate->window + inflate->filled, distance, count);
        inflate->filled += count;
    }
    return CPNGInflateFull;
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
    case in_codes: return read_codes(inflate);
    case in_checksum: return read_checksum(inflate);
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
        if (status != CPNGInflateFull || inflate->filled >= capacity) return status;
    }
}

#endif
