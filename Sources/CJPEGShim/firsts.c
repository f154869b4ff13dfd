#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <string.h>

#include <jerror.h>

// Of a progressive picture the library keeps all coefficients, 128 bytes a block. At an eighth of
// its size a block becomes one pixel, made of the first coefficient alone. Then two bytes a block
// are kept, and its rows of blocks are whole only while the library works on them.

struct CJPEGFirsts {
    struct CJPEGFirsts *next;
    JDIMENSION blocks;
    JDIMENSION row_count;
    JCOEF *kept;
    // The rows in work, where they begin, how many there are, and whether they may have changed.
    JBLOCKARRAY rows;
    JDIMENSION most;
    JDIMENSION first;
    JDIMENSION count;
    bool is_written;
};

int cjpeg_scaled_size(const jpeg_component_info *component) {
#if JPEG_LIB_VERSION >= 70
    int width = component->DCT_h_scaled_size, height = component->DCT_v_scaled_size;
    return width > height ? width : height;
#else
    return component->DCT_scaled_size;
#endif
}

// Arithmetic codes end where a scan is empty, so theirs are all read.
bool cjpeg_shows_firsts_only(const CJPEGReader *reader, int component) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    return !reader->reads_hidden && codec->progressive_mode && !codec->arith_code
        && codec->scale_num == 1 && cjpeg_scaled_size(&codec->comp_info[component]) == 1;
}

void cjpeg_check_access(j_common_ptr codec, JDIMENSION first, JDIMENSION count, JDIMENSION rows,
                        JDIMENSION most) {
    if (first > rows || count > rows - first || count > most)
        ERREXIT(codec, JERR_BAD_VIRTUAL_ACCESS);
}

static void save(struct CJPEGFirsts *firsts) {
    if (!firsts->is_written) return;
    for (JDIMENSION y = 0; y < firsts->count; y++) {
        JCOEF *kept = firsts->kept + (size_t)(firsts->first + y) * firsts->blocks;
        for (JDIMENSION x = 0; x < firsts->blocks; x++) kept[x] = firsts->rows[y][x][0];
    }
    firsts->is_written = false;
}

static void load(struct CJPEGFirsts *firsts, JDIMENSION first, JDIMENSION count) {
    firsts->first = first;
    firsts->count = count;
    for (JDIMENSION y = 0; y < count; y++) {
        const JCOEF *kept = firsts->kept + (size_t)(first + y) * firsts->blocks;
        for (JDIMENSION x = 0; x < firsts->blocks; x++) firsts->rows[y][x][0] = kept[x];
    }
}

static JBLOCKARRAY access(j_common_ptr codec, jvirt_barray_ptr array, JDIMENSION first,
                          JDIMENSION count, boolean writes) {
    CJPEGReader *reader = codec->client_data;
    struct CJPEGFirsts *firsts = reader->firsts;
    while (firsts && (jvirt_barray_ptr)firsts != array) firsts = firsts->next;
    if (!firsts) {
        JBLOCKARRAY rows = cjpeg_packed_access(codec, array, first, count, writes);
        return rows ? rows : reader->access_array(codec, array, first, count, writes);
    }
    cjpeg_check_access(codec, first, count, firsts->row_count, firsts->most);
    if (firsts->first != first || firsts->count < count) {
        save(firsts);
        load(firsts, first, count);
    }
    firsts->is_written = firsts->is_written || writes;
    return firsts->rows;
}

// The library asks for one array a component, in their order.
static jvirt_barray_ptr request(j_common_ptr codec, int pool, boolean zeroes, JDIMENSION blocks,
                                JDIMENSION count, JDIMENSION most) {
    CJPEGReader *reader = codec->client_data;
    int component = reader->requests++;
    if (cjpeg_packs(reader, component))
        return cjpeg_packed_request(codec, pool, blocks, count, most);
    if (!cjpeg_shows_firsts_only(reader, component))
        return reader->request_array(codec, pool, zeroes, blocks, count, most);
    struct CJPEGFirsts *firsts = codec->mem->alloc_small(codec, pool, sizeof *firsts);
    memset(firsts, 0, sizeof *firsts);
    size_t bytes = (size_t)blocks * count * sizeof *firsts->kept;
    firsts->blocks = blocks;
    firsts->row_count = count;
    firsts->most = most;
    firsts->kept = codec->mem->alloc_large(codec, pool, bytes);
    memset(firsts->kept, 0, bytes);
    firsts->rows = codec->mem->alloc_barray(codec, pool, blocks, most);
    for (JDIMENSION y = 0; y < most; y++)
        memset(firsts->rows[y], 0, (size_t)blocks * sizeof(JBLOCK));
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
