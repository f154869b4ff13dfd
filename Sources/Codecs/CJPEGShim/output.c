#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <string.h>

enum {
    max_batch = 64,
    // Usual progressive files have about ten scans. A hostile one has thousands of empty ones, each
    // of which costs a pass over all blocks, so large images may have fewer.
    max_scans = 500,
    min_scans = 64,
    // The first preview of a progressive file waits for a complete scan, or this many bytes.
    patience = 32 << 10,
};

void cjpeg_reader_read_hidden(CJPEGReader *reader) { reader->reads_hidden = true; }

void cjpeg_reader_allow_truncated(CJPEGReader *reader) { reader->allows_truncated = true; }

bool cjpeg_reader_is_truncated(const CJPEGReader *reader) { return reader->is_truncated; }

void cjpeg_reader_may_trim(CJPEGReader *reader, size_t least) {
    reader->may_trim = true;
    reader->least_trimmed = least;
}

bool cjpeg_reader_lacks_hidden_end(const CJPEGReader *reader) {
    // Only reading all codes shows how libjpeg treats the damaged ones.
    return reader->lacks_hidden_end || (reader->trim && reader->status != CJPEGStatusOK);
}

// Rounds a scaled side; libjpeg rounds up, so its last column may be mostly outside the image.
static uint32_t rounded(uint32_t side, uint32_t eighths) {
    uint32_t scaled = (side * eighths + 4) / 8;
    return scaled > 0 ? scaled : 1;
}

CJPEGStatus cjpeg_reader_start(CJPEGReader *reader, uint32_t eighths, uint32_t *width,
                               uint32_t *height) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (setjmp(reader->escape)) return reader->status;
    bool is_cmyk =
        codec->jpeg_color_space == JCS_CMYK || codec->jpeg_color_space == JCS_YCCK;
    codec->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
    codec->scale_num = eighths;
    codec->scale_denom = 8;
    // Scans are then read by our own loop, which can be cancelled, not within one call.
    codec->buffered_image = jpeg_has_multiple_scans(codec);
    cjpeg_keep_firsts(reader);
    jpeg_start_decompress(codec);
    cjpeg_trim_begin(reader);
    *width = reader->width = rounded(codec->image_width, eighths);
    *height = reader->height = rounded(codec->image_height, eighths);
    if (reader->width < codec->output_width)
        reader->wide_row = codec->mem->alloc_sarray((j_common_ptr)codec, JPOOL_IMAGE,
                                                    codec->output_width * 4, 1);
    return CJPEGStatusOK;
}

// Returns `true` if every component has all bits of its coefficients.
static bool has_all_coefficients(const CJPEGReader *reader) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    for (int i = 0; i < codec->num_components; i++) {
        // libjpeg copies a component's table when its first scan begins.
        if (!codec->comp_info[i].quant_table) return false;
        if (!reader->ran_dry || !codec->coef_bits) continue;
        for (int k = 0; k < DCTSIZE2; k++) {
            if (codec->coef_bits[i][k] != 0) return false;
        }
    }
    return true;
}

// Ends a file of several scans: with all of them, or if that is allowed, with those so far.
static CJPEGStatus end_scans(CJPEGReader *reader, bool *is_done) {
    *is_done = has_all_coefficients(reader) && !reader->ends_in_segment;
    if (*is_done) return reader->status;
    if (!reader->allows_truncated || !(reader->has_scan || reader->is_truncated))
        return cjpeg_reader_refuse(
            reader, reader->ran_dry ? CJPEGStatusTruncated : CJPEGStatusDamaged,
            "scans are missing");
    reader->is_truncated = *is_done = true;
    return reader->status;
}

// Ends a file that ends inside of a segment after a scan, of which libjpeg makes an error.
static CJPEGStatus end_in_segment(CJPEGReader *reader, bool *is_done) {
    if (reader->status != CJPEGStatusTruncated || !reader->allows_truncated || !reader->has_scan)
        return reader->status;
    // The header of a scan may be half read, with the tables that its components then seem to have.
    reader->is_truncated = *is_done = true;
    return reader->status = CJPEGStatusOK;
}

static bool has_too_many_scans(const struct jpeg_decompress_struct *codec) {
    uint64_t pixels = (uint64_t)codec->image_width * codec->image_height;
    uint64_t allowed = (UINT64_C(1) << 31) / pixels;
    if (allowed > max_scans) allowed = max_scans;
    if (allowed < min_scans) allowed = min_scans;
    return codec->input_scan_number > (int)allowed;
}

