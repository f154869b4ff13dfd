#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <string.h>

// Storage for progressive images at an eighth of their size. libjpeg keeps all coefficients, 128
// bytes a block, but a pixel needs only the first. So two bytes a block are kept; full rows of
// blocks exist only while libjpeg works on them.

struct CJPEGFirsts {
    CJPEGWindow window;
    struct CJPEGFirsts *next;
    JCOEF *kept;
};

int cjpeg_scaled_size(const jpeg_component_info *component) {
#if JPEG_LIB_VERSION >= 70
    int width = component->DCT_h_scaled_size, height = component->DCT_v_scaled_size;
    return width > height ? width : height;
#else
    return component->DCT_scaled_size;
#endif
}

// Excludes arithmetic coding, which does not tolerate an empty scan.
bool cjpeg_shows_firsts_only(const CJPEGReader *reader, int component) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    return !reader->reads_hidden && codec->progressive_mode && !codec->arith_code
        && codec->scale_num == 1 && cjpeg_scaled_size(&codec->comp_info[component]) == 1;
}

static void save(j_common_ptr codec, CJPEGWindow *window, JDIMENSION y, JBLOCKROW row) {
    (void)codec;
    JCOEF *kept = ((struct CJPEGFirsts *)window)->kept + (size_t)y * window->blocks;
    for (JDIMENSION x = 0; x < window->blocks; x++) kept[x] = row[x][0];
}

static void load(const CJPEGWindow *window, JDIMENSION y, JBLOCKROW row) {
    const JCOEF *kept = ((const struct CJPEGFirsts *)window)->kept + (size_t)y * window->blocks;
    for (JDIMENSION x = 0; x < window->blocks; x++) row[x][0] = kept[x];
}

static CJPEGWindow *window_of(const CJPEGReader *reader, jvirt_barray_ptr array) {
    struct CJPEGFirsts *firsts = reader->firsts;
    while (firsts && (jvirt_barray_ptr)firsts != array) firsts = firsts->next;
    return firsts ? &firsts->window : cjpeg_packed_window(reader, array);
}

// Returns the number of rows to access: as many as allowed, since libjpeg zeroes rows on access.
static JDIMENSION readable(const CJPEGReader *reader, jvirt_barray_ptr array, JDIMENSION first,
                           JDIMENSION count) {
    for (int i = 0; i < MAX_COMPONENTS; i++) {
        const CJPEGWhole *whole = reader->whole + i;
        if (whole->array != array || first > whole->row_count) continue;
        JDIMENSION rest = whole->row_count - first;
        JDIMENSION most = rest < whole->most ? rest : whole->most;
        return count > most ? count : most;
    }
    return count;
}

static JBLOCKARRAY access(j_common_ptr codec, jvirt_barray_ptr array, JDIMENSION first,
                          JDIMENSION count, boolean writes) {
    const CJPEGReader *reader = codec->client_data;
    CJPEGWindow *window = window_of(reader, array);
    if (window) return cjpeg_window_access(codec, window, first, count, writes);
    if (!writes) count = readable(reader, array, first, count);
    return reader->access_array(codec, array, first, count, writes);
}

static jvirt_barray_ptr request_whole(j_common_ptr codec, int pool, boolean zeroes,
                                      JDIMENSION blocks, JDIMENSION count, JDIMENSION most,
                                      int component) {
    CJPEGReader *reader = codec->client_data;
    jvirt_barray_ptr array = reader->request_array(codec, pool, zeroes, blocks, count, most);
    // Rows of other arrays are undefined, and reading them fails.
    if (zeroes && component < MAX_COMPONENTS)
        reader->whole[component] = (CJPEGWhole){array, count, most};
    return array;
}

// Handles libjpeg's request for an array; there is one for each component, in order.
static jvirt_barray_ptr request(j_common_ptr codec, int pool, boolean zeroes, JDIMENSION blocks,
                                JDIMENSION count, JDIMENSION most) {
    CJPEGReader *reader = codec->client_data;
    int component = reader->requests++;
    if (cjpeg_packs(reader, component))
        return cjpeg_packed_request(codec, pool, blocks, count, most);
    if (!cjpeg_shows_firsts_only(reader, component))
        return request_whole(codec, pool, zeroes, blocks, count, most, component);
    struct CJPEGFirsts *firsts = codec->mem->alloc_small(codec, pool, sizeof *firsts);
    memset(firsts, 0, sizeof *firsts);
    size_t bytes = (size_t)blocks * count * sizeof *firsts->kept;
    firsts->window = (CJPEGWindow){
        .blocks = blocks, .row_count = count, .most = most, .load = load, .save = save};
    firsts->kept = codec->mem->alloc_large(codec, pool, bytes);
    memset(firsts->kept, 0, bytes);
    cjpeg_window_init(codec, pool, &firsts->window);
    firsts->next = reader->firsts;
    reader->firsts = firsts;
    return (jvirt_barray_ptr)firsts;
}

void cjpeg_keep_firsts(CJPEGReader *reader) {
    struct jpeg_memory_mgr *memory = reader->codec.mem;
    if (reader->request_array || !reader->codec.buffered_image) return;
    reader->request_array = memory->request_virt_barray;
    reader->access_array = memory->access_virt_barray;
    memory->request_virt_barray = request;
    memory->access_virt_barray = access;
}

#endif
