#ifdef WEBIMAGE_ENABLED

#include "bits.h"

#include <string.h>

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
    const uint32_t *const literals = inflate->literals, *const distances = inflate->distances;
    const uint64_t root = (1 << cpng_literal_bits) - 1;
    CPNGInflateStatus status = CPNGInflateHungry;
    while (end - next >= 8 && out < full) {
        bits |= load(next) << bit_count;
        next += (63 - bit_count) >> 3;
        bit_count |= 56;
        uint32_t entry = literals[bits & root];
        // Three literals that fit the root have 33 bits at most; behind one, a length and its
        // distance may want more than is left.
        if ((entry & cpng_kind_mask) == cpng_kind_literal) {
            bits >>= entry & 15;
            bit_count -= entry & 15;
            *out++ = (uint8_t)(entry >> 16);
            entry = literals[bits & root];
            if ((entry & cpng_kind_mask) == cpng_kind_literal) {
                bits >>= entry & 15;
                bit_count -= entry & 15;
                *out++ = (uint8_t)(entry >> 16);
                entry = literals[bits & root];
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
            entry = literals[(entry >> 16) + (bits & ((1u << size) - 1))];
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
        entry = distances[bits & ((1 << cpng_distance_bits) - 1)];
        if ((entry & cpng_kind_mask) == cpng_kind_table) {
            unsigned size = entry >> 8 & 15;
            bits >>= cpng_distance_bits;
            bit_count -= cpng_distance_bits;
            entry = distances[(entry >> 16) + (bits & ((1u << size) - 1))];
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
CPNGInflateStatus cpng_inflate_codes(CPNGInflate *inflate) {
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

#endif
