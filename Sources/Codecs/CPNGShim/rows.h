// Rows of the common kind of image, decoded without libpng.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The row that is being filled and the one before it, each preceded by its filter byte.
typedef struct {
    uint8_t *row;
    uint8_t *previous;
    size_t row_bytes;
    // The bytes of the row so far, including its filter.
    size_t filled;
    unsigned pixel_bytes;
    uint32_t row_count;
} CPNGRows;

/// Allocates rows of `row_bytes`; returns `false` if memory is short.
bool cpng_rows_open(CPNGRows *rows, size_t row_bytes, unsigned pixel_bytes);

/// Frees the memory of rows; does nothing if they were never opened.
void cpng_rows_close(CPNGRows *rows);

/// Copies bytes up to the end of the row; returns their number.
size_t cpng_rows_fill(CPNGRows *rows, const uint8_t *bytes, size_t count);

/// `true` if the row is complete.
bool cpng_rows_is_whole(const CPNGRows *rows);

/// Unfilters the complete row and begins the next one; NULL if its filter is unknown.
///
/// - Returns: The row without its filter, valid until the next one is begun.
const uint8_t *cpng_rows_end(CPNGRows *rows);

/// Reverses the filter of a row; returns `false` if it is unknown.
bool cpng_unfilter(uint8_t filter, uint8_t *row, const uint8_t *previous, size_t count,
                   unsigned pixel_bytes);
