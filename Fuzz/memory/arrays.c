// packed.c, firsts.c and window.c under a memory manager of the harness, next to complete arrays.
//
// Only libjpeg's headers are used: the input chooses the requests that the library would make.

#include "input.h"

#include <stdio.h>
#include <string.h>

#include "../../Sources/Codecs/CJPEGShim/reader.h"

enum { most_blocks = 9, most_count = 30, component_count = 3 };

typedef struct {
    JDIMENSION blocks, count, most;
    jvirt_barray_ptr array;
    // All rows, as the library would store them.
    JBLOCK whole[most_count][most_blocks];
} Model;

static void *blocks_of_memory[64];
static int memory_count;

static void *allocate(j_common_ptr codec, int pool, size_t count) {
    (void)codec, (void)pool;
    void *bytes = fresh(count);
    if (memory_count == 64) abort();
    return blocks_of_memory[memory_count++] = bytes;
}

static JBLOCKARRAY allocate_rows(j_common_ptr codec, int pool, JDIMENSION blocks, JDIMENSION count) {
    JBLOCKROW all = allocate(codec, pool, (size_t)blocks * count * sizeof(JBLOCK));
    JBLOCKARRAY rows = allocate(codec, pool, count * sizeof *rows);
    for (JDIMENSION y = 0; y < count; y++) rows[y] = all + (size_t)y * blocks;
    return rows;
}

static jvirt_barray_ptr request_own(j_common_ptr codec, int pool, boolean zeroes,
                                    JDIMENSION blocks, JDIMENSION count, JDIMENSION most) {
    (void)codec, (void)pool, (void)zeroes, (void)blocks, (void)count, (void)most;
    abort();
}

static JBLOCKARRAY access_own(j_common_ptr codec, jvirt_barray_ptr array, JDIMENSION first,
                              JDIMENSION count, boolean writes) {
    (void)codec, (void)array, (void)first, (void)count, (void)writes;
    abort();
}

static void fail(j_common_ptr codec) {
    (void)codec;
    abort();
}

static void differ(const char *where, JDIMENSION y) {
    fprintf(stderr, "ERROR: row %u is not what was written (%s)\n", y, where);
    abort();
}

// Compares rows, including those that were not requested and may be read.
static void compare(const Model *model, JBLOCKARRAY rows, JDIMENSION first, JDIMENSION count) {
    static const JBLOCK nothing[most_blocks];
    for (JDIMENSION y = 0; y < count; y++) {
        const size_t size = model->blocks * sizeof(JBLOCK);
        const bool is_behind = first + y >= model->count;
        CHECK_DEFINED(rows[y], size);
        const void *expected = is_behind ? nothing : model->whole[first + y];
        if (memcmp(rows[y], expected, size)) differ(is_behind ? "behind" : "within", first + y);
    }
}

static void write_row(Input *input, Model *model, JBLOCKROW row, JDIMENSION y, bool firsts_only) {
    for (JDIMENSION x = 0; x < model->blocks; x++) {
        const unsigned place = firsts_only ? 0 : choice(input, DCTSIZE2);
        row[x][place] = (JCOEF)(choice(input, 256) * 257 - 32768);
        model->whole[y][x][place] = row[x][place];
    }
}

static void step(Input *input, j_common_ptr codec, Model *model, bool firsts_only) {
    const JDIMENSION first = choice(input, model->count);
    JDIMENSION most = model->count - first < model->most ? model->count - first : model->most;
    const JDIMENSION count = 1 + choice(input, most);
    const bool writes = choice(input, 2);
    JBLOCKARRAY rows =
        codec->mem->access_virt_barray(codec, model->array, first, count, writes);
    compare(model, rows, first, writes ? count : model->most);
    for (JDIMENSION y = 0; writes && y < count; y++)
        write_row(input, model, rows[y], first + y, firsts_only);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Input input = {bytes, bytes + size};
    CJPEGReader *reader = calloc(1, sizeof *reader);
    Model *models = calloc(component_count, sizeof *models);
    jpeg_component_info components[component_count] = {0};
    struct jpeg_error_mgr errors = {.error_exit = fail};
    struct jpeg_memory_mgr memory = {
        .alloc_small = allocate, .alloc_large = allocate, .alloc_barray = allocate_rows,
        .request_virt_barray = request_own, .access_virt_barray = access_own};
    if (!reader || !models) abort();
    reader->codec = (struct jpeg_decompress_struct){
        .err = &errors, .mem = &memory, .client_data = reader, .comp_info = components,
        .num_components = component_count, .progressive_mode = TRUE, .buffered_image = TRUE,
        .scale_num = 1};
    cjpeg_keep_firsts(reader);
    j_common_ptr codec = (j_common_ptr)&reader->codec;
    for (int i = 0; i < component_count; i++) {
        components[i].DCT_scaled_size = i == 0 ? 1 : 2;
        models[i].blocks = 1 + choice(&input, most_blocks);
        models[i].count = 1 + choice(&input, most_count);
        models[i].most = 1 + choice(&input, 20);
        models[i].array = memory.request_virt_barray(codec, JPOOL_IMAGE, TRUE, models[i].blocks,
                                                     models[i].count, models[i].most);
    }
    while (input.next < input.end) {
        const unsigned i = choice(&input, component_count);
        step(&input, codec, models + i, i == 0);
    }
    cjpeg_packed_free(reader);
    while (memory_count > 0) free(blocks_of_memory[--memory_count]);
    free(models);
    free(reader);
    return 0;
}
