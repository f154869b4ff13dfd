// Inflating by CPNGShim and by zlib, on the same bytes.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Inflates the stream that the input makes by both libraries, in pieces; traps if they differ.
///
/// An input is a PNG, whose IDAT stream is taken, or begins with a byte that selects its kind: a
/// zlib stream, a deflate stream to be wrapped, or pixels to compress and to damage.
void fuzz_inflate(const uint8_t *_Nullable bytes, size_t count);
