#include "CContentCoding.h"

#include <COptionalLibrary.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

// The parts of zlib.h, brotli/decode.h and zstd.h that are used, so that a build needs none of
// them. They have been binary compatible since their first version.
typedef struct {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *free, *opaque;
    int data_type;
    unsigned long adler, reserved;
} ZStream;

int inflateInit2_(ZStream *stream, int window_bits, const char *version, int stream_size);
int inflate(ZStream *stream, int flush);
int inflateEnd(ZStream *stream);

typedef struct BrotliDecoderStateStruct Brotli;
Brotli *BrotliDecoderCreateInstance(void *allocate, void *free, void *opaque);
int BrotliDecoderDecompressStream(Brotli *state, size_t *available_in, const uint8_t **next_in,
                                  size_t *available_out, uint8_t **next_out, size_t *total_out);
void BrotliDecoderDestroyInstance(Brotli *state);

typedef struct ZSTD_DCtx_s Zstd;
typedef struct { const void *start; size_t count, position; } ZstdInput;
typedef struct { void *start; size_t count, position; } ZstdOutput;
Zstd *ZSTD_createDCtx(void);
size_t ZSTD_freeDCtx(Zstd *zstd);
size_t ZSTD_DCtx_setParameter(Zstd *zstd, int parameter, int value);
size_t ZSTD_decompressStream(Zstd *zstd, ZstdOutput *output, ZstdInput *input);
unsigned ZSTD_isError(size_t code);

#define ZSTD_FUNCTIONS(X)                                                                          \
    X(ZSTD_createDCtx) X(ZSTD_freeDCtx) X(ZSTD_DCtx_setParameter) X(ZSTD_decompressStream)         \
    X(ZSTD_isError)
#define ZLIB_FUNCTIONS(X) X(inflateInit2_) X(inflate) X(inflateEnd)
#define BROTLI_FUNCTIONS(X)                                                                        \
    X(BrotliDecoderCreateInstance)                                                                 \
    X(BrotliDecoderDecompressStream) X(BrotliDecoderDestroyInstance)

static struct { ZLIB_FUNCTIONS(COPTIONAL_SLOT) } zlib;
static struct { BROTLI_FUNCTIONS(COPTIONAL_SLOT) } brotli;
static struct { ZSTD_FUNCTIONS(COPTIONAL_SLOT) } zstd;
static const char *missing_zlib, *missing_brotli, *missing_zstd;

enum { Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };
enum { BROTLI_ERROR = 0, BROTLI_SUCCESS = 1 };
// The most that decoders have to support for HTTP (RFC 9659), 8 MB.
enum { ZSTD_D_WINDOW_LOG_MAX = 100, ZSTD_WINDOW = 23 };

struct CContentDecoder {
    CContentKind kind;
    ZStream stream;
    Brotli *brotli;
    Zstd *zstd;
};

static void load_zlib(void) {
    static const char *const names[] = {"libz.so.1", "/usr/lib/libz.1.dylib", NULL};
    static const char *const symbols[] = {ZLIB_FUNCTIONS(COPTIONAL_SYMBOL)};
    const char *missing = NULL;
    if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&zlib, &missing))
        missing_zlib = missing;
}

static void load_brotli(void) {
    static const char *const names[] = {
        "libbrotlidec.so.1", "libbrotlidec.1.dylib", "/opt/homebrew/lib/libbrotlidec.1.dylib",
        "/usr/local/lib/libbrotlidec.1.dylib", NULL};
    static const char *const symbols[] = {BROTLI_FUNCTIONS(COPTIONAL_SYMBOL)};
    const char *missing = NULL;
    if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&brotli,
                        &missing))
        missing_brotli = missing;
}

static void load_zstd(void) {
    static const char *const names[] = {
        "libzstd.so.1", "libzstd.1.dylib", "/opt/homebrew/lib/libzstd.1.dylib",
        "/usr/local/lib/libzstd.1.dylib", NULL};
    static const char *const symbols[] = {ZSTD_FUNCTIONS(COPTIONAL_SYMBOL)};
    const char *missing = NULL;
    if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&zstd, &missing))
        missing_zstd = missing;
}

