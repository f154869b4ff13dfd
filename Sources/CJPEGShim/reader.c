#ifdef WEBIMAGE_ENABLED

#include "CJPEGShim.h"

#include <limits.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

enum {
    max_batch = 64,
    // An honest progressive file has about ten scans. A hostile one has thousands of empty ones,
    // each of which costs a walk over all blocks, so a large picture may have fewer.
    max_scans = 500,
    min_scans = 64,
};

struct CJPEGReader {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    CJPEGStatus status;
    // libjpeg only warns of these and paints the rest grey.
    bool ran_dry;
    bool ended_early;
    bool lacks_detail;
    bool is_corrupt;
    // Pixels of a row that are handed out, and a whole row where the library makes more.
    uint32_t width;
    JSAMPARRAY wide_row;
    char message[JMSG_LENGTH_MAX];
};

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *cjpeg_version(void) { return TEXT(LIBJPEG_TURBO_VERSION); }

static CJPEGStatus status_of(int code, bool ran_dry) {
    switch (code) {
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
        return CJPEGStatusUnsupported;
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
        return CJPEGStatusTooLarge;
    case JERR_INPUT_EMPTY:
        return CJPEGStatusTruncated;
    default:
        return ran_dry ? CJPEGStatusTruncated : CJPEGStatusDamaged;
    }
}

static void fail(j_common_ptr codec) {
    CJPEGReader *reader = codec->client_data;
    codec->err->format_message(codec, reader->message);
    reader->status = status_of(codec->err->msg_code, reader->ran_dry);
    longjmp(reader->escape, 1);
}

static void warn(j_common_ptr codec, int level) {
    if (level >= 0) return;
    CJPEGReader *reader = codec->client_data;
    const struct jpeg_decompress_struct *state = &reader->codec;
    switch (codec->err->msg_code) {
    case JWRN_JPEG_EOF:
        reader->ran_dry = true;
        break;
    case JWRN_HIT_MARKER:
        // A short scan of a whole progressive file costs detail, not a part of the picture.
        if (state->progressive_mode && state->Ss > 0)
            reader->lacks_detail = true;
        else
            reader->ended_early = true;
        break;
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
        reader->is_corrupt = true;
        break;
    default:
        return;
    }
    codec->err->format_message(codec, reader->message);
}

static void print_nothing(j_common_ptr codec) { (void)codec; }

static CJPEGStatus refuse(CJPEGReader *reader, CJPEGStatus status, const char *message) {
    snprintf(reader->message, sizeof reader->message, "%s", message);
    return status;
}

CJPEGReader *cjpeg_reader_open(const uint8_t *bytes, size_t count, size_t max_memory) {
    CJPEGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->codec.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = fail;
    reader->errors.emit_message = warn;
    reader->errors.output_message = print_nothing;
    reader->codec.client_data = reader;
    if (setjmp(reader->escape)) {
        cjpeg_reader_close(reader);
        return NULL;
    }
    jpeg_create_decompress(&reader->codec);
    reader->codec.mem->max_memory_to_use = max_memory < LONG_MAX ? (long)max_memory : LONG_MAX;
    jpeg_save_markers(&reader->codec, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(&reader->codec, JPEG_APP0 + 2, 0xFFFF);
    jpeg_mem_src(&reader->codec, bytes, count);
    return reader;
}

void cjpeg_reader_close(CJPEGReader *reader) {
    jpeg_destroy_decompress(&reader->codec);
    free(reader);
}

const char *cjpeg_reader_message(const CJPEGReader *reader) { return reader->message; }

static void find_exif(CJPEGReader *reader, CJPEGHeader *header) {
    static const char prefix[6] = "Exif\0";
    jpeg_saved_marker_ptr marker = reader->codec.marker_list;
    for (; marker; marker = marker->next) {
        if (marker->marker != JPEG_APP0 + 1 || marker->data_length <= sizeof prefix) continue;
        if (memcmp(marker->data, prefix, sizeof prefix)) continue;
        header->exif = marker->data + sizeof prefix;
        header->exif_count = marker->data_length - sizeof prefix;
        return;
    }
}

CJPEGStatus cjpeg_reader_header(CJPEGReader *reader, CJPEGHeader *header) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (setjmp(reader->escape)) return reader->status;
    jpeg_read_header(codec, TRUE);
    memset(header, 0, sizeof *header);
    header->width = codec->image_width;
    header->height = codec->image_height;
    header->has_multiple_scans = jpeg_has_multiple_scans(codec);
    if (header->has_multiple_scans) {
        for (int i = 0; i < codec->num_components; i++) {
            const jpeg_component_info *component = &codec->comp_info[i];
            header->coefficient_bytes +=
                (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
        }
    }
    switch (codec->jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_YCbCr:
    case JCS_RGB:
        break;
    case JCS_CMYK:
    case JCS_YCCK:
        header->is_cmyk = true;
        break;
    default:
        return refuse(reader, CJPEGStatusUnsupported, "unknown meaning of the components");
    }
    find_exif(reader, header);
    return CJPEGStatusOK;
}

uint8_t *cjpeg_reader_profile(CJPEGReader *reader, size_t *count) {
    JOCTET *bytes = NULL;
    unsigned int length = 0;
    if (setjmp(reader->escape)) return NULL;
    if (!jpeg_read_icc_profile(&reader->codec, &bytes, &length)) return NULL;
    *count = length;
    return bytes;
}

// The library rounds up, and so hands out a last column of which little is in the picture.
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
    // Scans are then read by our own loop, which can stop, not inside of one call.
    codec->buffered_image = jpeg_has_multiple_scans(codec);
    jpeg_start_decompress(codec);
    *width = reader->width = rounded(codec->image_width, eighths);
    *height = rounded(codec->image_height, eighths);
    if (reader->width < codec->output_width)
        reader->wide_row = codec->mem->alloc_sarray((j_common_ptr)codec, JPOOL_IMAGE,
                                                    codec->output_width * 4, 1);
    return CJPEGStatusOK;
}

