// The zlib stream of the pixels (RFC 1950), inflated in steps by one of two libraries.
//
// ISA-L takes 0.4 times the time of zlib. It is loaded on first use; without it zlib is used.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CPNGShim.h"

/// The maximum number of bytes that a step inflates.
enum { cpng_piece = 1 << 16 };

/// The reason that a step ended.
typedef enum {
    /// All fed bytes were read.
    CPNGStreamHungry,
    /// There may be more to inflate.
    CPNGStreamFull,
    /// The stream ended, and its checksum matches.
    CPNGStreamEnded,
    /// The stream is invalid.
    CPNGStreamDamaged,
    /// Memory is short.
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
    // The fed bytes that are not yet read.
    const uint8_t *next;
    const uint8_t *end;
    // The bytes that the last step inflated.
    uint8_t *bytes;
    size_t count;
    CPNGStreamStatus status;
    // `true` if all bytes before damage are needed, to the last one; otherwise some may be missing.
    bool is_near_end;
};

/// The engine over zlib.
extern const CPNGEngine cpng_zlib;

/// Loads functions of ISA-L; returns `false` if one is missing.
bool cpng_load_isal(const char *const *symbols, size_t count, void **functions);

/// Returns the engine over ISA-L; NULL if the library is missing or does not match its header.
const CPNGEngine *cpng_isal(void);

/// Returns the engine for a stream that inflates to `byte_count` bytes.
const CPNGEngine *cpng_engine(CPNGInflater inflater, uint64_t byte_count);

/// Opens a stream; returns `false` if memory is short.
bool cpng_stream_open(CPNGStream *stream, const CPNGEngine *engine);

/// Frees the memory of a stream; does nothing if it was never opened.
void cpng_stream_close(CPNGStream *stream);

/// Sets the next bytes, which must stay valid until a step returns `CPNGStreamHungry`.
void cpng_stream_feed(CPNGStream *stream, const uint8_t *bytes, size_t count);

/// Inflates the next part; it may have bytes with any status.
///
/// After damage, all bytes before it are returned only if `is_near_end` was set before the step. A
/// stream that has ended or is damaged keeps its status and returns no more bytes.
CPNGStreamStatus cpng_stream_step(CPNGStream *stream);