static void count_step(CJPEGReader *reader, int event) {
    if (event == JPEG_REACHED_SOS) cjpeg_source_begin_scan(reader);
    if (event == JPEG_SCAN_COMPLETED) reader->has_scan = true;
    if (event == JPEG_SCAN_COMPLETED || event == JPEG_ROW_COMPLETED) reader->revision++;
}

CJPEGStatus cjpeg_reader_consume(CJPEGReader *reader, uint32_t steps, bool *is_done) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    *is_done = false;
    if (setjmp(reader->escape)) return end_in_segment(reader, is_done);
    for (uint32_t i = 0; i < steps && reader->status == CJPEGStatusOK; i++) {
        if (cjpeg_source_lacks_scan(reader)) return CJPEGStatusNeedsMore;
        CJPEGStatus skipping = cjpeg_source_skip_hidden(reader);
        if (skipping != CJPEGStatusOK) return skipping;
        int event = jpeg_consume_input(codec);
        if (reader->status != CJPEGStatusOK) break;
        if (event == JPEG_SUSPENDED) return CJPEGStatusNeedsMore;
        count_step(reader, event);
        if (has_too_many_scans(codec))
            return cjpeg_reader_refuse(reader, CJPEGStatusTooLarge,
                                       "more scans than an image may have");
        if (event == JPEG_REACHED_EOI) return end_scans(reader, is_done);
    }
    return reader->status;
}

// Returns the visible rows; the first scan of a sequential file has all data of its components.
static uint32_t visible_rows(const CJPEGReader *reader) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    if (reader->has_scan) return reader->height;
    bool waits = codec->progressive_mode &&
                 cjpeg_source_read_count(reader) < reader->first_scan + patience;
    if (waits || codec->input_iMCU_row == 0) return 0;
    uint64_t rows = (uint64_t)reader->height * (codec->input_iMCU_row - 1);
    return (uint32_t)(rows / codec->total_iMCU_rows);
}

uint32_t cjpeg_reader_revision(const CJPEGReader *reader) {
    return visible_rows(reader) > 0 ? reader->revision : 0;
}

CJPEGStatus cjpeg_reader_begin_pass(CJPEGReader *reader, uint32_t *visible) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (setjmp(reader->escape)) return reader->status;
    *visible = visible_rows(reader);
    jpeg_start_output(codec, codec->input_scan_number);
    // Showing an earlier scan uses all data read since, without waiting for more.
    if (!jpeg_input_complete(codec)) codec->output_scan_number = codec->input_scan_number - 1;
    return CJPEGStatusOK;
}

CJPEGStatus cjpeg_reader_end_pass(CJPEGReader *reader) {
    if (setjmp(reader->escape)) return reader->status;
    jpeg_finish_output(&reader->codec);
    return CJPEGStatusOK;
}

static void invert(uint8_t *row, size_t count) {
    for (size_t i = 0; i < count; i++) row[i] = 255 - row[i];
}

static JDIMENSION read_batch(CJPEGReader *reader, uint8_t *rows, size_t stride, uint32_t count) {
    JSAMPROW pointers[max_batch];
    if (reader->wide_row) {
        if (!jpeg_read_scanlines(&reader->codec, reader->wide_row, 1)) return 0;
        memcpy(rows, reader->wide_row[0], (size_t)reader->width * 4);
        return 1;
    }
    uint32_t batch = count < max_batch ? count : max_batch;
    for (uint32_t i = 0; i < batch; i++) pointers[i] = rows + i * stride;
    // libjpeg may stop early at the end of a row of blocks.
    return jpeg_read_scanlines(&reader->codec, pointers, batch);
}

CJPEGStatus cjpeg_reader_rows(CJPEGReader *reader, uint8_t *rows, size_t stride, uint32_t count,
                              uint32_t *done) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    *done = 0;
    if (setjmp(reader->escape)) return reader->status;
    // A pass over scans read before reads no codes.
    bool reads_codes = !codec->buffered_image;
    // Adobe stores CMYK inverted; as in browsers, so does a file without its marker.
    bool inverts = codec->out_color_space == JCS_CMYK;
    while (*done < count) {
        if (reads_codes && cjpeg_source_lacks_scan(reader)) return CJPEGStatusNeedsMore;
        JDIMENSION batch = read_batch(reader, rows, stride, count - *done);
        if (reader->status != CJPEGStatusOK) break;
        if (batch == 0 && reads_codes && !reader->is_end) return CJPEGStatusNeedsMore;
        if (batch == 0)
            return cjpeg_reader_refuse(reader, CJPEGStatusDamaged, "rows are missing");
        for (uint32_t i = 0; inverts && i < batch; i++)
            invert(rows + i * stride, (size_t)reader->width * 4);
        rows += batch * stride;
        *done += batch;
    }
    return reader->status;
}

#endif
