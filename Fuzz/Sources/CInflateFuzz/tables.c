#include "tables.h"

#include <stdlib.h>
#include <string.h>

enum { longest = 15, literals = 286, distances = 30, lengths_codes = 19, most_symbols = 400 };

// Choices from the input, continued by pseudorandom numbers, and the output bits.
typedef struct {
    const uint8_t *next;
    const uint8_t *end;
    uint32_t seed;
    Bytes out;
    unsigned bit_count;
    // The number of bytes that the stream inflates to so far.
    unsigned inflated;
} Writer;

static unsigned choice(Writer *writer, unsigned below) {
    uint32_t seed = writer->seed;
    if (writer->next < writer->end) seed ^= (uint32_t)*writer->next++ << 11;
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    writer->seed = seed ? seed : 1;
    return (seed >> 8) % below;
}

static void put(Writer *writer, unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; i++, writer->bit_count++) {
        if (writer->bit_count % 8 == 0) {
            if (writer->out.count % 4096 == 0)
                writer->out.bytes = realloc(writer->out.bytes, writer->out.count + 4096 + 8);
            writer->out.bytes[writer->out.count++] = 0;
        }
        writer->out.bytes[writer->out.count - 1] |= (uint8_t)((value >> i & 1)
                                                              << (writer->bit_count % 8));
    }
}

static void put_code(Writer *writer, unsigned code, unsigned length) {
    for (unsigned i = length; i > 0; i--) put(writer, code >> (i - 1), 1);
}

// RFC 1951, 3.2.2.
static void set_codes(const uint8_t *lengths, unsigned count, unsigned *codes) {
    unsigned code = 0;
    for (unsigned length = 1; length <= longest; length++, code <<= 1)
        for (unsigned i = 0; i < count; i++)
            if (lengths[i] == length) codes[i] = code++;
}

// Makes a complete code by splitting leaves, for random symbols; in 1 of 100 one length is changed.
static void choose_lengths(Writer *writer, uint8_t *lengths, unsigned count, unsigned first) {
    uint8_t leaves[literals] = {1, 1};
    unsigned used = 2, wanted = 2 + choice(writer, count - 1);
    for (unsigned tries = 0; used < wanted && tries < 2 * literals; tries++) {
        unsigned leaf = choice(writer, 4) ? used - 1 : choice(writer, used);
        if (leaves[leaf] == longest) continue;
        leaves[used++] = ++leaves[leaf];
    }
    memset(lengths, 0, count);
    for (unsigned i = 0; i < used; i++) {
        unsigned symbol = i == 0 ? first : choice(writer, count);
        while (lengths[symbol]) symbol = (symbol + 1) % count;
        lengths[symbol] = leaves[i];
    }
    if (choice(writer, 100) == 0) lengths[choice(writer, count)] = (uint8_t)choice(writer, 16);
    // None, or a single one, as in pictures without matches.
    if (count == distances && choice(writer, 8) == 0) {
        memset(lengths, 0, count);
        if (choice(writer, 2)) lengths[choice(writer, count)] = 1;
    }
}

// Writes the lengths by a fixed code, 13 of four bits and 6 of five; runs as repeats or one by one.
static void put_lengths(Writer *writer, const uint8_t *lengths, unsigned count) {
    static const uint8_t order[lengths_codes] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t own[lengths_codes];
    unsigned codes[lengths_codes];
    for (unsigned i = 0; i < lengths_codes; i++) own[i] = i < 13 ? 4 : 5;
    set_codes(own, lengths_codes, codes);
    for (unsigned i = 0; i < lengths_codes; i++) put(writer, own[order[i]], 3);
    for (unsigned i = 0; i < count;) {
        unsigned run = 1, symbol = lengths[i];
        while (i + run < count && lengths[i + run] == symbol) run++;
        if (symbol == 0 && run >= 11 && choice(writer, 4)) {
            run = run < 138 ? run : 138;
            put_code(writer, codes[18], own[18]);
            put(writer, run - 11, 7);
        } else if (symbol == 0 && run >= 3) {
            run = run < 10 ? run : 10;
            put_code(writer, codes[17], own[17]);
            put(writer, run - 3, 3);
        } else if (i > 0 && lengths[i - 1] == symbol && run >= 3 && choice(writer, 4)) {
            run = run < 6 ? run : 6;
            put_code(writer, codes[16], own[16]);
            put(writer, run - 3, 2);
        } else {
            run = 1;
            put_code(writer, codes[symbol], own[symbol]);
        }
        i += run;
    }
}

