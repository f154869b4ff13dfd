#ifdef WEBIMAGE_ENABLED

#include "CJPEGShim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum { max_batch = 64 };

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
    // The library moves its memory as it grows, and tells where it is only here.
    if (writer->bytes) writer->codec.dest->term_destination(&writer->codec);
    free(writer->bytes);
    jpeg_destroy_compress(&writer->codec);
    free(writer);
}

const char *cjpeg_writer_message(const CJPEGWriter *writer) { return writer->message; }

bool cjpeg_writer_start(CJPEGWriter *writer, uint32_t width, uint32_t height, int quality,
                        bool is_progressive, bool halves_chroma) {
    struct jpeg_compress_struct *codec = &writer->codec;
    if (setjmp(writer->escape)) return false;
    codec->image_width = width;
    codec->image_height = height;
    codec->input_components = 4;
    codec->in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(codec);
    jpeg_set_quality(codec, quality, TRUE);
    codec->optimize_coding = TRUE;
    codec->comp_info[0].h_samp_factor = halves_chroma ? 2 : 1;
    codec->comp_info[0].v_samp_factor = halves_chroma ? 2 : 1;
    if (is_progressive) jpeg_simple_progression(codec);
    jpeg_start_compress(codec, TRUE);
    return true;
}

bool cjpeg_writer_rows(CJPEGWriter *writer, const uint8_t *rows, size_t stride, uint32_t count) {
    JSAMPROW pointers[max_batch];
    if (setjmp(writer->escape)) return false;
    while (count > 0) {
        uint32_t batch = count < max_batch ? count : max_batch;
        // The library does not write to rows, its type only lacks the word.
        for (uint32_t i = 0; i < batch; i++) pointers[i] = (JSAMPROW)(uintptr_t)(rows + i * stride);
        JDIMENSION done = jpeg_write_scanlines(&writer->codec, pointers, batch);
        if (done == 0) {
            snprintf(writer->message, sizeof writer->message, "more rows than the picture has");
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
