// Files with tables of codes that no encoder writes.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The most bytes that a file has besides its codes.
enum { trim_file_head = 1024 };

/// Writes a baseline file whose frame and tables the input's first bytes choose, and whose codes are
/// the rest; there is room for `trim_file_head` bytes and twice as many as the input has.
///
/// - Returns: How many bytes the file has.
size_t trim_file_make(const uint8_t *input, size_t count, uint8_t *file);
