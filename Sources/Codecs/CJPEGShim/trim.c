#ifdef WEBIMAGE_ENABLED

#include "codes.h"
#include "reader.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Skips codes of thumbnails. At an eighth of its size a block becomes one pixel, from its first
// coefficient alone. Decoding its other codes one by one would take most of the time. So the only
// scan is shortened before libjpeg reads it: such blocks keep the first code and an end-of-block.
// Other codes are only measured, several at a time. If the scan is invalid, no result is shown, and
// it is read again unchanged.

enum {
    block_places = 64,
    // Ten blocks of 64 codes of at most 31 bits.
    most_of_unit = D_MAX_BLOCKS_IN_MCU * block_places * 4,
    input_size = 16 << 10,
    output_size = 32 << 10,
};

// The input bits, most significant first; their count, and the bytes after them.
typedef struct {
    const uint8_t *next;
    uint64_t bits;
    int count;
} Bits;

// The output bits, least significant last; their count, and the bytes' destination.
typedef struct {
    uint8_t *next;
    uint64_t bits;
    int count;
} Output;

struct CJPEGTrim {
    const uint8_t *next, *end;
    bool is_at_marker;
    Bits bits;
    // The end of the codes in `input`; an MCU that reads past it is invalid.
    const uint8_t *input_end;
    Output out;
    uint32_t unit, unit_count;
    uint32_t until_restart;
    int restart;
    CJPEGCodes dc[NUM_HUFF_TBLS], ac[NUM_HUFF_TBLS];
    // The bytes of codes without stuffing.
    uint8_t input[input_size + most_of_unit + 16];
    // Every byte may need a stuffing byte.
    uint8_t output[output_size + 2 * most_of_unit + 16];
};

// Returns the first byte of `input` of which no bit was read.
static const uint8_t *unread(const struct CJPEGTrim *trim) {
    return trim->bits.next - trim->bits.count / 8;
}

// Moves unread bytes to the front and reads more, up to a marker.
static void read_input(struct CJPEGTrim *trim) {
    const uint8_t *first = unread(trim);
    size_t kept = first < trim->input_end ? (size_t)(trim->input_end - first) : 0;
    uint8_t *out = trim->input, *last = trim->input + input_size;
    // The remaining bits of a partly read byte are only in the register.
    trim->bits.count &= 7;
    trim->bits.bits = trim->bits.count ? trim->bits.bits & ~(~UINT64_C(0) >> trim->bits.count) : 0;
    memmove(out, first, kept);
    out += kept;
    while (out < last && trim->next < trim->end && !trim->is_at_marker) {
        size_t most = (size_t)(trim->end - trim->next);
        if (most > (size_t)(last - out)) most = (size_t)(last - out);
        const uint8_t *found = memchr(trim->next, 0xFF, most);
        size_t count = found ? (size_t)(found - trim->next) : most;
        memcpy(out, trim->next, count);
        out += count;
        trim->next += count;
        if (!found) continue;
        trim->is_at_marker = trim->end - trim->next < 2 || trim->next[1] != 0;
        if (trim->is_at_marker) break;
        *out++ = 0xFF;
        trim->next += 2;
    }
    trim->bits.next = trim->input;
    trim->input_end = out;
}

// Loads at least 56 bits, enough for one code of a first coefficient (at most 31) or two of others.
// These have at most 26 bits, since codes with more extra bits are rejected.
static inline void refill(Bits *bits) {
    uint64_t eight = 0;
    for (int i = 0; i < 8; i++) eight = eight << 8 | bits->next[i];
    bits->bits |= eight >> bits->count;
    bits->next += (63 - bits->count) >> 3;
    bits->count |= 56;
}

static inline void drop(Bits *bits, uint32_t count) {
    bits->bits <<= count & 63;
    bits->count -= (int)(count & 63);
}

static inline void put_byte(Output *out) {
    out->count -= 8;
    *out->next = (uint8_t)(out->bits >> out->count);
    if (*out->next++ == 0xFF) *out->next++ = 0;
}

