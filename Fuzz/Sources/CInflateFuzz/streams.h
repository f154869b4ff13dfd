// Inputs for inflaters and their results.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Bytes owned by the caller.
typedef struct {
    uint8_t *bytes;
    size_t count;
} Bytes;

/// Returns the zlib stream that an input makes.
Bytes stream_of_input(const uint8_t *bytes, size_t count);
