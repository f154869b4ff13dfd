// Memory between two pages that end the process when they are touched: sanitizers do not see what
// assembler reads and writes.

#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Says which end of the next allocations stands at such a page.
void guarded_at_end(bool is_end);

/// Returns zeroed memory, of few at a time; ends the process when there are too many.
void *guarded_allocate(size_t size);

/// Releases memory, also NULL.
void guarded_release(void *memory);