static bool has_all_coefficients(const struct jpeg_decompress_struct *codec, bool ran_dry) {
    for (int i = 0; i < codec->num_components; i++) {
        // libjpeg latches a component's table when its first scan begins.
        if (!codec->comp_info[i].quant_table) return false;
        if (!ran_dry || !codec->coef_bits) continue;
        for (int k = 0; k < DCTSIZE2; k++) {
            if (codec->coef_bits[i][k] != 0) return false;
        }
    }
    return true;
}

static CJPEGStatus verdict(CJPEGReader *reader) {
    if (reader->ended_early || (reader->lacks_detail && reader->ran_dry))
        return CJPEGStatusTruncated;
    return reader->is_corrupt ? CJPEGStatusDamaged : CJPEGStatusOK;
}

CJPEGStatus cjpeg_reader_consume(CJPEGReader *reader, uint32_t steps, bool *is_done) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (setjmp(reader->escape)) return reader->status;
    uint64_t pixels = (uint64_t)codec->image_width * codec->image_height;
    uint64_t allowed = (UINT64_C(1) << 31) / pixels;
    if (allowed > max_scans) allowed = max_scans;
    if (allowed < min_scans) allowed = min_scans;
    *is_done = false;
    for (uint32_t i = 0; i < steps; i++) {
        int event = jpeg_consume_input(codec);
        if (codec->input_scan_number > (int)allowed)
            return refuse(reader, CJPEGStatusTooLarge, "more scans than a picture needs");
        if (event == JPEG_REACHED_EOI) {
            if (!has_all_coefficients(codec, reader->ran_dry))
                return refuse(reader,
                              reader->ran_dry ? CJPEGStatusTruncated : CJPEGStatusDamaged,
                              "scans are missing");
            jpeg_start_output(codec, codec->input_scan_number);
            *is_done = true;
            break;
        }
    }
    return verdict(reader);
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
    // It may stop early at the end of a row of blocks.
    return jpeg_read_scanlines(&reader->codec, pointers, batch);
}

CJPEGStatus cjpeg_reader_rows(CJPEGReader *reader, uint8_t *rows, size_t stride, uint32_t count) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (setjmp(reader->escape)) return reader->status;
    // Adobe writes inks inverted, and marks its files.
    bool inverts = codec->out_color_space == JCS_CMYK && codec->saw_Adobe_marker;
    while (count > 0) {
        JDIMENSION done = read_batch(reader, rows, stride, count);
        if (done == 0) return refuse(reader, CJPEGStatusDamaged, "no further rows");
        for (uint32_t i = 0; inverts && i < done; i++)
            invert(rows + i * stride, (size_t)reader->width * 4);
        rows += done * stride;
        count -= done;
    }
    return verdict(reader);
}

#endif
