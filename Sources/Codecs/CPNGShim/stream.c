#ifdef WEBIMAGE_ENABLED

#include "stream.h"

#include <stdlib.h>

#include <zlib.h>

static void *open_zlib(void) {
    z_stream *codec = calloc(1, sizeof *codec);
    // The largest window, regardless of the header: images with a wrong one are common.
    if (codec && inflateInit2(codec, MAX_WBITS) == Z_OK) return codec;
    free(codec);
    return NULL;
}

static void close_zlib(void *codec) {
    inflateEnd(codec);
    free(codec);
}

static CPNGStreamStatus step_zlib(CPNGStream *stream) {
    z_stream *codec = stream->codec;
    codec->next_in = (Bytef *)stream->next;
    codec->avail_in = (uInt)(stream->end - stream->next);
    codec->next_out = stream->bytes;
    codec->avail_out = cpng_piece;
    int result = inflate(codec, Z_NO_FLUSH);
    stream->next = codec->next_in;
    stream->count = cpng_piece - codec->avail_out;
    switch (result) {
    case Z_STREAM_END: return CPNGStreamEnded;
    case Z_MEM_ERROR: return CPNGStreamStarved;
    case Z_OK:
    case Z_BUF_ERROR: return codec->avail_out == 0 ? CPNGStreamFull : CPNGStreamHungry;
    default: return CPNGStreamDamaged;
    }
}

const CPNGEngine cpng_zlib = {open_zlib, step_zlib, close_zlib};

const CPNGEngine *cpng_engine(CPNGInflater inflater, uint64_t byte_count) {
    // ISA-L counts in 32 bits. Below 64 kB its tables cost more than it saves.
    bool is_small = byte_count < 1 << 16;
    if (inflater == CPNGInflaterZlib || byte_count > UINT32_MAX) return &cpng_zlib;
    if (inflater == CPNGInflaterAutomatic && is_small) return &cpng_zlib;
    const CPNGEngine *isal = cpng_isal();
    return isal ? isal : &cpng_zlib;
}

bool cpng_stream_open(CPNGStream *stream, const CPNGEngine *engine) {
    *stream = (CPNGStream){.engine = engine, .codec = engine->open()};
    if (stream->codec) stream->bytes = calloc(1, cpng_piece);
    if (stream->bytes) return true;
    cpng_stream_close(stream);
    return false;
}

void cpng_stream_close(CPNGStream *stream) {
    if (stream->codec) stream->engine->close(stream->codec);
    free(stream->bytes);
    *stream = (CPNGStream){0};
}

void cpng_stream_feed(CPNGStream *stream, const uint8_t *bytes, size_t count) {
    stream->next = bytes;
    stream->end = bytes + count;
}

CPNGStreamStatus cpng_stream_step(CPNGStream *stream) {
    stream->count = 0;
    if (stream->status == CPNGStreamHungry || stream->status == CPNGStreamFull)
        stream->status = stream->engine->step(stream);
    return stream->status;
}

#endif
