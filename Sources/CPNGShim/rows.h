// Rows of the common kind of picture, without libpng in between.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The row that is being filled and the one before it, each behind the byte that names its filter.
typedef struct {
    uint8_t *row;
    uint8_t *previous;
    size_t row_bytes;
    // Bytes of the row so far, its filter included.
    size_t filled;
    unsigned pixel_bytes;
    uint32_t row_count;
} CPNGRows;

/// Prepares for rows of `row_bytes`; false without memory.
bool cpng_rows_open(CPNGRows *rows, size_t row_bytes, unsigned pixel_bytes);

/// Releases the memory of rows; some that were never opened have none.
void cpng_rows_close(CPNGRows *rows);

/// Takes bytes up to the end of the row; returns how many.
size_t cpng_rows_fill(CPNGRows *rows, const uint8_t *bytes, size_t count);

/// `true` if the row is whole.
bool cpng_rows_is_whole(const CPNGRows *rows);

/// Unfilters the whole row and begins the next one; NULL if its filter is unknown.
///
/// - Returns: The row without its filter, until the next one is begun.
const uint8_t *cpng_rows_end(CPNGRows *rows);

/// Undoes the filter of a row; false for an unknown one.
bool cpng_unfilter(uint8_t filter, uint8_t *row, const uint8_t *previous, size_t count,
                   unsigned pixel_bytes);
