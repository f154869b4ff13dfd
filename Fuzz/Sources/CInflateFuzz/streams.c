#include "streams.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { most_pixels = 3 << 16 };

static Bytes copy_of(const uint8_t *bytes, size_t count) {
    Bytes copy = {malloc(count + 1), count};
    if (count > 0) memcpy(copy.bytes, bytes, count);
    return copy;
}

static void append(Bytes *to, const uint8_t *bytes, size_t count) {
    to->bytes = realloc(to->bytes, to->count + count + 1);
    if (count > 0) memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

// Returns the IDAT data of a PNG; the last chunk may be cut.
static Bytes stream_of_png(const uint8_t *bytes, size_t count) {
    Bytes stream = {malloc(1), 0};
    for (size_t at = 8; at + 8 <= count;) {
        size_t length = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16
            | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        size_t there = count - at - 8 < length ? count - at - 8 : length;
        if (memcmp(bytes + at + 4, "IDAT", 4) == 0) append(&stream, bytes + at + 8, there);
        if (there < length || count - at - 8 - there < 4) break;
        at += 12 + length;
    }
    return stream;
}

// Adds a header and, after the end if there is one, the checksum: the mutated stream stays valid.
static Bytes wrapped(const uint8_t *bytes, size_t count) {
    Bytes stream = copy_of((const uint8_t *)"\x78\x9C", 2);
    z_stream codec = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count};
    uint8_t *room = malloc(most_pixels);
    codec.next_out = room;
    codec.avail_out = most_pixels;
    inflateInit2(&codec, -15);
    int result = inflate(&codec, Z_FINISH);
    size_t used = count - codec.avail_in;
    append(&stream, bytes, used);
    if (result == Z_STREAM_END) {
        uLong sum = adler32(1, room, (uInt)codec.total_out);
        uint8_t check[4] = {(uint8_t)(sum >> 24), (uint8_t)(sum >> 16), (uint8_t)(sum >> 8),
                            (uint8_t)sum};
        append(&stream, check, sizeof check);
    }
    append(&stream, bytes + used, count - used);
    inflateEnd(&codec);
    free(room);
    return stream;
}

// Returns the bytes repeatedly, each time a little different, so that matches have long distances.
static Bytes repeated(const uint8_t *bytes, size_t count, unsigned times) {
    Bytes pixels = {malloc(1), 0};
    for (unsigned i = 0; i < times && pixels.count + count < most_pixels; i++) {
        append(&pixels, bytes, count);
        if (count > 0) pixels.bytes[pixels.count - 1 - i % count] ^= (uint8_t)i;
    }
    return pixels;
}

// Compresses by the options in the first bytes, then cuts the stream or changes a byte of it.
static Bytes compressed(const uint8_t *bytes, size_t count) {
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
    if (count < 8) return copy_of(bytes, count);
    Bytes pixels = repeated(bytes + 8, count - 8, 1 + bytes[4]);
    z_stream codec = {.next_in = pixels.bytes, .avail_in = (uInt)pixels.count};
    deflateInit2(&codec, bytes[0] % 10, Z_DEFLATED, 9 + bytes[1] % 7, 1 + bytes[2] % 9,
                 strategies[bytes[3] % 5]);
    Bytes stream = {NULL, deflateBound(&codec, codec.avail_in)};
    stream.bytes = malloc(stream.count + 1);
    codec.next_out = stream.bytes;
    codec.avail_out = (uInt)stream.count;
    deflate(&codec, Z_FINISH);
    stream.count -= codec.avail_out;
    deflateEnd(&codec);
    free(pixels.bytes);
    size_t place = ((size_t)bytes[6] << 8 | bytes[7]) * stream.count >> 16;
    if (bytes[5] % 3 == 1) stream.count = place;
    if (bytes[5] % 3 == 2) stream.bytes[place] ^= bytes[5];
    return stream;
}

// Returns a stream that no encoder writes, made valid around its inflated bytes.
static Bytes with_tables(const uint8_t *bytes, size_t count) {
    Bytes inner = stream_of_tables(bytes, count), stream = wrapped(inner.bytes, inner.count);
    free(inner.bytes);
    // In one of 16 cases its last byte, mostly of the checksum, is wrong.
    if (count > 0 && bytes[count - 1] % 16 == 0) stream.bytes[stream.count - 1] ^= 1;
    return stream;
}

Bytes stream_of_input(const uint8_t *bytes, size_t count) {
    if (count >= 8 && memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0) return stream_of_png(bytes, count);
    if (count == 0) return copy_of(bytes, 0);
    switch (bytes[0] % 4) {
    case 0: return copy_of(bytes + 1, count - 1);
    case 1: return wrapped(bytes + 1, count - 1);
    case 2: return with_tables(bytes + 1, count - 1);
    default: return compressed(bytes + 1, count - 1);
    }
}
