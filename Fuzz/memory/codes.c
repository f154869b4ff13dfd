// trim.c and codes.c over tables and codes of the input, without a file around them.

#include "input.h"

#include <string.h>

#include "../../Sources/Codecs/CJPEGShim/reader.h"

// Functions of other files that trim.c calls.
int cjpeg_scaled_size(const jpeg_component_info *component) { return component->DCT_scaled_size; }

// Returns a table with no more codes than their lengths allow.
static JHUFF_TBL *make_table(Input *input, bool is_ac) {
    JHUFF_TBL *table = fresh(sizeof *table);
    unsigned total = 0, room = 1;
    memset(table, 0, sizeof *table);
    for (int i = 1; i <= 16; i++) {
        room *= 2;
        const unsigned most = room - 1 < 40 ? room - 1 : 40;
        const unsigned count = choice(input, most + 1);
        if (total + count > 256) break;
        table->bits[i] = (UINT8)count;
        room -= count, total += count;
    }
    const unsigned end = is_ac ? choice(input, 4) : total;
    for (unsigned i = 0; i < total; i++) {
        const unsigned symbol = choice(input, 256);
        table->huffval[i] = (UINT8)(!is_ac ? symbol & 15 : i == end ? 0 : symbol);
    }
    return table;
}

static void trim(CJPEGReader *reader) {
    cjpeg_trim_begin(reader);
    if (!reader->trim) return;
    // Terminates: each call produces bytes until there are no more units.
    while (cjpeg_trim_fill(reader) && reader->source.bytes_in_buffer > 0)
        CHECK_DEFINED(reader->source.next_input_byte, reader->source.bytes_in_buffer);
    cjpeg_trim_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    Input input = {bytes, bytes + size};
    CJPEGReader *reader = calloc(1, sizeof *reader);
    jpeg_component_info components[3] = {0};
    if (!reader) abort();
    reader->may_trim = reader->is_end = true;
    struct jpeg_decompress_struct *codec = &reader->codec;
    *codec = (struct jpeg_decompress_struct){
        .comp_info = components, .scale_num = 1, .data_precision = 8, .Se = 63,
        .comps_in_scan = 1 + (int)choice(&input, 3), .restart_interval = choice(&input, 5)};
    codec->MCUs_per_row = 1 + choice(&input, 40);
    codec->MCU_rows_in_scan = 1 + choice(&input, 40);
    for (int i = 0; i < codec->comps_in_scan; i++) {
        const int count = 1 + (int)choice(&input, 3);
        codec->cur_comp_info[i] = components + i;
        components[i].DCT_scaled_size = 1 + (int)choice(&input, 2);
        components[i].dc_tbl_no = components[i].ac_tbl_no = (int)choice(&input, 2);
        for (int k = 0; k < count; k++) codec->MCU_membership[codec->blocks_in_MCU++] = i;
    }
    for (int i = 0; i < 2; i++) {
        codec->dc_huff_tbl_ptrs[i] = make_table(&input, false);
        codec->ac_huff_tbl_ptrs[i] = make_table(&input, true);
    }
    // A separate allocation of the exact size.
    const size_t rest = (size_t)(input.end - input.next);
    uint8_t *codes = fresh(rest);
    memcpy(codes, input.next, rest);
    reader->source.next_input_byte = codes;
    reader->source.bytes_in_buffer = rest;
    trim(reader);
    free(codes);
    for (int i = 0; i < 2; i++) free(codec->dc_huff_tbl_ptrs[i]), free(codec->ac_huff_tbl_ptrs[i]);
    free(reader);
    return 0;
}
