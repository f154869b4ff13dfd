#include "file.h"

#include <string.h>

typedef struct {
    const uint8_t *next, *end;
    uint8_t *out;
} Maker;

static unsigned choice(Maker *maker, unsigned count) {
    return maker->next < maker->end ? *maker->next++ % count : 0;
}

static void put(Maker *maker, unsigned byte) { *maker->out++ = (uint8_t)byte; }

static void begin(Maker *maker, unsigned marker, unsigned count) {
    put(maker, 0xFF), put(maker, marker), put(maker, (count + 2) >> 8), put(maker, (count + 2) & 255);
}

// Writes a table with no more codes than their lengths allow; most symbols come from the input.
static void put_table(Maker *maker, unsigned class) {
    uint8_t counts[16];
    unsigned total = 0, room = 1;
    for (int i = 0; i < 16; i++) {
        room *= 2;
        // The code of all ones is reserved.
        unsigned most = room - 1 < 12 ? room - 1 : 12;
        counts[i] = (uint8_t)choice(maker, most + 1);
        room -= counts[i], total += counts[i];
    }
    // Most tables contain the symbol for the end of a block.
    const unsigned end = class ? choice(maker, 4) : total;
    begin(maker, 0xC4, 17 + total);
    put(maker, class << 4);
    for (int i = 0; i < 16; i++) put(maker, counts[i]);
    for (unsigned i = 0; i < total; i++) {
        const unsigned symbol = choice(maker, 256);
        put(maker, class == 0 ? symbol & 15 : i == end ? 0 : symbol);
    }
}

static void put_frame(Maker *maker, unsigned components) {
    begin(maker, 0xC0, 6 + 3 * components);
    put(maker, 8);
    for (int i = 0; i < 2; i++) put(maker, choice(maker, 4)), put(maker, 1 + choice(maker, 255));
    put(maker, components);
    for (unsigned i = 0; i < components; i++) {
        const unsigned across = 1 + choice(maker, 2), down = 1 + choice(maker, 2);
        put(maker, i + 1), put(maker, across << 4 | down), put(maker, 0);
    }
}

size_t trim_file_make(const uint8_t *input, size_t count, uint8_t *file) {
    Maker maker = {input, input + count, file};
    const unsigned components = (unsigned[]){1, 3, 4, 2}[choice(&maker, 4)];
    put(&maker, 0xFF), put(&maker, 0xD8);
    begin(&maker, 0xDB, 65);
    for (int i = 0; i < 65; i++) put(&maker, i > 0);
    put_frame(&maker, components);
    put_table(&maker, 0);
    put_table(&maker, 1);
    if (choice(&maker, 3) == 2) begin(&maker, 0xDD, 2), put(&maker, 0), put(&maker, choice(&maker, 9));
    begin(&maker, 0xDA, 4 + 2 * components);
    put(&maker, components);
    for (unsigned i = 0; i < components; i++) put(&maker, i + 1), put(&maker, 0);
    put(&maker, 0), put(&maker, 63), put(&maker, 0);
    const unsigned is_whole = choice(&maker, 4);
    while (maker.next < maker.end) {
        const uint8_t byte = *maker.next++;
        put(&maker, byte);
        // A byte below 0xD9 after it makes this a marker; others are escaped.
        if (byte == 0xFF && (maker.next == maker.end || *maker.next > 0xD8)) put(&maker, 0);
    }
    if (is_whole) put(&maker, 0xFF), put(&maker, 0xD9);
    return (size_t)(maker.out - file);
}
