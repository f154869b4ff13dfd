// Repeats recorded calls on arm64, and compares their results bit for bit.
//
//     replay FILE...
//
// Tests/TestSupport/Recording.swift describes the files; scripts/parts/try-arm compiles and starts
// this.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CJPEGShim.h"
#include "CPNGShim.h"

// The numbers of the calls in C; smaller ones are loops in Swift.
enum { jpeg_decode = 100, jpeg_encode, png_decode, png_encode, png_checksum };

enum { capacity = 1 << 20 };

typedef struct {
    uint32_t call, width, height, input_count, output_count, unused;
    double numbers[4];
    char name[40];
} record;

ptrdiff_t webimage_loop(uint32_t call, const double *numbers, uint32_t width, uint32_t height,
                        const uint8_t *input, uint8_t *output, ptrdiff_t capacity);

static uint8_t output[capacity];
static size_t output_count;

// MARK: JPEG

static void read_rows(CJPEGReader *reader, uint32_t width, uint32_t height) {
    for (uint32_t row = 0, done = 0; row < height; row += done) {
        uint8_t *place = output + (size_t)row * width * 4;
        if (cjpeg_reader_rows(reader, place, width * 4, height - row, &done) || !done) return;
    }
    output_count = (size_t)width * height * 4;
}

// The numbers are the eighths of the size, and 1 to leave out hidden codes.
static void decode_jpeg(const record *record, const uint8_t *input, size_t count) {
    CJPEGReader *reader = cjpeg_reader_open(1 << 30);
    CJPEGHeader header;
    uint32_t width, height, visible = 0;
    bool is_done = false;
    if (!reader) return;
    cjpeg_reader_feed(reader, input, count, true);
    if (cjpeg_reader_header(reader, &header)) goto end;
    if (record->numbers[1] > 0) cjpeg_reader_may_trim(reader, 0);
    if (cjpeg_reader_start(reader, (uint32_t)record->numbers[0], &width, &height)) goto end;
    if (header.has_multiple_scans) {
        while (!is_done)
            if (cjpeg_reader_consume(reader, 64, &is_done)) goto end;
        if (cjpeg_reader_begin_pass(reader, &visible)) goto end;
    }
    read_rows(reader, width, height);
end:
    if (!output_count) printf("%s: %s\n", record->name, cjpeg_reader_message(reader));
    cjpeg_reader_close(reader);
}

// The numbers are the quality, the subsampling, and 1 for a progressive file.
static void encode_jpeg(const record *record, const uint8_t *input) {
    CJPEGPicture picture = {
        .width = record->width, .height = record->height, .quality = (int)record->numbers[0],
        .chroma_x = (int)record->numbers[1], .chroma_y = (int)record->numbers[1],
        .is_progressive = record->numbers[2] > 0, .optimizes = true, .has_jfif = true};
    CJPEGWriter *writer = cjpeg_writer_open();
    uint8_t *bytes = NULL;
    if (writer && cjpeg_writer_start(writer, &picture)
        && cjpeg_writer_rows(writer, input, record->width * 4, record->height))
        bytes = cjpeg_writer_finish(writer, &output_count);
    if (bytes) memcpy(output, bytes, output_count);
    free(bytes);
    if (writer) cjpeg_writer_close(writer);
}

// MARK: PNG

static void take_row(void *context, const uint8_t *pixels, uint32_t row, int pass) {
    size_t bytes = *(const size_t *)context;
    (void)pass;
    memcpy(output + row * bytes, pixels, bytes);
    output_count = (row + 1) * bytes;
}

