#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

// A profile has at most 255 segments, and a body of 128 MB at most 2,048 full ones.
enum { max_saved_segments = 4096 };

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

static void keep(CJPEGReader *reader, CJPEGStatus status) {
    if (reader->status != CJPEGStatusOK) return;
    reader->status = status;
    reader->errors.format_message((j_common_ptr)&reader->codec, reader->message);
}

static void fail(j_common_ptr codec) {
    CJPEGReader *reader = codec->client_data;
    keep(reader, status_of(codec->err->msg_code, reader->ran_dry));
    longjmp(reader->escape, 1);
}

// Allows unreported bad codes: with more than 512 buffered bytes a block and no restart intervals,
// libjpeg uses a faster decoder without reports. So reports of the slower one are ignored too.
static bool may_overlook_codes(const struct jpeg_decompress_struct *state) {
    return !state->progressive_mode && !state->arith_code && state->restart_interval == 0;
}

// Limits segments, since libjpeg-turbo before 3.0.4 walks all saved ones to save one more.
static void count_segment(CJPEGReader *reader, int marker) {
    if (marker != JPEG_APP0 + 1 && marker != JPEG_APP0 + 2) return;
    if (++reader->saved_segments <= max_saved_segments) return;
    cjpeg_reader_refuse(reader, CJPEGStatusTooLarge,
                        "more APP1 and APP2 segments than an image may have");
    longjmp(reader->escape, 1);
}

// Records that codes are missing, unless that is allowed and a row of blocks is there already.
static void keep_truncated(CJPEGReader *reader) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    bool has_rows = codec->input_iMCU_row > 0 || codec->input_scan_number > 1;
    if (reader->allows_truncated && (reader->is_truncated || has_rows))
        reader->is_truncated = true;
    else
        keep(reader, CJPEGStatusTruncated);
}

// Records damage after which libjpeg goes on; what is missing stays grey, if that is allowed.
static void keep_damaged(CJPEGReader *reader) {
    if (reader->allows_truncated)
        reader->is_truncated = true;
    else
        keep(reader, CJPEGStatusDamaged);
}

// Records that a scan ends early: at the end of the picture rows are missing; any other marker
// stands in the place of codes.
static void keep_early_end(CJPEGReader *reader) {
    if (reader->codec.unread_marker == JPEG_EOI || reader->ran_dry)
        keep_truncated(reader);
    else
        keep_damaged(reader);
}

static void warn(j_common_ptr codec, int level) {
    CJPEGReader *reader = codec->client_data;
    // libjpeg emits this message for each segment.
    if (level >= 0 && codec->err->msg_code == JTRC_MISC_MARKER)
        count_segment(reader, codec->err->msg_parm.i[0]);
    if (level >= 0) return;
    const struct jpeg_decompress_struct *state = &reader->codec;
    // A skipped scan looks empty to libjpeg.
    if (reader->is_skipped && codec->err->msg_code != JWRN_JPEG_EOF) return;
    switch (codec->err->msg_code) {
    case JWRN_JPEG_EOF:
        reader->ran_dry = true;
        // The arithmetic decoder does not warn of missing codes.
        if (reader->lacks_detail || (state->arith_code && state->unread_marker == 0))
            keep_truncated(reader);
        break;
    case JWRN_HIT_MARKER:
        // A truncated later scan of a progressive file costs detail, but no part of the image.
        if (state->progressive_mode && state->Ss > 0)
            reader->lacks_detail = reader->is_truncated = true;
        else
            keep_early_end(reader);
        if (reader->ran_dry) keep_truncated(reader);
        break;
    case JWRN_HUFF_BAD_CODE:
        if (may_overlook_codes(state)) break;
        // fallthrough
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
        if (reader->ran_dry)
            keep_truncated(reader);
        else
            keep_damaged(reader);
        break;
    default:
        break;
    }
}

static void print_nothing(j_common_ptr codec) { (void)codec; }

CJPEGStatus cjpeg_reader_refuse(CJPEGReader *reader, CJPEGStatus status, const char *message) {
    if (reader->status == CJPEGStatusOK) {
        reader->status = status;
        snprintf(reader->message, sizeof reader->message, "%s", message);
    }
    return reader->status;
}

CJPEGReader *cjpeg_reader_open(size_t max_memory) {
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
    cjpeg_source_init(reader);
    return reader;
}

void cjpeg_reader_close(CJPEGReader *reader) {
    jpeg_destroy_decompress(&reader->codec);
    cjpeg_packed_free(reader);
    cjpeg_trim_free(reader);
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

static void describe(CJPEGReader *reader, CJPEGHeader *header) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    memset(header, 0, sizeof *header);
    header->width = codec->image_width;
    header->height = codec->image_height;
    header->has_multiple_scans = jpeg_has_multiple_scans(codec);
    for (int i = 0; header->has_multiple_scans && i < codec->num_components; i++) {
        const jpeg_component_info *component = &codec->comp_info[i];
        header->coefficient_bytes +=
            (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
    }
    if (codec->saw_JFIF_marker) {
        header->density_unit = codec->density_unit;
        header->density_x = codec->X_density;
        header->density_y = codec->Y_density;
    }
    find_exif(reader, header);
}

CJPEGStatus cjpeg_reader_header(CJPEGReader *reader, CJPEGHeader *header) {
    struct jpeg_decompress_struct *codec = &reader->codec;
    if (setjmp(reader->escape)) return reader->status;
    if (jpeg_read_header(codec, TRUE) == JPEG_SUSPENDED) return CJPEGStatusNeedsMore;
    cjpeg_source_begin_scan(reader);
    reader->first_scan = cjpeg_source_read_count(reader);
    describe(reader, header);
    switch (codec->jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_YCbCr:
    case JCS_RGB:
        return CJPEGStatusOK;
    case JCS_CMYK:
    case JCS_YCCK:
        header->is_cmyk = true;
        return CJPEGStatusOK;
    default:
        return cjpeg_reader_refuse(reader, CJPEGStatusUnsupported,
                                   "unknown colour space of the components");
    }
}

uint8_t *cjpeg_reader_profile(CJPEGReader *reader, size_t *count) {
    JOCTET *bytes = NULL;
    unsigned int length = 0;
    if (setjmp(reader->escape)) return NULL;
    if (!jpeg_read_icc_profile(&reader->codec, &bytes, &length)) return NULL;
    *count = length;
    return bytes;
}

#endif
