// Rows of the common kind of picture, without libpng in between.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "inflate.h"

/// What inflates and unfilters the rows of a picture whose samples have 8 bits, in one pass.
typedef struct {
    CPNGInflate stream;
    CPNGInflateStatus status;
    bool is_open;
    bool is_ended;
    // The byte that names the filter, and the row; the row before it.
    uint8_t *row;
    uint8_t *previous;
    size_t row_bytes;
    // How many bytes of a row are there.
    size_t filled;
    unsigned pixel_bytes;
    uint32_t rows;
    uint32_t row_count;
} CPNGDirect;

/// What happened last.
typedef enum {
    /// All bytes are read.
    CPNGDirectNone,
    /// A row is in `row`, behind its filter byte.
    CPNGDirectRow,
    /// There is more than the rows.
    CPNGDirectExtra,
    /// The stream is damaged behind the rows.
    CPNGDirectUnsound,
    /// The stream is damaged.
    CPNGDirectDamaged,
    /// A row has no filter that there is.
    CPNGDirectBadFilter,
} CPNGDirectEvent;

/// Prepares for `rows` rows of `row_bytes`; false without memory.
bool cpng_direct_open(CPNGDirect *direct, size_t row_bytes, unsigned pixel_bytes, uint32_t rows);
void cpng_direct_close(CPNGDirect *direct);

/// Gives the next bytes of the zlib stream.
void cpng_direct_feed(CPNGDirect *direct, const uint8_t *bytes, size_t count);

/// Reads on to the next event.
CPNGDirectEvent cpng_direct_next(CPNGDirect *direct);

/// Undoes the filter of a row; false for one that there is not.
bool cpng_unfilter(uint8_t filter, uint8_t *row, const uint8_t *previous, size_t count,
                   unsigned pixel_bytes);