static inline bool has_ff(uint32_t four) {
    return ((~four - 0x01010101u) & four & 0x80808080u) != 0;
}

static inline void put(Output *out, uint32_t bits, int count) {
    out->bits = out->bits << count | bits;
    out->count += count;
    if (out->count < 32) return;
    uint32_t four = (uint32_t)(out->bits >> (out->count - 32));
    if (has_ff(four)) {
        for (int i = 0; i < 4; i++) put_byte(out);
        return;
    }
    out->count -= 32;
    for (int i = 0; i < 4; i++) *out->next++ = (uint8_t)(four >> (24 - 8 * i));
}

// Copies one code and advances.
static inline __attribute__((always_inline)) bool copy_one(Bits *bits, Output *out,
                                                           const CJPEGCodes *codes, int *place) {
    CJPEGCode code;
    refill(bits);
    if (!cjpeg_codes_find(codes, bits->bits, &code)) return false;
    put(out, (uint32_t)(bits->bits >> (64 - code.count)), code.count);
    drop(bits, (uint32_t)code.count);
    *place = code.is_end ? block_places : *place + code.places;
    return true;
}

static inline bool copy_rest(Bits *bits, Output *out, const CJPEGCodes *codes) {
    int place = 1;
    while (place < block_places)
        if (!copy_one(bits, out, codes, &place)) return false;
    return place == block_places;
}

// Skips all codes of an entry, or a single one; returns `false` if the table has none.
static inline bool drop_some(Bits *bits, const CJPEGCodes *codes, int *place) {
    uint32_t entry = codes->entries[bits->bits >> (64 - cjpeg_window)];
    int all = *place + (int)(entry >> cjpeg_places_at & 255);
    // Codes of an entry after the last coefficient belong to another block.
    if (entry && (all < block_places || (all == block_places && !(entry & cjpeg_ends)))) {
        drop(bits, entry);
        *place = entry & cjpeg_ends ? block_places : all;
        return true;
    }
    CJPEGCode code;
    if (!cjpeg_codes_find(codes, bits->bits, &code)) return false;
    drop(bits, (uint32_t)code.count);
    *place = code.is_end ? block_places : *place + code.places;
    return true;
}

// Skips the other codes of a block.
static inline bool drop_rest(Bits *bits, const CJPEGCodes *codes) {
    int place = 1;
    while (true) {
        refill(bits);
        if (!drop_some(bits, codes, &place)) return false;
        if (place >= block_places) break;
        if (!drop_some(bits, codes, &place)) return false;
        if (place >= block_places) break;
    }
    return place == block_places;
}

static bool trim_unit(struct CJPEGTrim *trim, const struct jpeg_decompress_struct *codec) {
    Bits bits = trim->bits;
    Output out = trim->out;
    for (int i = 0; i < codec->blocks_in_MCU; i++) {
        const jpeg_component_info *component = codec->cur_comp_info[codec->MCU_membership[i]];
        const CJPEGCodes *dc = trim->dc + component->dc_tbl_no, *ac = trim->ac + component->ac_tbl_no;
        int place = 0;
        if (!copy_one(&bits, &out, dc, &place)) return false;
        if (cjpeg_scaled_size(component) > 1) {
            if (!copy_rest(&bits, &out, ac)) return false;
        } else {
            put(&out, ac->end_code, ac->end_length);
            if (!drop_rest(&bits, ac)) return false;
        }
    }
    trim->bits = bits;
    trim->out = out;
    return unread(trim) <= trim->input_end;
}

// Writes ones to the end of a byte, then a marker.
static void put_marker(Output *out, int marker) {
    put(out, 0x7F, 7);
    while (out->count >= 8) put_byte(out);
    out->count = 0;
    *out->next++ = 0xFF;
    *out->next++ = (uint8_t)marker;
}

