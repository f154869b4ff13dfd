#ifdef WEBIMAGE_ENABLED

#include "stream.h"

// A program built without the header uses only zlib.
#if __has_include(<isa-l/igzip_lib.h>)

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <isa-l/igzip_lib.h>

#include "COptionalLibrary.h"

#define LIBISAL_FUNCTIONS(X) X(isal_inflate_init) X(isal_inflate)

static struct { LIBISAL_FUNCTIONS(COPTIONAL_SLOT) } isal;

// If a fast loop of ISA-L (2.30) finds damage, it counts the bytes of a match without copying them.
// They would show stale memory. It uses no fast loop for so few bytes of input.
enum { careful_piece = 7 };

// The maximum number of copies of the state near the end of the rows.
enum { most_saves = 256 };

typedef struct {
    struct inflate_state state;
    // The state before a step near the end of the rows.
    struct inflate_state saved;
    unsigned save_count;
    uint8_t header[2];
    unsigned header_count;
    bool is_careful;
    bool has_failed;
} Codec;

// Allocates a zeroed codec, so that tables and history hold no previous memory contents.
static void *open_isal(void) {
    Codec *codec = calloc(1, sizeof *codec);
    if (!codec) return NULL;
    isal.isal_inflate_init(&codec->state);
    // The header is read here, since ISA-L would enforce the window size in it.
    codec->state.crc_flag = ISAL_ZLIB_NO_HDR_VER;
    return codec;
}

static void close_isal(void *codec) { free(codec); }

// Reads the header by the rules of zlib (RFC 1950, 2.2).
static CPNGStreamStatus read_header(Codec *codec, CPNGStream *stream) {
    while (codec->header_count < 2) {
        if (stream->next == stream->end) return CPNGStreamHungry;
        codec->header[codec->header_count++] = *stream->next++;
    }
    unsigned method = codec->header[0], flags = codec->header[1];
    bool is_sound = (method * 256 + flags) % 31 == 0 && (method & 15) == 8 && method >> 4 <= 7;
    return is_sound && !(flags & 32) ? CPNGStreamFull : CPNGStreamDamaged;
}

// Inflates at most `most` bytes of the input; appends to the inflated bytes.
static CPNGStreamStatus run(Codec *codec, CPNGStream *stream, size_t most) {
    struct inflate_state *state = &codec->state;
    size_t left = (size_t)(stream->end - stream->next), count = left < most ? left : most;
    state->next_in = (uint8_t *)stream->next;
    state->avail_in = (uint32_t)count;
    state->next_out = stream->bytes + stream->count;
    state->avail_out = (uint32_t)(cpng_piece - stream->count);
    int result = isal.isal_inflate(state);
    // After damage the other counts are wrong.
    stream->count = (size_t)(state->next_out - stream->bytes);
    if (result < 0) return CPNGStreamDamaged;
    stream->next = state->next_in;
    if (state->block_state == ISAL_BLOCK_FINISH) return CPNGStreamEnded;
    if (state->avail_out == 0) return CPNGStreamFull;
    // Input that is left without progress would be left forever.
    return state->avail_in == 0 ? CPNGStreamHungry : CPNGStreamDamaged;
}

// Copies bytes from before the damage that ISA-L had no room for.
static CPNGStreamStatus take_rest(Codec *codec, CPNGStream *stream) {
    struct inflate_state *state = &codec->state;
    size_t count = (size_t)(state->tmp_out_valid - state->tmp_out_processed);
    size_t room = cpng_piece - stream->count;
    if (count > room) count = room;
    memcpy(stream->bytes + stream->count, state->tmp_out_buffer + state->tmp_out_processed, count);
    state->tmp_out_processed += (int32_t)count;
    stream->count += count;
    bool has_more = state->tmp_out_valid > state->tmp_out_processed;
    return has_more ? CPNGStreamFull : CPNGStreamDamaged;
}

static CPNGStreamStatus run_carefully(Codec *codec, CPNGStream *stream) {
    CPNGStreamStatus status = CPNGStreamHungry;
    do status = run(codec, stream, careful_piece);
    while (status == CPNGStreamHungry && stream->next < stream->end);
    codec->has_failed = status == CPNGStreamDamaged;
    return codec->has_failed ? take_rest(codec, stream) : status;
}

// Inflates a step; damage near the end of the rows is found again to the exact byte.
static CPNGStreamStatus step_isal(CPNGStream *stream) {
    Codec *codec = stream->codec;
    if (codec->has_failed) return take_rest(codec, stream);
    CPNGStreamStatus status = read_header(codec, stream);
    if (status != CPNGStreamFull) return status;
    // For many small chunks, copies of 87 kB would cost more than careful steps.
    if (stream->is_near_end && ++codec->save_count > most_saves) codec->is_careful = true;
    if (codec->is_careful) return run_carefully(codec, stream);
    if (stream->is_near_end) codec->saved = codec->state;
    status = run(codec, stream, SIZE_MAX);
    if (status != CPNGStreamDamaged) return status;
    stream->count = 0;
    if (!stream->is_near_end) return status;
    codec->state = codec->saved;
    codec->is_careful = true;
    return run_carefully(codec, stream);
}

static const CPNGEngine engine = {open_isal, step_isal, close_isal};
static bool is_loaded;

// Returns `true` if library and header match. ISA-L reports no version, and its struct is part of
// the header, so a short stream is inflated in two parts.
static bool fits(void) {
    static const uint8_t bytes[] = {0x78, 0x01, 0x4B, 0x4C, 0x4A, 0x4E, 0x84,
                                    0x21, 0x00, 0x1D, 0xE0, 0x04, 0x99};
    static const char text[] = "abcabcabcabc";
    CPNGStream stream;
    if (!cpng_stream_open(&stream, &engine)) return false;
    cpng_stream_feed(&stream, bytes, 6);
    bool is_sound = cpng_stream_step(&stream) == CPNGStreamHungry;
    size_t count = stream.count;
    is_sound = is_sound && count < sizeof text && memcmp(stream.bytes, text, count) == 0;
    cpng_stream_feed(&stream, bytes + 6, sizeof bytes - 6);
    is_sound = is_sound && cpng_stream_step(&stream) == CPNGStreamEnded
        && count + stream.count == sizeof text - 1
        && memcmp(stream.bytes, text + count, stream.count) == 0;
    cpng_stream_close(&stream);
    return is_sound;
}

bool cpng_load_isal(const char *const *symbols, size_t count, void **functions) {
    static const char *const names[] = {"libisal.so.2", "libisal.2.dylib",
                                        "/opt/homebrew/lib/libisal.2.dylib",
                                        "/usr/local/lib/libisal.2.dylib", NULL};
    const char *missing = NULL;
    return coptional_load(names, symbols, count, functions, &missing);
}

static void load(void) {
    static const char *const symbols[] = {LIBISAL_FUNCTIONS(COPTIONAL_SYMBOL)};
    is_loaded = cpng_load_isal(symbols, sizeof symbols / sizeof *symbols, (void **)&isal) && fits();
}

const CPNGEngine *cpng_isal(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded ? &engine : NULL;
}

#else

const CPNGEngine *cpng_isal(void) { return NULL; }

#endif

bool cpng_has_isal(void) { return cpng_isal() != NULL; }

#endif
