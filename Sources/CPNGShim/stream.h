// The zlib stream of the pixels (RFC 1950), inflated in pieces by one of two libraries.
//
// ISA-L takes 0.4 times the time of zlib. It is loaded on first use; without it zlib does all.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CPNGShim.h"

/// The most bytes that a step inflates.
enum { cpng_piece = 1 << 16 };

/// The reason why a step ended.
typedef enum {
    /// All bytes that were fed are read.
    CPNGStreamHungry,
    /// There may be more to inflate.
    CPNGStreamFull,
    /// The stream is over, and its checksum holds.
    CPNGStreamEnded,
    /// The stream breaks the rules.
    CPNGStreamDamaged,
    /// There is no memory for it.
    CPNGStreamStarved,
} CPNGStreamStatus;

typedef struct CPNGStream CPNGStream;

/// A library that inflates.
typedef struct {
    void *(*open)(void);
    /// Inflates up to `cpng_piece` bytes into `bytes`, and sets `count`.
    CPNGStreamStatus (*step)(CPNGStream *stream);
    void (*close)(void *codec);
} CPNGEngine;

struct CPNGStream {
    const CPNGEngine *engine;
    void *codec;
    // The bytes that were fed and are not read yet.
    const uint8_t *next;
    const uint8_t *end;
    // The bytes that the last step inflated.
    uint8_t *bytes;
    size_t count;
    CPNGStreamStatus status;
    // Whether the bytes before damage are needed, to the last one; else they may be missing.
    bool is_near_end;
};

/// The engine over zlib.
extern const CPNGEngine cpng_zlib;

/// Returns the engine over ISA-L, NULL where the library is missing or another one than its header.
const CPNGEngine *cpng_isal(void);

/// Returns the engine for a stream that inflates to `byte_count` bytes.
const CPNGEngine *cpng_engine(CPNGInflater inflater, uint64_t byte_count);

/// Prepares for a stream; false without memory.
bool cpng_stream_open(CPNGStream *stream, const CPNGEngine *engine);

/// Releases the memory of a stream; one that was never opened has none.
void cpng_stream_close(CPNGStream *stream);

/// Gives the next bytes, which have to stay until a step returns `CPNGStreamHungry`.
void cpng_stream_feed(CPNGStream *stream, const uint8_t *bytes, size_t count);

/// Inflates the next piece; there may be bytes in it whatever the status is.
///
/// With damage they are all there are before it only if `is_near_end` is set before the step.
/// Once the stream ended or is damaged, the status stays and there are no more bytes.
CPNGStreamStatus cpng_stream_step(CPNGStream *stream);