// Reads the restart marker that must follow the codes; padding bits of the last byte are left.
static bool pass_restart(struct CJPEGTrim *trim) {
    if (unread(trim) != trim->input_end || trim->end - trim->next < 2) return false;
    if (trim->next[0] != 0xFF || trim->next[1] != JPEG_RST0 + trim->restart) return false;
    trim->next += 2;
    trim->is_at_marker = false;
    trim->bits = (Bits){trim->input_end, 0, 0};
    put_marker(&trim->out, JPEG_RST0 + trim->restart);
    trim->restart = (trim->restart + 1) & 7;
    return true;
}

// Shortens one MCU; returns `false` if it is invalid.
static bool take_unit(struct CJPEGTrim *trim, const struct jpeg_decompress_struct *codec) {
    if (!trim->is_at_marker && trim->input_end - unread(trim) < most_of_unit) read_input(trim);
    if (codec->restart_interval && trim->until_restart == 0) {
        if (!pass_restart(trim)) return false;
        trim->until_restart = codec->restart_interval;
        read_input(trim);
    }
    trim->until_restart--;
    return trim_unit(trim, codec);
}

bool cjpeg_trim_fill(CJPEGReader *reader) {
    struct CJPEGTrim *trim = reader->trim;
    trim->out.next = trim->output;
    while (trim->unit < trim->unit_count && trim->out.next < trim->output + output_size) {
        if (!take_unit(trim, &reader->codec)) return false;
        if (++trim->unit == trim->unit_count) put_marker(&trim->out, JPEG_EOI);
    }
    reader->source.next_input_byte = trim->output;
    reader->source.bytes_in_buffer = (size_t)(trim->out.next - trim->output);
    return true;
}

// Returns `true` if the scan has codes to skip, in a format supported here.
static bool is_worth_it(CJPEGReader *reader) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    if (!reader->may_trim || !reader->is_end || codec->scale_num != 1 || codec->buffered_image)
        return false;
    if (reader->is_past_end || reader->source.bytes_in_buffer < reader->least_trimmed)
        return false;
    if (codec->progressive_mode || codec->arith_code || codec->data_precision != 8) return false;
    // In a lossless file these have a different meaning.
    if (codec->Ss != 0 || codec->Se != block_places - 1) return false;
    bool drops = false;
    for (int i = 0; i < codec->comps_in_scan; i++)
        drops = drops || cjpeg_scaled_size(codec->cur_comp_info[i]) == 1;
    return drops;
}

static bool make_tables(struct CJPEGTrim *trim, const struct jpeg_decompress_struct *codec) {
    for (int i = 0; i < codec->comps_in_scan; i++) {
        const jpeg_component_info *component = codec->cur_comp_info[i];
        const JHUFF_TBL *dc = codec->dc_huff_tbl_ptrs[component->dc_tbl_no];
        const JHUFF_TBL *ac = codec->ac_huff_tbl_ptrs[component->ac_tbl_no];
        if (!dc || !ac) return false;
        cjpeg_codes_make(trim->dc + component->dc_tbl_no, dc, false);
        cjpeg_codes_make(trim->ac + component->ac_tbl_no, ac, true);
        if (trim->ac[component->ac_tbl_no].end_length == 0) return false;
    }
    return true;
}

void cjpeg_trim_begin(CJPEGReader *reader) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    if (!is_worth_it(reader)) return;
    struct CJPEGTrim *trim = malloc(sizeof *trim);
    if (!trim) return;
    memset(trim, 0, offsetof(struct CJPEGTrim, dc));
    memset(trim->input, 0, sizeof trim->input);
    if (!make_tables(trim, codec)) {
        free(trim);
        return;
    }
    trim->unit_count = codec->MCUs_per_row * codec->MCU_rows_in_scan;
    trim->until_restart = codec->restart_interval;
    trim->next = reader->source.next_input_byte;
    trim->end = trim->next + reader->source.bytes_in_buffer;
    trim->bits.next = trim->input_end = trim->input;
    reader->source.bytes_in_buffer = 0;
    reader->trim = trim;
}

void cjpeg_trim_free(CJPEGReader *reader) {
    free(reader->trim);
    reader->trim = NULL;
}

#endif
