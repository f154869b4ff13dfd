// The inner loops of digests and checksums for processors with special instructions, selected at
// run time.
//
// Each gives the same result as the Swift loop for the task, which all other processors use; tests
// compare the two.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns `true` if this processor supports `cwik_sha256`; otherwise it may not be called.
bool cwik_has_sha256(void);

/// Compresses `count` blocks of 64 bytes into a state of eight words (FIPS 180-4, 6.2.2).
void cwik_sha256(uint32_t *state, const uint8_t *bytes, size_t count);

/// Returns `true` if this processor supports `cwik_xxh3`; otherwise it may not be called.
bool cwik_has_xxh3(void);

/// Accumulates `count` whole blocks of 1,024 bytes into eight lanes, as XXH3 for more than 240
/// bytes: 16 stripes a block, each with its part of the secret of 192 bytes, then a scramble.
void cwik_xxh3(uint64_t *lanes, const uint8_t *bytes, size_t count, const uint8_t *secret);
