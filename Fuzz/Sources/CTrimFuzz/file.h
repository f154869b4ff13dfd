// Files with code tables that no encoder writes.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// The maximum size of a file without its codes.
enum { trim_file_head = 1024 };

/// Writes a baseline file: the input's first bytes choose its frame and tables, the rest its codes.
///
/// `file` has space for `trim_file_head` bytes and twice the input.
/// - Returns: The size of the file.
size_t trim_file_make(const uint8_t *input, size_t count, uint8_t *file);
