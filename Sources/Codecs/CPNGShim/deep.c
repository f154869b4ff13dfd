#ifdef WEBIMAGE_ENABLED

#include "CPNGShim.h"
#include "deep.h"

// A program built without the header uses only zlib.
#if __has_include(<isa-l/igzip_lib.h>)

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include "COptionalLibrary.h"
#include "stream.h"

#define LIBISAL_FUNCTIONS(X) X(isal_deflate_init) X(isal_deflate)

static struct { LIBISAL_FUNCTIONS(COPTIONAL_SLOT) } isal;

// The bytes of a chunk of compressed pixels.
enum { chunk_bytes = 1 << 16 };

struct CPNGDeepRows {
    struct isal_zstream stream;
    size_t samples;
    unsigned channels;
    uint16_t *previous;
    // The filtered rows, each a byte with the number of its filter and samples of two bytes.
    uint8_t *left, *above;
    uint8_t chunk[chunk_bytes];
    uint8_t level_buffer[ISAL_DEF_LVL3_DEFAULT];
};

CPNGDeepRows *cpng_deep_open(size_t samples, unsigned channels, int level) {
    CPNGDeepRows *rows = calloc(1, sizeof *rows);
    if (!rows) return NULL;
    rows->samples = samples;
    rows->channels = channels;
    rows->previous = calloc(samples, sizeof *rows->previous);
    rows->left = malloc(2 * samples + 1);
    rows->above = malloc(2 * samples + 1);
    if (!rows->previous || !rows->left || !rows->above) {
        cpng_deep_close(rows);
        return NULL;
    }
    struct isal_zstream *stream = &rows->stream;
    isal.isal_deflate_init(stream);
    stream->gzip_flag = IGZIP_ZLIB;
    stream->level = level < 3 ? 1 : 3;
    stream->level_buf = rows->level_buffer;
    stream->level_buf_size = sizeof rows->level_buffer;
    stream->next_out = rows->chunk;
    stream->avail_out = chunk_bytes;
    return rows;
}

void cpng_deep_close(CPNGDeepRows *rows) {
    if (!rows) return;
    free(rows->previous);
    free(rows->left);
    free(rows->above);
    free(rows);
}

// Stores the differences of the bytes of samples, the high one first; returns the sum of the sizes
// of the high ones.
static size_t subtract(const uint16_t *samples, const uint16_t *others, size_t count,
                       uint8_t *target) {
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t high = (uint8_t)((samples[i] >> 8) - (others[i] >> 8));
        target[2 * i] = high;
        target[2 * i + 1] = (uint8_t)(samples[i] - others[i]);
        sum += high < 128 ? high : 256u - high;
    }
    return sum;
}

// Returns a row with the filter whose differences are smaller.
//
// The predictors of other filters make files of 10 and 12 bits larger by a tenth, since the low
// bytes of such samples repeat the high ones.
static const uint8_t *filter(CPNGDeepRows *rows, const uint16_t *row) {
    static const uint16_t zero[4] = {0};
    size_t channels = rows->channels, count = rows->samples;
    rows->left[0] = 1;
    rows->above[0] = 2;
    size_t left = subtract(row, zero, channels, rows->left + 1)
        + subtract(row + channels, row, count - channels, rows->left + 1 + 2 * channels);
    size_t above = subtract(row, rows->previous, count, rows->above + 1);
    memcpy(rows->previous, row, 2 * count);
    return left < above ? rows->left : rows->above;
}

static void empty(CPNGDeepRows *rows, CPNGDeepSink sink, void *owner) {
    size_t count = chunk_bytes - rows->stream.avail_out;
    rows->stream.next_out = rows->chunk;
    rows->stream.avail_out = chunk_bytes;
    if (count) sink(owner, rows->chunk, count);
}

// Compresses as much as the chunk has room for; returns `false` if that fails or does nothing.
static bool step(struct isal_zstream *stream) {
    uint32_t input = stream->avail_in, room = stream->avail_out;
    return isal.isal_deflate(stream) == COMP_OK
        && (stream->avail_in != input || stream->avail_out != room
            || stream->internal_state.state == ZSTATE_END);
}

bool cpng_deep_row(CPNGDeepRows *rows, const uint16_t *row, CPNGDeepSink sink, void *owner) {
    struct isal_zstream *stream = &rows->stream;
    stream->next_in = (uint8_t *)filter(rows, row);
    stream->avail_in = (uint32_t)(2 * rows->samples + 1);
    while (stream->avail_in) {
        if (!step(stream)) return false;
        if (stream->avail_in || !stream->avail_out) empty(rows, sink, owner);
    }
    return true;
}

bool cpng_deep_end(CPNGDeepRows *rows, CPNGDeepSink sink, void *owner) {
    struct isal_zstream *stream = &rows->stream;
    stream->end_of_stream = 1;
    do {
        if (!step(stream)) return false;
        empty(rows, sink, owner);
    } while (stream->internal_state.state != ZSTATE_END);
    return true;
}

typedef struct {
    uint8_t bytes[512];
    size_t count;
} Sample;

static void append(void *owner, const uint8_t *bytes, size_t count) {
    Sample *sample = owner;
    if (count > sizeof sample->bytes - sample->count) return;
    memcpy(sample->bytes + sample->count, bytes, count);
    sample->count += count;
}

// Returns `true` if library and header match. ISA-L reports no version, and its struct is part of
// the header, so two rows are compressed here and inflated by zlib.
static bool fits(void) {
    static const uint16_t row[] = {0x0102, 0x0304, 0x0506, 0x0203, 0x0405, 0x0607};
    static const uint8_t filtered[] = {1, 1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1,
                                       2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint8_t inflated[sizeof filtered];
    uLongf count = sizeof inflated;
    Sample sample = {.count = 0};
    CPNGDeepRows *rows = cpng_deep_open(6, 3, 6);
    bool is_sound = rows && cpng_deep_row(rows, row, append, &sample)
        && cpng_deep_row(rows, row, append, &sample) && cpng_deep_end(rows, append, &sample)
        && uncompress(inflated, &count, sample.bytes, sample.count) == Z_OK
        && count == sizeof filtered && memcmp(inflated, filtered, count) == 0;
    cpng_deep_close(rows);
    return is_sound;
}

static bool is_loaded;

static void load(void) {
    static const char *const symbols[] = {LIBISAL_FUNCTIONS(COPTIONAL_SYMBOL)};
    is_loaded = cpng_load_isal(symbols, sizeof symbols / sizeof *symbols, (void **)&isal) && fits();
}

bool cpng_deep_is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

#else

bool cpng_deep_is_available(void) { return false; }
CPNGDeepRows *cpng_deep_open(size_t samples, unsigned channels, int level) {
    (void)samples, (void)channels, (void)level;
    return NULL;
}
void cpng_deep_close(CPNGDeepRows *rows) { (void)rows; }
bool cpng_deep_row(CPNGDeepRows *rows, const uint16_t *row, CPNGDeepSink sink, void *owner) {
    (void)rows, (void)row, (void)sink, (void)owner;
    return false;
}
bool cpng_deep_end(CPNGDeepRows *rows, CPNGDeepSink sink, void *owner) {
    (void)rows, (void)sink, (void)owner;
    return false;
}

#endif

#endif
