#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <string.h>

#include <jerror.h>

// libjpeg's memory manager makes whole arrays accessible, and block smoothing relies on it. In the
// second row of MCUs it reads one more row of blocks than it requests. So all rows of a window are
// loaded to read, not only the requested ones. They move with the window, so each is loaded once a
// pass. Only requested rows are written.

static uint64_t bits(JDIMENSION count) {
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

void cjpeg_window_init(j_common_ptr codec, int pool, CJPEGWindow *window) {
    if (window->most > cjpeg_window_most) ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
    window->rows = codec->mem->alloc_barray(codec, pool, window->blocks, window->most);
    // All rows of the array are zero, so these are valid as the first ones.
    for (JDIMENSION y = 0; y < window->most; y++)
        memset(window->rows[y], 0, (size_t)window->blocks * sizeof(JBLOCK));
    window->loaded = window->most;
}

static void save(j_common_ptr codec, CJPEGWindow *window, JDIMENSION count) {
    for (JDIMENSION y = 0; y < count; y++) {
        if (!(window->written >> y & 1)) continue;
        window->save(codec, window, window->first + y, window->rows[y]);
        window->written &= ~(UINT64_C(1) << y);
    }
}

static void load(CJPEGWindow *window, JDIMENSION y) {
    if (window->first + y < window->row_count)
        window->load(window, window->first + y, window->rows[y]);
    else
        memset(window->rows[y], 0, (size_t)window->blocks * sizeof(JBLOCK));
}

static void move(j_common_ptr codec, CJPEGWindow *window, JDIMENSION first) {
    JBLOCKROW left[cjpeg_window_most];
    bool overlaps = first > window->first && first - window->first < window->most;
    JDIMENSION step = overlaps ? first - window->first : window->most;
    save(codec, window, step);
    memcpy(left, window->rows, step * sizeof *left);
    memmove(window->rows, window->rows + step, (window->most - step) * sizeof *left);
    memcpy(window->rows + window->most - step, left, step * sizeof *left);
    window->written = overlaps ? window->written >> step : 0;
    window->loaded = window->loaded > step ? window->loaded - step : 0;
    window->first = first;
}

JBLOCKARRAY cjpeg_window_access(j_common_ptr codec, CJPEGWindow *window, JDIMENSION first,
                                JDIMENSION count, bool writes) {
    if (first > window->row_count || count > window->row_count - first || count > window->most)
        ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
    if (window->first != first) move(codec, window, first);
    for (JDIMENSION needed = writes ? count : window->most; window->loaded < needed;)
        load(window, window->loaded++);
    if (writes) window->written |= bits(count);
    return window->rows;
}

#endif
