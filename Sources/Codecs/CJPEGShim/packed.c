#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// Storage for components with half the resolution at an eighth of the image size. Each block
// becomes two pixels a side, from several coefficients, so all scans are read, but most
// coefficients are zero. A row of blocks is stored packed except while libjpeg works on it. First
// come bit masks of the nonzero words of each block, then these words. A word has four
// coefficients.

enum { words_of_block = DCTSIZE2 / 4 };

struct CJPEGPacked {
    CJPEGWindow window;
    struct CJPEGPacked *next;
    // The packed rows, NULL for a row of zeroes, and their sizes in bytes.
    uint64_t **packed;
    size_t *sizes;
    // The buffer for packing a row.
    uint64_t *scratch;
};

// Returns the number of words for masks, four in a word; they precede the words of the blocks.
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
    uint64_t *out = array->scratch + mask_words(array->window.blocks);
    uint16_t *masks = (uint16_t *)array->scratch;
    for (JDIMENSION x = 0; x < array->window.blocks; x++) {
        uint64_t words[words_of_block];
        memcpy(words, row[x], sizeof words);
        unsigned mask = mask_of(words);
        masks[x] = (uint16_t)mask;
        for (; mask; mask &= mask - 1) *out++ = words[__builtin_ctz(mask)];
    }
    return (size_t)(out - array->scratch);
}

static void load(const CJPEGWindow *window, JDIMENSION y, JBLOCKROW row) {
    const uint64_t *packed = ((const struct CJPEGPacked *)window)->packed[y];
    memset(row, 0, (size_t)window->blocks * sizeof(JBLOCK));
    if (!packed) return;
    const uint16_t *masks = (const uint16_t *)packed;
    packed += mask_words(window->blocks);
    for (JDIMENSION x = 0; x < window->blocks; x++) {
        for (unsigned mask = masks[x]; mask; mask &= mask - 1, packed++)
            memcpy((char *)row[x] + (size_t)__builtin_ctz(mask) * sizeof *packed, packed,
                   sizeof *packed);
    }
}

static void save(j_common_ptr codec, CJPEGWindow *window, JDIMENSION y, JBLOCKROW row) {
    struct CJPEGPacked *array = (struct CJPEGPacked *)window;
    size_t size = pack(array, row) * sizeof *array->scratch;
    uint64_t **place = array->packed + y;
    size_t *place_size = array->sizes + y;
    // An unchanged row costs no allocation: a hostile file has hundreds of empty scans.
    if (size == *place_size && !memcmp(*place, array->scratch, size)) return;
    // A new allocation instead of `realloc`: the freed one suits the next row.
    free(*place);
    *place = NULL;
    *place_size = 0;
    *place = malloc(size);
    if (!*place) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    memcpy(*place, array->scratch, size);
    *place_size = size;
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
    array->window = (CJPEGWindow){
        .blocks = blocks, .row_count = count, .most = most, .load = load, .save = save};
    array->packed = calloc(count, sizeof *array->packed);
    array->sizes = calloc(count, sizeof *array->sizes);
    // Zeroed, since unused masks at the end are compared too.
    array->scratch =
        calloc(mask_words(blocks) + (size_t)blocks * words_of_block + 1, sizeof *array->scratch);
    if (!array->packed || !array->sizes || !array->scratch)
        ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    cjpeg_window_init(codec, pool, &array->window);
    return (jvirt_barray_ptr)array;
}

CJPEGWindow *cjpeg_packed_window(const CJPEGReader *reader, jvirt_barray_ptr wanted) {
    struct CJPEGPacked *array = reader->packed;
    while (array && (jvirt_barray_ptr)array != wanted) array = array->next;
    return array ? &array->window : NULL;
}

void cjpeg_packed_free(CJPEGReader *reader) {
    while (reader->packed) {
        struct CJPEGPacked *array = reader->packed;
        reader->packed = array->next;
        for (JDIMENSION y = 0; array->packed && y < array->window.row_count; y++)
            free(array->packed[y]);
        free(array->packed);
        free(array->sizes);
        free(array->scratch);
        free(array);
    }
}

#endif
