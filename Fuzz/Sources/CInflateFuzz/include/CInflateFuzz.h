// The inflating of CPNGShim next to zlib's, on the same bytes.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Inflates what the input makes, in pieces, by both; traps where they differ.
///
/// An input is a PNG, of which its pixels' stream is taken, or begins with a byte that says what it
/// is: a zlib stream, a deflate stream that is to be wrapped, or pixels to compress and to damage.
void fuzz_inflate(const uint8_t *_Nullable bytes, size_t count);
