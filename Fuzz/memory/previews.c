// Previews of progressive files during reception, which must contain no uninitialized byte.
//
//   previews [FILE…]     the built-in files, then FILES
//
// Run under valgrind's memcheck, see `run`: libjpeg is not instrumented, so MemorySanitizer cannot
// judge it. Built with WEBIMAGE_ENABLED; links CJPEGShim and libjpeg.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <valgrind/memcheck.h>

#include "../../Sources/Codecs/CJPEGShim/include/CJPEGShim.h"

enum { most_pixels = 1 << 21, most_memory = 256 << 20 };

static unsigned undefined_count;

typedef struct {
    const uint8_t *bytes;
    size_t count;
    const char *name;
} File;

static void check(const File *file, size_t cut, unsigned eighths, const uint8_t *row, size_t count,
                  unsigned y) {
    if (VALGRIND_CHECK_MEM_IS_DEFINED(row, count) == 0) return;
    if (undefined_count++ < 20)
        printf("%s: row %u depends on fresh memory, after %zu bytes at %u eighths\n", file->name, y,
               cut, eighths);
}

static void show(CJPEGReader *reader, const File *file, size_t cut, unsigned eighths, uint32_t width) {
    uint32_t visible, done;
    if (cjpeg_reader_begin_pass(reader, &visible) != CJPEGStatusOK) return;
    uint8_t *row = malloc((size_t)width * 4);
    for (uint32_t y = 0; row && y < visible; y++) {
        VALGRIND_MAKE_MEM_UNDEFINED(row, (size_t)width * 4);
        if (cjpeg_reader_rows(reader, row, (size_t)width * 4, 1, &done) != CJPEGStatusOK) break;
        check(file, cut, eighths, row, (size_t)width * 4, y);
    }
    free(row);
    cjpeg_reader_end_pass(reader);
}

static void consume(CJPEGReader *reader) {
    bool is_done = false;
    while (!is_done && cjpeg_reader_consume(reader, 64, &is_done) == CJPEGStatusOK) {}
}

// Decodes a preview after each row of units.
static void decode_by_rows(const File *file, unsigned eighths) {
    CJPEGReader *reader = cjpeg_reader_open(most_memory);
    CJPEGHeader header;
    uint32_t width, height, revision = 0;
    bool is_done = false;
    if (!reader) exit(1);
    cjpeg_reader_feed(reader, file->bytes, file->count, true);
    if (cjpeg_reader_header(reader, &header) == CJPEGStatusOK
        && cjpeg_reader_start(reader, eighths, &width, &height) == CJPEGStatusOK) {
        while (!is_done && cjpeg_reader_consume(reader, 1, &is_done) == CJPEGStatusOK) {
            if (cjpeg_reader_revision(reader) == revision) continue;
            revision = cjpeg_reader_revision(reader);
            if (revision < 16) show(reader, file, revision, eighths, width);
        }
    }
    cjpeg_reader_close(reader);
}

// Decodes a preview after `cut` bytes and one after all of them.
static void decode(const File *file, size_t cut, unsigned eighths) {
    CJPEGReader *reader = cjpeg_reader_open(most_memory);
    CJPEGHeader header;
    uint32_t width, height;
    if (!reader) exit(1);
    cjpeg_reader_feed(reader, file->bytes, cut, false);
    if (cjpeg_reader_header(reader, &header) == CJPEGStatusOK && header.has_multiple_scans
        && (uint64_t)header.width * header.height <= most_pixels
        && cjpeg_reader_start(reader, eighths, &width, &height) == CJPEGStatusOK) {
        consume(reader);
        show(reader, file, cut, eighths, width);
        size_t unread = cjpeg_reader_unread(reader);
        cjpeg_reader_feed(reader, file->bytes + cut - unread, file->count - cut + unread, true);
        consume(reader);
        show(reader, file, file->count, eighths, width);
    }
    cjpeg_reader_close(reader);
}

static void try_all(const File *file, unsigned parts) {
    for (unsigned part = 1; part < parts; part++) {
        const size_t cut = file->count * part / parts;
        decode(file, cut, 1);
        if (part % 3 == 0) decode(file, cut, 2);
        if (part % 3 == 0) decode(file, cut, 8);
    }
}

static uint8_t *make(const CJPEGPicture *picture, size_t *count) {
    CJPEGWriter *writer = cjpeg_writer_open();
    const size_t stride = (size_t)picture->width * 4;
    uint8_t *row = malloc(stride), *bytes = NULL;
    uint32_t noise = 1;
    if (!writer || !row || !cjpeg_writer_start(writer, picture)) exit(1);
    for (uint32_t y = 0; y < picture->height; y++) {
        // Blocks of one colour, each a different one.
        for (size_t x = 0; x < stride && y % 8 == 0; x++) {
            noise = noise * 1664525 + 1013904223;
            row[x] = x % 32 < 4 ? (uint8_t)(noise >> 24) : row[x - 4];
        }
        if (!cjpeg_writer_rows(writer, row, stride, 1)) exit(1);
    }
    bytes = cjpeg_writer_finish(writer, count);
    if (!bytes) exit(1);
    cjpeg_writer_close(writer);
    free(row);
    return bytes;
}

static void try_made(const char *name, int chroma_x, int chroma_y, bool is_grey, uint32_t width,
                     uint32_t height, unsigned parts) {
    CJPEGPicture picture = {.width = width, .height = height, .quality = 100, .chroma_x = chroma_x,
                            .chroma_y = chroma_y, .is_grey = is_grey, .is_progressive = true,
                            .optimizes = true, .has_jfif = true};
    size_t count = 0;
    uint8_t *bytes = make(&picture, &count);
    const File file = {bytes, count, name};
    try_all(&file, parts);
    decode_by_rows(&file, 1);
    decode_by_rows(&file, 8);
    free(bytes);
}

static void try_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) exit(1);
    fseek(file, 0, SEEK_END);
    const long count = ftell(file);
    uint8_t *bytes = malloc(count > 0 ? (size_t)count : 1);
    rewind(file);
    if (!bytes || count < 0 || fread(bytes, 1, (size_t)count, file) != (size_t)count) exit(1);
    fclose(file);
    try_all(&(File){bytes, (size_t)count, path}, 6);
    free(bytes);
}

int main(int count, char **paths) {
    try_made("4:2:0", 2, 2, false, 150, 130, 12);
    try_made("4:2:2", 2, 1, false, 150, 130, 12);
    try_made("4:4:4", 1, 1, false, 150, 130, 12);
    try_made("grey", 1, 1, true, 150, 130, 12);
    // So wide that three rows of units exceed the amount that is awaited before a preview.
    try_made("wide", 1, 1, false, 24000, 64, 24);
    for (int i = 1; i < count; i++) try_file(paths[i]);
    printf("%u rows depend on fresh memory\n", undefined_count);
    return undefined_count > 0;
}
