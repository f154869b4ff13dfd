// Memory between two guard pages, which end the process on access: sanitizers do not see reads and
// writes of assembler.

#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Selects the end of the next allocations that borders on a guard page.
void guarded_at_end(bool is_end);

/// Returns zeroed memory; ends the process if too many allocations are alive.
void *guarded_allocate(size_t size);

/// Releases memory; NULL is ignored.
void guarded_release(void *memory);
