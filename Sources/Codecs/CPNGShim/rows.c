#ifdef WEBIMAGE_ENABLED

#include "rows.h"

#include <stdlib.h>
#include <string.h>

// The bytes after a row that vector loops may access.
enum { slack = 32 };

bool cpng_rows_open(CPNGRows *rows, size_t row_bytes, unsigned pixel_bytes) {
    *rows = (CPNGRows){.row_bytes = row_bytes, .pixel_bytes = pixel_bytes};
    rows->row = calloc(1, row_bytes + 1 + slack);
    rows->previous = calloc(1, row_bytes + 1 + slack);
    if (rows->row && rows->previous) return true;
    cpng_rows_close(rows);
    return false;
}

void cpng_rows_close(CPNGRows *rows) {
    free(rows->row);
    free(rows->previous);
    *rows = (CPNGRows){0};
}

size_t cpng_rows_fill(CPNGRows *rows, const uint8_t *bytes, size_t count) {
    size_t room = rows->row_bytes + 1 - rows->filled;
    if (count > room) count = room;
    memcpy(rows->row + rows->filled, bytes, count);
    rows->filled += count;
    return count;
}

bool cpng_rows_is_whole(const CPNGRows *rows) { return rows->filled == rows->row_bytes + 1; }

const uint8_t *cpng_rows_end(CPNGRows *rows) {
    uint8_t *row = rows->row;
    if (!cpng_unfilter(row[0], row + 1, rows->previous + 1, rows->row_bytes, rows->pixel_bytes))
        return NULL;
    rows->row = rows->previous;
    rows->previous = row;
    rows->filled = 0;
    rows->row_count++;
    return row + 1;
}

#endif