// RFC 1951, 3.2.5.
static unsigned distance_extra(unsigned place) { return place < 2 ? 0 : place / 2 - 1; }

static unsigned most_distance(unsigned place) {
    unsigned base = place < 2 ? place : (2 + (place & 1)) << distance_extra(place);
    return base + (1u << distance_extra(place));
}

// Returns the symbol of a distance that has a code and, mostly, stays within the inflated bytes.
static unsigned choose_distance(Writer *writer, const uint8_t *places) {
    bool is_any = choice(writer, 5000) == 0;
    unsigned place = choice(writer, distances);
    for (unsigned tries = 0; tries < distances; tries++, place = (place + 1) % distances)
        if (places[place] > 0 && (is_any || most_distance(place) <= writer->inflated)) return place;
    return distances;
}

static void put_match(Writer *writer, unsigned symbol) {
    unsigned extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
    unsigned more = choice(writer, 1u << extra);
    put(writer, more, extra);
    if (symbol == 285) writer->inflated += 258;
    else if (symbol < 265) writer->inflated += symbol - 254;
    else writer->inflated += 3 + ((4 + (symbol - 265) % 4) << extra) + more;
}

// Writes random symbols that have codes, and the end of the block.
static void put_symbols(Writer *writer, const uint8_t *lengths, const uint8_t *places) {
    unsigned codes[literals + 2] = {0}, place_codes[distances] = {0};
    set_codes(lengths, literals + 2, codes);
    set_codes(places, distances, place_codes);
    for (unsigned left = choice(writer, most_symbols); left > 0; left--) {
        unsigned symbol = choice(writer, 3) ? choice(writer, 256) : choice(writer, literals);
        if (lengths[symbol] == 0 || symbol == 256) continue;
        unsigned place = symbol < 256 ? 0 : choose_distance(writer, places);
        if (place == distances) continue;
        put_code(writer, codes[symbol], lengths[symbol]);
        if (symbol < 256) {
            writer->inflated++;
            continue;
        }
        put_match(writer, symbol);
        put_code(writer, place_codes[place], places[place]);
        put(writer, choice(writer, 1u << distance_extra(place)), distance_extra(place));
    }
    put_code(writer, codes[256], lengths[256]);
}

static void put_block(Writer *writer, bool is_last) {
    // Two unused symbols have codes in a fixed block.
    uint8_t lengths[literals + 2] = {0}, places[distances];
    unsigned kind = choice(writer, 6);
    put(writer, is_last, 1);
    put(writer, kind > 2 ? 2 : kind, 2);
    if (kind == 0) {
        unsigned count = choice(writer, 3) ? choice(writer, 300) : 0;
        writer->bit_count = (writer->bit_count + 7) / 8 * 8;
        put(writer, count, 16);
        put(writer, ~count, 16);
        for (unsigned i = 0; i < count; i++) put(writer, choice(writer, 256), 8);
        writer->inflated += count;
    } else if (kind == 1) {
        for (unsigned i = 0; i < literals + 2; i++)
            lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
        memset(places, 5, sizeof places);
        put_symbols(writer, lengths, places);
    } else {
        choose_lengths(writer, lengths, literals, 256);
        choose_lengths(writer, places, distances, choice(writer, distances));
        uint8_t all[literals + distances];
        memcpy(all, lengths, literals);
        memcpy(all + literals, places, distances);
        put(writer, literals - 257, 5);
        put(writer, distances - 1, 5);
        put(writer, lengths_codes - 4, 4);
        put_lengths(writer, all, sizeof all);
        put_symbols(writer, lengths, places);
    }
}

Bytes stream_of_tables(const uint8_t *bytes, size_t count) {
    Writer writer = {.next = bytes, .end = bytes + count, .seed = 1 + (uint32_t)count};
    for (unsigned left = 1 + choice(&writer, 12); left > 0; left--)
        put_block(&writer, left == 1);
    return writer.out;
}
