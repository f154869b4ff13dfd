// Decoding by CJPEGShim at an eighth of the size: with invisible codes skipped, and without.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Decodes the input, or a file with tables chosen by it, both ways.
///
/// Aborts if pixels or status differ, unless the skipping decoder reports that it needs all codes.
void fuzz_trim(const uint8_t *_Nullable bytes, size_t count);
