// The inner loops of digests and checksums for processors that have instructions for them, chosen
// when the program runs.
//
// Each makes what the Swift loop of the same task makes, which stays: it runs on every other
// processor, and tests compare the two.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor runs `cwik_sha256`; without it that may not be called.
bool cwik_has_sha256(void);

/// Compresses so many blocks of 64 bytes into a state of eight words (FIPS 180-4, 6.2.2).
void cwik_sha256(uint32_t *state, const uint8_t *bytes, size_t count);

/// Whether this processor runs `cwik_xxh3`; without it that may not be called.
bool cwik_has_xxh3(void);

/// Takes so many whole blocks of 1,024 bytes into eight lanes, as XXH3 does with more than 240
/// bytes: 16 stripes a block, each with its part of the secret of 192 bytes, then a scramble.
void cwik_xxh3(uint64_t *lanes, const uint8_t *bytes, size_t count, const uint8_t *secret);
