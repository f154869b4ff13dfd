#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <stdlib.h>

enum {
    // The bytes of the stream between two checks of its output. Checks are at fixed offsets, so
    // that the result does not depend on the division into chunks.
    span = 1 << 16,
    // The maximum size of the stream: `waste` times the rows' size, plus `least_most`.
    waste = 16,
    least_most = 1 << 20,
};

static uint16_t number(const uint8_t *bytes) { return (uint16_t)(bytes[0] << 8 | bytes[1]); }

// Returns a row of 16-bit samples as libpng would: in native byte order, greys as colours.
static const uint8_t *widened(CPNGReader *reader, const uint8_t *row) {
    const unsigned stored = reader->stored_channels;
    const size_t samples = reader->rows.row_bytes / 2;
    uint16_t *wide = reader->wide;
    if (stored >= 3) {
        for (size_t i = 0; i < samples; i++) wide[i] = number(row + 2 * i);
        return (const uint8_t *)wide;
    }
    for (size_t i = 0; i < samples; i += stored) {
        const uint16_t gray = number(row + 2 * i);
        *wide++ = gray;
        *wide++ = gray;
        *wide++ = gray;
        if (stored == 2) *wide++ = number(row + 2 * i + 2);
    }
    return (const uint8_t *)reader->wide;
}

static void put_plain(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    CPNGRows *rows = &reader->rows;
    while (count > 0) {
        size_t taken = cpng_rows_fill(rows, bytes, count);
        bytes += taken;
        count -= taken;
        if (!cpng_rows_is_whole(rows)) return;
        const uint8_t *row = cpng_rows_end(rows);
        if (!row) png_error(reader->codec, "unknown row filter");
        if (reader->is_deep) row = widened(reader, row);
        reader->row(reader->context, row, rows->row_count - 1, 0);
    }
}

// Passes stored blocks to libpng, which inflates them, each in a chunk with an unchecked checksum.
static void put_stored(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    static const uint8_t checksum[4];
    while (count > 0) {
        uint32_t length = count < 0xFFFF ? (uint32_t)count : 0xFFFF, whole = length + 5;
        const uint8_t head[] = {
            0, (uint8_t)(whole >> 16), (uint8_t)(whole >> 8), (uint8_t)whole, 'I', 'D', 'A', 'T',
            0, (uint8_t)length, (uint8_t)(length >> 8), (uint8_t)~length, (uint8_t)(~length >> 8)};
        cpng_reader_process(reader, head, sizeof head);
        cpng_reader_process(reader, bytes, length);
        cpng_reader_process(reader, checksum, sizeof checksum);
        bytes += length;
        count -= length;
    }
}

// Passes inflated bytes on; surplus bytes after the rows are tolerated, as in all decoders.
static void put(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    if (count > reader->left) reader->is_settled = true;
    if (count > reader->left) count = (size_t)reader->left;
    reader->left -= count;
    reader->is_plain ? put_plain(reader, bytes, count) : put_stored(reader, bytes, count);
}

static void inflate_piece(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    CPNGStream *stream = &reader->stream;
    cpng_stream_feed(stream, bytes, count);
    while (!reader->is_settled) {
        // Damage after the rows counts only if no bytes follow them.
        stream->is_near_end = reader->left <= cpng_piece;
        CPNGStreamStatus status = cpng_stream_step(stream);
        put(reader, stream->bytes, stream->count);
        if (reader->is_settled || status == CPNGStreamHungry) return;
        if (status == CPNGStreamFull) continue;
        reader->is_settled = true;
        reader->is_unsound = status != CPNGStreamEnded;
        reader->lacks_memory = status == CPNGStreamStarved;
        if (reader->lacks_memory)
            png_error(reader->codec, "not enough memory for the compressed data");
        if (reader->is_unsound && reader->left > 0)
            png_error(reader->codec, "damaged compressed data");
    }
}

// Stops at the second check after the last row, since any number of empty blocks may follow.
static void look(CPNGReader *reader) {
    if (reader->is_behind_rows) reader->is_settled = true;
    reader->is_behind_rows = reader->left == 0;
    if (reader->left > 0 && reader->fed >= reader->most)
        png_error(reader->codec, "more compressed data than the rows need");
}

CPNGStatus cpng_reader_pixels(CPNGReader *reader, const uint8_t *bytes, size_t count, CPNGRow row,
                              void *context) {
    if (reader->is_broken || !reader->is_started) return CPNGStatusDamaged;
    if (setjmp(reader->escape)) return cpng_reader_failure(reader);
    reader->row = row;
    reader->context = context;
    for (size_t at = 0, piece; at < count && !reader->is_settled; at += piece) {
        piece = span - reader->fed % span;
        if (piece > count - at) piece = count - at;
        inflate_piece(reader, bytes + at, piece);
        reader->fed += piece;
        if (reader->fed % span == 0) look(reader);
    }
    return CPNGStatusOK;
}

bool cpng_reader_is_sound(const CPNGReader *reader) { return !reader->is_unsound; }

static bool open_parts(CPNGReader *reader, CPNGInflater inflater) {
    size_t row_bytes = png_get_rowbytes(reader->codec, reader->info);
    const CPNGEngine *engine = cpng_engine(inflater, reader->left);
    if (!cpng_stream_open(&reader->stream, engine)) return false;
    if (!reader->is_plain) return true;
    size_t width = png_get_image_width(reader->codec, reader->info);
    unsigned pixel_bytes = reader->stored_channels * (reader->is_deep ? 2 : 1);
    if (reader->is_deep && !(reader->wide = malloc(row_bytes))) return false;
    return cpng_rows_open(&reader->rows, width * pixel_bytes, pixel_bytes);
}

CPNGStatus cpng_reader_start(CPNGReader *reader, CPNGInflater inflater, bool is_deep,
                             int *channels) {
    // The header of a stream of stored blocks, in its own chunk.
    static const uint8_t header[] = {0, 0, 0, 2, 'I', 'D', 'A', 'T', 0x78, 0x01, 0, 0, 0, 0};
    if (reader->is_broken || reader->is_started) return CPNGStatusDamaged;
    if (setjmp(reader->escape)) return cpng_reader_failure(reader);
    reader->is_started = true;
    reader->is_deep = is_deep;
    png_set_chunk_malloc_max(reader->codec, 0);
    cpng_reader_process(reader, header, sizeof header);
    *channels = png_get_channels(reader->codec, reader->info);
    size_t width = png_get_image_width(reader->codec, reader->info);
    size_t pixel_bytes = (size_t)*channels * (is_deep ? 2 : 1);
    if (*channels < 1 || *channels > 4
        || png_get_rowbytes(reader->codec, reader->info) != width * pixel_bytes)
        png_error(reader->codec, "a row does not end at a byte boundary");
    reader->most = waste * reader->left + least_most;
    if (!open_parts(reader, inflater)) {
        reader->lacks_memory = true;
        png_error(reader->codec, "not enough memory for rows");
    }
    return CPNGStatusOK;
}

#endif