// Reads a file whose pixels are in one chunk.
static void read_png(const uint8_t *file, size_t count, CPNGInflater inflater, bool is_deep) {
    CPNGReader *reader = cpng_reader_open(1 << 20);
    size_t at = 8, size = 0, row_bytes;
    int channels = 0;
    while (at + 8 < count) {
        size = (size_t)file[at] << 24 | file[at + 1] << 16 | file[at + 2] << 8 | file[at + 3];
        if (!memcmp(file + at + 4, "IDAT", 4)) break;
        at += size + 12;
    }
    if (!reader || cpng_reader_chunks(reader, file, at)
        || cpng_reader_start(reader, inflater, is_deep, &channels))
        goto end;
    row_bytes = (size_t)channels * (is_deep ? 2 : 1) * (file[18] << 8 | file[19]);
    cpng_reader_pixels(reader, file + at + 8, size, take_row, &row_bytes);
end:
    if (!output_count) printf("%s\n", reader ? cpng_reader_message(reader) : "no memory");
    if (reader) cpng_reader_close(reader);
}

// Encodes a picture and reads the file, since libraries of other versions deflate otherwise. The
// numbers are the layout and the level.
static void encode_png(const record *record, const uint8_t *input) {
    CPNGPicture picture = {
        .width = record->width, .height = record->height, .level = (int)record->numbers[1],
        .layout = (CPNGLayout)record->numbers[0]};
    const size_t channels = picture.layout + 1;
    CPNGWriter *writer = cpng_writer_open();
    uint8_t *file = NULL;
    size_t count = 0;
    int passes = 0;
    if (writer && cpng_writer_start(writer, &picture, &passes)
        && cpng_writer_rows(writer, input, record->width * channels, record->height))
        file = cpng_writer_finish(writer, &count);
    if (file) read_png(file, count, CPNGInflaterZlib, false);
    free(file);
    if (writer) cpng_writer_close(writer);
}

// MARK: Records

static void repeat(const record *record, const uint8_t *input, size_t count) {
    const double *numbers = record->numbers;
    output_count = 0;
    switch (record->call) {
    case jpeg_decode: decode_jpeg(record, input, count); return;
    case jpeg_encode: encode_jpeg(record, input); return;
    case png_decode:
        read_png(input, count, (CPNGInflater)numbers[0], numbers[1] > 0);
        return;
    case png_encode: encode_png(record, input); return;
    case png_checksum: {
        uint32_t sum = cpng_checksum(0, input, count);
        memcpy(output, &sum, output_count = sizeof sum);
        return;
    }
    default:
        output_count = (size_t)webimage_loop(record->call, numbers, record->width,
                                             record->height, input, output, capacity);
    }
}

// Returns the number of calls whose results differ.
static unsigned replay(const char *name) {
    static uint8_t bytes[capacity];
    FILE *file = fopen(name, "rb");
    size_t count = file ? fread(bytes, 1, sizeof bytes, file) : 0, at = 0, input_count = 0;
    const uint8_t *input = bytes;
    unsigned calls = 0, failed = 0;
    if (file) fclose(file);
    for (record record; at + sizeof record <= count; calls++) {
        memcpy(&record, bytes + at, sizeof record);
        at += sizeof record;
        if (record.input_count > 0) input = bytes + at, input_count = record.input_count;
        at += record.input_count;
        if (at + record.output_count > count) break;
        repeat(&record, input, input_count);
        size_t place = 0;
        while (place < output_count && place < record.output_count
               && output[place] == bytes[at + place])
            place++;
        if (place != output_count || place != record.output_count) {
            printf("%.39s: %zu bytes, not %u, differ at %zu: %u, not %u\n", record.name,
                   output_count, record.output_count, place, output[place], bytes[at + place]);
            failed++;
        }
        at += record.output_count;
    }
    printf("%s: %u of %u calls alike\n", name, calls - failed, calls);
    return at == count && calls > 0 ? failed : failed + 1;
}

int main(int argc, char **argv) {
    unsigned failed = 0;
    for (int i = 1; i < argc; i++) failed += replay(argv[i]);
    printf("ISA-L %s, libdeflate %s\n", cpng_has_isal() ? "loaded" : "missing",
           cpng_has_libdeflate() ? "loaded" : "missing");
    return failed > 0;
}
