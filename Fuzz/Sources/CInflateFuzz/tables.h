// Deflate streams that no encoder writes.

#pragma once

#include "streams.h"

#include <stdbool.h>

/// Returns a zlib stream of blocks with arbitrary codes, valid except where `bytes` break it.
Bytes stream_of_tables(const uint8_t *bytes, size_t count);