const char *ccontent_load(CContentKind kind) {
    static pthread_once_t zlib_once = PTHREAD_ONCE_INIT, brotli_once = PTHREAD_ONCE_INIT;
    static pthread_once_t zstd_once = PTHREAD_ONCE_INIT;
    if (kind == CContentZstd) {
        pthread_once(&zstd_once, load_zstd);
        return missing_zstd;
    }
    if (kind == CContentBrotli) {
        pthread_once(&brotli_once, load_brotli);
        return missing_brotli;
    }
    pthread_once(&zlib_once, load_zlib);
    return missing_zlib;
}

static bool begin(CContentDecoder *decoder) {
    if (decoder->kind == CContentBrotli) {
        decoder->brotli = brotli.BrotliDecoderCreateInstance(NULL, NULL, NULL);
        return decoder->brotli;
    }
    if (decoder->kind == CContentZstd) {
        decoder->zstd = zstd.ZSTD_createDCtx();
        return decoder->zstd
            && !zstd.ZSTD_isError(zstd.ZSTD_DCtx_setParameter(
                decoder->zstd, ZSTD_D_WINDOW_LOG_MAX, ZSTD_WINDOW));
    }
    // A window of 2^15 bytes; 16 more asks for the wrapper of gzip, less than 0 for none.
    int window = decoder->kind == CContentGzip ? 31 : decoder->kind == CContentZlib ? 15 : -15;
    return zlib.inflateInit2_(&decoder->stream, window, "1", sizeof(ZStream)) == Z_OK;
}

CContentDecoder *ccontent_open(CContentKind kind) {
    CContentDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->kind = kind;
    if (begin(decoder)) return decoder;
    free(decoder);
    return NULL;
}

static CContentStatus run_zlib(ZStream *stream, const uint8_t *input, size_t *input_count,
                               uint8_t *output, size_t *output_count) {
    unsigned in = *input_count < UINT_MAX ? (unsigned)*input_count : UINT_MAX;
    unsigned out = *output_count < UINT_MAX ? (unsigned)*output_count : UINT_MAX;
    stream->next_in = input;
    stream->avail_in = in;
    stream->next_out = output;
    stream->avail_out = out;
    int result = zlib.inflate(stream, 0);
    *input_count -= in - stream->avail_in;
    *output_count = out - stream->avail_out;
    if (result == Z_STREAM_END) return CContentEnd;
    return result == Z_OK || result == Z_BUF_ERROR ? CContentMore : CContentDamaged;
}

static CContentStatus run_zstd(Zstd *state, const uint8_t *input, size_t *input_count,
                               uint8_t *output, size_t *output_count) {
    ZstdInput in = {.start = input, .count = *input_count};
    ZstdOutput out = {.start = output, .count = *output_count};
    size_t result = zstd.ZSTD_decompressStream(state, &out, &in);
    *input_count -= in.position;
    *output_count = out.position;
    if (zstd.ZSTD_isError(result)) return CContentDamaged;
    return result == 0 ? CContentEnd : CContentMore;
}

CContentStatus ccontent_run(CContentDecoder *decoder, const uint8_t *input, size_t *input_count,
                            uint8_t *output, size_t *output_count) {
    if (decoder->kind == CContentZstd)
        return run_zstd(decoder->zstd, input, input_count, output, output_count);
    if (decoder->kind != CContentBrotli)
        return run_zlib(&decoder->stream, input, input_count, output, output_count);
    size_t room = *output_count;
    int result = brotli.BrotliDecoderDecompressStream(
        decoder->brotli, input_count, &input, &room, &output, NULL);
    *output_count -= room;
    if (result == BROTLI_SUCCESS) return CContentEnd;
    return result == BROTLI_ERROR ? CContentDamaged : CContentMore;
}

void ccontent_close(CContentDecoder *decoder) {
    if (decoder->zstd)
        zstd.ZSTD_freeDCtx(decoder->zstd);
    else if (decoder->brotli)
        brotli.BrotliDecoderDestroyInstance(decoder->brotli);
    else
        zlib.inflateEnd(&decoder->stream);
    free(decoder);
}
