#ifdef WEBIMAGE_ENABLED

#include "direct.h"

#include <stdlib.h>
#include <string.h>

// Room that vector loops may read and write behind a row.
enum { slack = 32 };

bool cpng_direct_open(CPNGDirect *direct, size_t row_bytes, unsigned pixel_bytes, uint32_t rows) {
    direct->row_bytes = row_bytes;
    direct->pixel_bytes = pixel_bytes;
    direct->rows = rows;
    direct->row = calloc(1, row_bytes + 1 + slack);
    direct->previous = calloc(1, row_bytes + 1 + slack);
    // The window is as large as the stream says.
    direct->is_open = direct->row && direct->previous && cpng_inflate_open(&direct->stream);
    if (direct->is_open) return true;
    free(direct->row);
    free(direct->previous);
    return false;
}

void cpng_direct_close(CPNGDirect *direct) {
    if (!direct->is_open) return;
    cpng_inflate_close(&direct->stream);
    free(direct->row);
    free(direct->previous);
}

void cpng_direct_feed(CPNGDirect *direct, const uint8_t *bytes, size_t count) {
    direct->stream.next = bytes;
    direct->stream.end = bytes + count;
    direct->status = CPNGInflateFull;
}

static CPNGDirectEvent finish_row(CPNGDirect *direct) {
    // The row that was handed out last is in `previous`.
    if (!cpng_unfilter(direct->row[0], direct->row + 1, direct->previous + 1, direct->row_bytes,
                       direct->pixel_bytes))
        return CPNGDirectBadFilter;
    uint8_t *row = direct->row;
    direct->row = direct->previous;
    direct->previous = row;
    direct->filled = 0;
    direct->row_count++;
    return CPNGDirectRow;
}

// Moves inflated bytes to the row; whether it is whole.
static bool fill_row(CPNGDirect *direct) {
    CPNGInflate *stream = &direct->stream;
    size_t count = direct->row_bytes + 1 - direct->filled;
    if (count > stream->filled - stream->taken) count = stream->filled - stream->taken;
    memcpy(direct->row + direct->filled, stream->window + stream->taken, count);
    direct->filled += count;
    stream->taken += count;
    return direct->filled == direct->row_bytes + 1;
}

CPNGDirectEvent cpng_direct_next(CPNGDirect *direct) {
    while (!direct->is_ended) {
        bool is_behind = direct->row_count == direct->rows;
        bool has_bytes = direct->stream.taken < direct->stream.filled;
        if (has_bytes && !is_behind) {
            if (fill_row(direct)) return finish_row(direct);
        } else if (has_bytes) {
            direct->is_ended = true;
            return CPNGDirectExtra;
        } else if (direct->status == CPNGInflateHungry) {
            break;
        } else if (direct->status == CPNGInflateFull) {
            direct->status = cpng_inflate_step(&direct->stream);
        } else {
            direct->is_ended = true;
            if (direct->status == CPNGInflateDamaged)
                return is_behind ? CPNGDirectUnsound : CPNGDirectDamaged;
        }
    }
    return CPNGDirectNone;
}

#endif
