#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// At an eighth of a picture's size, components of half its resolution are two pixels a block, made
// of several coefficients, and their scans are all read. Most of what the library would keep of
// them is zero. So a row of blocks is whole only while the library works on it, and then packed:
// for each block a bit mask of its words that are not zero, and these. A word has four
// coefficients.

enum { words_of_block = DCTSIZE2 / 4 };

struct CJPEGPacked {
    struct CJPEGPacked *next;
    JDIMENSION blocks;
    JDIMENSION row_count;
    // The packed rows, NULL for one that is all zero, and their bytes.
    uint64_t **packed;
    size_t *sizes;
    // A row on its way to be packed.
    uint64_t *scratch;
    // The rows in work, where they begin, how many there are, and whether they may have changed.
    JBLOCKARRAY rows;
    JDIMENSION most;
    JDIMENSION first;
    JDIMENSION count;
    bool is_written;
};

// Four masks of 16 bits fill a word, before the words of their blocks.
static size_t mask_words(JDIMENSION blocks) { return ((size_t)blocks + 3) / 4; }

static unsigned mask_of(const uint64_t *words) {
    unsigned mask = 0;
    for (int i = 0; i < words_of_block; i += 4) {
        if (!(words[i] | words[i + 1] | words[i + 2] | words[i + 3])) continue;
        for (int k = i; k < i + 4; k++) mask |= (unsigned)(words[k] != 0) << k;
    }
    return mask;
}

static size_t pack(const struct CJPEGPacked *array, JBLOCKROW row) {
    uint64_t *out = array->scratch + mask_words(array->blocks);
    uint16_t *masks = (uint16_t *)array->scratch;
    for (JDIMENSION x = 0; x < array->blocks; x++) {
        uint64_t words[words_of_block];
        memcpy(words, row[x], sizeof words);
        unsigned mask = mask_of(words);
        masks[x] = (uint16_t)mask;
        for (; mask; mask &= mask - 1) *out++ = words[__builtin_ctz(mask)];
    }
    return (size_t)(out - array->scratch);
}

static void unpack(const struct CJPEGPacked *array, const uint64_t *packed, JBLOCKROW row) {
    memset(row, 0, (size_t)array->blocks * sizeof(JBLOCK));
    if (!packed) return;
    const uint16_t *masks = (const uint16_t *)packed;
    packed += mask_words(array->blocks);
    for (JDIMENSION x = 0; x < array->blocks; x++) {
        for (unsigned mask = masks[x]; mask; mask &= mask - 1, packed++)
            memcpy((char *)row[x] + (size_t)__builtin_ctz(mask) * sizeof *packed, packed,
                   sizeof *packed);
    }
}

static void save_row(j_common_ptr codec, struct CJPEGPacked *array, JDIMENSION y) {
    size_t size = pack(array, array->rows[y]) * sizeof *array->scratch;
    uint64_t **place = array->packed + array->first + y;
    size_t *place_size = array->sizes + array->first + y;
    // A scan that says nothing of a row costs no memory traffic: a hostile file has hundreds.
    if (size == *place_size && !memcmp(*place, array->scratch, size)) return;
    // A new block, not a larger one: what is freed is of use to the next row.
    free(*place);
    *place_size = 0;
    *place = malloc(size);
    if (!*place) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    memcpy(*place, array->scratch, size);
    *place_size = size;
}

static void save(j_common_ptr codec, struct CJPEGPacked *array) {
    if (!array->is_written) return;
    for (JDIMENSION y = 0; y < array->count; y++) save_row(codec, array, y);
    array->is_written = false;
}

bool cjpeg_packs(const CJPEGReader *reader, int component) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    return codec->progressive_mode && codec->scale_num == 1
        && cjpeg_scaled_size(&codec->comp_info[component]) > 1;
}

jvirt_barray_ptr cjpeg_packed_request(j_common_ptr codec, int pool, JDIMENSION blocks,
                                      JDIMENSION count, JDIMENSION most) {
    CJPEGReader *reader = codec->client_data;
    struct CJPEGPacked *array = calloc(1, sizeof *array);
    if (!array) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    array->next = reader->packed;
    reader->packed = array;
    array->blocks = blocks;
    array->row_count = count;
    array->most = most;
    array->packed = calloc(count, sizeof *array->packed);
    array->sizes = calloc(count, sizeof *array->sizes);
    // Zero, since the last masks may be of no block, and are compared too.
    array->scratch =
        calloc(mask_words(blocks) + (size_t)blocks * words_of_block + 1, sizeof *array->scratch);
    if (!array->packed || !array->sizes || !array->scratch)
        ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    array->rows = codec->mem->alloc_barray(codec, pool, blocks, most);
    return (jvirt_barray_ptr)array;
}

JBLOCKARRAY cjpeg_packed_access(j_common_ptr codec, jvirt_barray_ptr wanted, JDIMENSION first,
                                JDIMENSION count, boolean writes) {
    CJPEGReader *reader = codec->client_data;
    struct CJPEGPacked *array = reader->packed;
    while (array && (jvirt_barray_ptr)array != wanted) array = array->next;
    if (!array) return NULL;
    cjpeg_check_access(codec, first, count, array->row_count, array->most);
    if (array->first != first || array->count < count) {
        save(codec, array);
        for (JDIMENSION y = 0; y < count; y++)
            unpack(array, array->packed[first + y], array->rows[y]);
        array->first = first;
        array->count = count;
    }
    array->is_written = array->is_written || writes;
    return array->rows;
}

void cjpeg_packed_free(CJPEGReader *reader) {
    while (reader->packed) {
        struct CJPEGPacked *array = reader->packed;
        reader->packed = array->next;
        for (JDIMENSION y = 0; array->packed && y < array->row_count; y++) free(array->packed[y]);
        free(array->packed);
        free(array->sizes);
        free(array->scratch);
        free(array);
    }
}

#endif
