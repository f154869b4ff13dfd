#ifdef WEBIMAGE_ENABLED

#include "inflate.h"

#include <pthread.h>
#include <string.h>

enum { longest = 15 };

// RFC 1951, 3.2.5.
static const uint16_t length_bases[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                          31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extras[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

// What a symbol means, without the length of its code.
static uint32_t meaning(unsigned symbol, bool is_distance) {
    if (is_distance) {
        if (symbol >= 30) return cpng_kind_none;
        unsigned extra = symbol < 2 ? 0 : symbol / 2 - 1;
        uint32_t base = symbol < 2 ? symbol + 1 : ((2 + (symbol & 1)) << extra) + 1;
        return base << 16 | cpng_kind_base | extra << 8;
    }
    if (symbol < 256) return symbol << 16 | cpng_kind_literal;
    if (symbol == 256) return cpng_kind_end;
    if (symbol >= 257 + 29) return cpng_kind_none;
    return (uint32_t)length_bases[symbol - 257] << 16 | cpng_kind_base
        | (uint32_t)length_extras[symbol - 257] << 8;
}

// Codes are stored with their first bit lowest.
static unsigned reversed(unsigned code, unsigned length) {
    unsigned result = 0;
    for (unsigned i = 0; i < length; i++) result |= (code >> i & 1) << (length - 1 - i);
    return result;
}

// Whether the lengths make a code, by zlib's rules: a full one; none at all, of which what is read is
// damaged or, of lengths, 0; but for that of lengths, also a single one of one bit.
static bool count_lengths(const uint8_t *lengths, unsigned count, CPNGCode kind,
                          unsigned *counts) {
    memset(counts, 0, (longest + 1) * sizeof *counts);
    for (unsigned i = 0; i < count; i++) counts[lengths[i]]++;
    if (counts[0] == count) return true;
    int left = 1;
    for (unsigned length = 1; length <= longest; length++) {
        left = left * 2 - (int)counts[length];
        if (left < 0) return false;
    }
    bool is_single = counts[1] == 1 && counts[0] == count - 1;
    return left == 0 || (is_single && kind != CPNGCodeLengths);
}

// The first code of each length (RFC 1951, 3.2.2).
static void first_codes(const unsigned *counts, unsigned *codes) {
    unsigned code = 0;
    for (unsigned length = 1; length <= longest; length++) {
        code = (code + (length > 1 ? counts[length - 1] : 0)) << 1;
        codes[length] = code;
    }
}

// Makes room behind the root for the codes that are longer, and links to it; false without room.
static bool link_parts(uint32_t *table, unsigned root, unsigned most, const uint8_t *lengths,
                       unsigned count, const unsigned *codes) {
    // How many bits more than the root's the longest code behind each root entry has.
    unsigned next[longest + 1], sizes[1 << cpng_literal_bits], used = 1u << root;
    memset(sizes, 0, sizeof(unsigned) << root);
    memcpy(next, codes, sizeof next);
    for (unsigned symbol = 0; symbol < count; symbol++) {
        unsigned length = lengths[symbol];
        if (length <= root) continue;
        unsigned low = reversed(next[length]++, length) & ((1u << root) - 1);
        if (sizes[low] < length - root) sizes[low] = length - root;
    }
    for (unsigned low = 0; low < 1u << root; low++) {
        if (sizes[low] == 0) continue;
        if (used + (1u << sizes[low]) > most) return false;
        table[low] = used << 16 | cpng_kind_table | sizes[low] << 8 | root;
        used += 1u << sizes[low];
    }
    return true;
}

bool cpng_inflate_table(uint32_t *table, unsigned root, unsigned most, const uint8_t *lengths,
                        unsigned count, CPNGCode kind) {
    unsigned counts[longest + 1], next[longest + 1], longer = 0;
    if (!count_lengths(lengths, count, kind, counts)) return false;
    first_codes(counts, next);
    // A full code, which has two symbols at least, fills all that there is.
    if (counts[0] + 1 >= count)
        for (unsigned i = 0; i < 1u << root; i++) table[i] = cpng_kind_none | 1;
    for (unsigned length = root + 1; length <= longest; length++) longer += counts[length];
    if (longer > 0 && !link_parts(table, root, most, lengths, count, next)) return false;
    for (unsigned symbol = 0; symbol < count; symbol++) {
        unsigned length = lengths[symbol];
        if (length == 0) continue;
        unsigned bits = reversed(next[length]++, length);
        uint32_t entry = meaning(symbol, kind == CPNGCodeDistances);
        uint32_t *part = table;
        unsigned size = root, own = length;
        if (length > root) {
            uint32_t link = table[bits & ((1u << root) - 1)];
            part = table + (link >> 16);
            size = link >> 8 & 15;
            own = length - root;
            bits >>= root;
        }
        for (unsigned i = bits; i < 1u << size; i += 1u << own) part[i] = entry | own;
    }
    return true;
}

static uint32_t fixed_literals[1 << cpng_literal_bits], fixed_distances[1 << cpng_distance_bits];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_fixed(void) {
    uint8_t lengths[288];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    cpng_inflate_table(fixed_literals, cpng_literal_bits, 1 << cpng_literal_bits, lengths, 288,
                       CPNGCodeLiterals);
    memset(lengths, 5, 32);
    cpng_inflate_table(fixed_distances, cpng_distance_bits, 1 << cpng_distance_bits, lengths, 32,
                       CPNGCodeDistances);
}

void cpng_inflate_fixed(const uint32_t **literals, const uint32_t **distances) {
    pthread_once(&once, make_fixed);
    *literals = fixed_literals;
    *distances = fixed_distances;
}

#endif
