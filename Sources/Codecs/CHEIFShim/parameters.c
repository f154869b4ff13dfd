#ifdef WEBIMAGE_ENABLED

// Parameters of a stream that libde265 reads without initializing them.

#include "decoder.h"
#include <string.h>

/// A bit reader of a unit without emulation prevention bytes; past the end it reads zeros.
typedef struct {
    const uint8_t *next, *end;
    unsigned zeros, left;
    uint8_t byte;
    bool is_past_end;
} Bits;

static unsigned bit(Bits *bits) {
    if (bits->left == 0) {
        if (bits->zeros >= 2 && bits->next < bits->end && *bits->next == 3) {
            bits->next++;
            bits->zeros = 0;
        }
        bits->is_past_end |= bits->next == bits->end;
        bits->byte = bits->next < bits->end ? *bits->next++ : 0;
        bits->zeros = bits->byte == 0 ? bits->zeros + 1 : 0;
        bits->left = 8;
    }
    return bits->byte >> --bits->left & 1;
}

static uint32_t number(Bits *bits, unsigned count) {
    uint32_t value = 0;
    while (count-- > 0) value = value << 1 | bit(bits);
    return value;
}

/// Reads a number in Exp-Golomb code (ITU-T H.265, section 9.2).
static uint32_t code(Bits *bits) {
    unsigned zeros = 0;
    while (zeros < 31 && !bits->is_past_end && bit(bits) == 0) zeros++;
    return ((uint32_t)1 << zeros) - 1 + number(bits, zeros);
}

static void codes(Bits *bits, unsigned count) {
    while (count-- > 0) code(bits);
}

/// Skips profile, tier and level (section 7.3.3).
static void profile(Bits *bits, unsigned layers) {
    for (int i = 0; i < 3; i++) number(bits, 32);
    unsigned skipped = 0;
    for (unsigned i = 0; i + 1 < layers; i++) {
        if (bit(bits)) skipped += 88;
        if (bit(bits)) skipped += 8;
    }
    if (layers > 1) number(bits, 2 * (9 - layers));
    while (skipped-- > 0) bit(bits);
}

const char *cheif_parameters_refused(const uint8_t *unit, size_t length) {
    Bits bits = {.next = unit + 2, .end = unit + length};
    number(&bits, 4);
    unsigned layers = number(&bits, 3) + 1;
    bit(&bits);
    profile(&bits, layers);
    code(&bits);
    uint32_t chroma = code(&bits);
    if (chroma != 3) return NULL;
    if (bit(&bits)) return "separately coded colour planes";
    codes(&bits, 2);
    // Conformance window, depths and the length of picture numbers.
    if (bit(&bits)) codes(&bits, 4);
    codes(&bits, 3);
    // Sizes of the buffer, and of blocks.
    codes(&bits, bit(&bits) ? 3 * layers : 3);
    codes(&bits, 6);
    bool has_lists = bit(&bits), has_own = has_lists && bit(&bits);
    if (bits.is_past_end) return "a sequence parameter set that is cut off";
    // libde265 applies a 32 x 32 chroma list that it initializes only if the stream has lists.
    return has_lists && !has_own ? "4:4:4 chroma with default scaling lists" : NULL;
}

#endif
