// What to inflate, and what came of it.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes that the caller frees.
typedef struct {
    uint8_t *bytes;
    size_t count;
} Bytes;

/// The zlib stream that an input makes.
Bytes stream_of_input(const uint8_t *bytes, size_t count);
