#ifdef WEBIMAGE_ENABLED

#include "CJPEGShim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum { max_batch = 64, max_segment = 65533 };

struct CJPEGWriter {
    struct jpeg_compress_struct codec;
    struct jpeg_error_mgr errors;
    jmp_buf escape;
    unsigned char *bytes;
    unsigned long count;
    char message[JMSG_LENGTH_MAX];
};

static void fail(j_common_ptr codec) {
    CJPEGWriter *writer = codec->client_data;
    codec->err->format_message(codec, writer->message);
    longjmp(writer->escape, 1);
}

static void print_nothing(j_common_ptr codec) { (void)codec; }

CJPEGWriter *cjpeg_writer_open(void) {
    CJPEGWriter *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->codec.err = jpeg_std_error(&writer->errors);
    writer->errors.error_exit = fail;
    writer->errors.output_message = print_nothing;
    writer->codec.client_data = writer;
    if (setjmp(writer->escape)) {
        cjpeg_writer_close(writer);
        return NULL;
    }
    jpeg_create_compress(&writer->codec);
    jpeg_mem_dest(&writer->codec, &writer->bytes, &writer->count);
    return writer;
}

void cjpeg_writer_close(CJPEGWriter *writer) {
    // libjpeg reallocates its memory as it grows, and sets the pointer only here.
    if (writer->bytes) writer->codec.dest->term_destination(&writer->codec);
    free(writer->bytes);
    jpeg_destroy_compress(&writer->codec);
    free(writer);
}

const char *cjpeg_writer_message(const CJPEGWriter *writer) { return writer->message; }

static void choose_sampling(struct jpeg_compress_struct *codec, const CJPEGPicture *picture) {
    // For grey, factors would only pad the image to larger blocks.
    bool has_chroma = codec->num_components > 1;
    codec->comp_info[0].h_samp_factor = has_chroma ? picture->chroma_x : 1;
    codec->comp_info[0].v_samp_factor = has_chroma ? picture->chroma_y : 1;
}

static void choose_header(struct jpeg_compress_struct *codec, const CJPEGPicture *picture) {
    codec->write_JFIF_header = picture->has_jfif;
    if (picture->density_x == 0 || picture->density_y == 0) return;
    codec->density_unit = 1;
    codec->X_density = picture->density_x;
    codec->Y_density = picture->density_y;
}

bool cjpeg_writer_start(CJPEGWriter *writer, const CJPEGPicture *picture) {
    struct jpeg_compress_struct *codec = &writer->codec;
    if (setjmp(writer->escape)) return false;
    codec->image_width = picture->width;
    codec->image_height = picture->height;
    codec->input_components = 4;
    codec->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(codec);
    jpeg_set_colorspace(codec, picture->is_grey ? JCS_GRAYSCALE : JCS_YCbCr);
    jpeg_set_quality(codec, picture->quality, TRUE);
    codec->optimize_coding = picture->optimizes;
    codec->arith_code = picture->is_arithmetic;
    codec->restart_in_rows = picture->restart_rows;
    choose_sampling(codec, picture);
    choose_header(codec, picture);
    if (picture->is_progressive) jpeg_simple_progression(codec);
    jpeg_start_compress(codec, TRUE);
    return true;
}

bool cjpeg_writer_segment(CJPEGWriter *writer, uint8_t marker, const uint8_t *bytes,
                          size_t count) {
    if (setjmp(writer->escape)) return false;
    if (count > max_segment) {
        snprintf(writer->message, sizeof writer->message, "a segment of %zu bytes is too long",
                 count);
        return false;
    }
    jpeg_write_marker(&writer->codec, marker, bytes, (unsigned int)count);
    return true;
}

bool cjpeg_writer_rows(CJPEGWriter *writer, const uint8_t *rows, size_t stride, uint32_t count) {
    JSAMPROW pointers[max_batch];
    if (setjmp(writer->escape)) return false;
    while (count > 0) {
        uint32_t batch = count < max_batch ? count : max_batch;
        // libjpeg does not write to rows; its type only lacks `const`.
        for (uint32_t i = 0; i < batch; i++) pointers[i] = (JSAMPROW)(uintptr_t)(rows + i * stride);
        JDIMENSION done = jpeg_write_scanlines(&writer->codec, pointers, batch);
        if (done == 0) {
            snprintf(writer->message, sizeof writer->message, "more rows than the image has");
            return false;
        }
        rows += done * stride;
        count -= done;
    }
    return true;
}

uint8_t *cjpeg_writer_finish(CJPEGWriter *writer, size_t *count) {
    if (setjmp(writer->escape)) return NULL;
    jpeg_finish_compress(&writer->codec);
    uint8_t *bytes = writer->bytes;
    *count = writer->count;
    writer->bytes = NULL;
    return bytes;
}

#endif
