#include "CTrimFuzz.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The library's own header; the library is linked anyway.
#include "../../../Sources/Codecs/CJPEGShim/include/CJPEGShim.h"

// Damage may declare a picture of gigabytes.
enum { most_pixels = 1 << 22, most_memory = 64 << 20 };

// The status at the end of a file, and the pixels until then.
typedef struct {
    CJPEGStatus status;
    bool wants_all;
    size_t count;
    uint8_t *pixels;
} Outcome;

static void read_rows(CJPEGReader *reader, Outcome *outcome) {
    CJPEGHeader header;
    uint32_t width, height;
    outcome->status = cjpeg_reader_header(reader, &header);
    if (outcome->status != CJPEGStatusOK) return;
    if ((uint64_t)header.width * header.height > most_pixels) return;
    outcome->status = cjpeg_reader_start(reader, 1, &width, &height);
    if (outcome->status != CJPEGStatusOK) return;
    const size_t stride = (size_t)width * 4;
    outcome->count = stride * height;
    outcome->pixels = calloc(1, outcome->count);
    for (uint32_t row = 0, done = 0; row < height; row += done) {
        // Few at a time, since not all rows are available after each call.
        const uint32_t some = height - row < 7 ? height - row : 7;
        outcome->status =
            cjpeg_reader_rows(reader, outcome->pixels + row * stride, stride, some, &done);
        if (outcome->status != CJPEGStatusOK || done == 0) return;
    }
}

static Outcome outcome_of(const uint8_t *bytes, size_t count, bool trims) {
    Outcome outcome = {CJPEGStatusOK, false, 0, NULL};
    CJPEGReader *reader = cjpeg_reader_open(most_memory);
    if (!reader) abort();
    if (trims) cjpeg_reader_may_trim(reader, 0);
    cjpeg_reader_feed(reader, bytes, count, true);
    read_rows(reader, &outcome);
    outcome.wants_all = cjpeg_reader_lacks_hidden_end(reader);
    cjpeg_reader_close(reader);
    return outcome;
}

static void compare(const uint8_t *bytes, size_t count) {
    Outcome some = outcome_of(bytes, count, true);
    if (!some.wants_all) {
        Outcome all = outcome_of(bytes, count, false);
        if (some.status != all.status || some.count != all.count ||
            (some.count > 0 && memcmp(some.pixels, all.pixels, some.count) != 0)) {
            fprintf(stderr, "ERROR: codes left out: status %d, %zu bytes; all of them: %d, %zu\n",
                    (int)some.status, some.count, (int)all.status, all.count);
            abort();
        }
        free(all.pixels);
    }
    free(some.pixels);
}

void fuzz_trim(const uint8_t *bytes, size_t count) {
    if (count == 0) return;
    if (count > 1 && bytes[0] == 0xFF && bytes[1] == 0xD8) return compare(bytes, count);
    // The file has a separate allocation, so that the sanitizer sees reads beside it.
    uint8_t *room = malloc(trim_file_head + 2 * count);
    if (!room) abort();
    const size_t made = trim_file_make(bytes, count, room);
    uint8_t *file = malloc(made);
    if (!file) abort();
    memcpy(file, room, made);
    free(room);
    compare(file, made);
    free(file);
}
