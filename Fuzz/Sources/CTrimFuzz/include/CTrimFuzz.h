// CJPEGShim at an eighth of the size, leaving out codes of which nothing is shown, next to itself
// reading all of them.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Decodes a file both ways, the input itself or one with the tables that it chooses; aborts where the pixels or the end of it differ, unless the one that
/// leaves codes out says itself that all have to be read.
void fuzz_trim(const uint8_t *_Nullable bytes, size_t count);
