#ifdef WEBIMAGE_ENABLED

#include "CJPEGReference.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr errors;
    jmp_buf escape;
} Escape;

static void fail(j_common_ptr codec) { longjmp(((Escape *)codec->err)->escape, 1); }
static void ignore(j_common_ptr codec, int level) { (void)codec, (void)level; }
static void do_nothing(j_decompress_ptr codec) { (void)codec; }
static boolean wait(j_decompress_ptr codec) {
    (void)codec;
    return FALSE;
}
// Files of these tests have no segment that ends after the bytes.
static void skip(j_decompress_ptr codec, long count) {
    size_t rest = count > 0 ? (size_t)count : 0;
    if (rest > codec->src->bytes_in_buffer) rest = codec->src->bytes_in_buffer;
    codec->src->next_input_byte += rest;
    codec->src->bytes_in_buffer -= rest;
}

static bool decode(j_decompress_ptr codec, uint32_t width, uint32_t height, uint8_t *pixels) {
    if (jpeg_read_header(codec, TRUE) == JPEG_SUSPENDED) return false;
    codec->out_color_space = JCS_EXT_BGRA;
    codec->scale_num = 1;
    codec->scale_denom = 8;
    codec->buffered_image = TRUE;
    jpeg_start_decompress(codec);
    if (codec->output_width != width || codec->output_height != height) return false;
    int event = JPEG_ROW_COMPLETED;
    while (event != JPEG_SUSPENDED && event != JPEG_REACHED_EOI) event = jpeg_consume_input(codec);
    jpeg_start_output(codec, codec->input_scan_number);
    // Outputs all data that was read, without waiting for the rest of the scan.
    if (!jpeg_input_complete(codec)) codec->output_scan_number = codec->input_scan_number - 1;
    for (uint32_t y = 0; y < height; y++) {
        JSAMPROW row = pixels + (size_t)y * width * 4;
        if (jpeg_read_scanlines(codec, &row, 1) != 1) return false;
    }
    return true;
}

bool cjpeg_reference_preview(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                             uint8_t *pixels) {
    struct jpeg_decompress_struct codec;
    Escape escape;
    struct jpeg_source_mgr source = {
        .next_input_byte = bytes, .bytes_in_buffer = count, .init_source = do_nothing,
        .fill_input_buffer = wait, .skip_input_data = skip,
        .resync_to_restart = jpeg_resync_to_restart, .term_source = do_nothing};
    codec.err = jpeg_std_error(&escape.errors);
    escape.errors.error_exit = fail;
    escape.errors.emit_message = ignore;
    jpeg_create_decompress(&codec);
    codec.src = &source;
    volatile bool is_done = false;
    if (!setjmp(escape.escape)) is_done = decode(&codec, width, height, pixels);
    jpeg_destroy_decompress(&codec);
    return is_done;
}

#endif
