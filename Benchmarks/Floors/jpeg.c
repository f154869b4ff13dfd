// cc: -ljpeg
// The pixels are BGRA or CMYK.
#include "floor.h"

#include <jpeglib.h>

static int decode(const uint8_t *bytes, size_t count) {
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct codec;
    codec.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&codec);
    jpeg_mem_src(&codec, bytes, count);
    jpeg_read_header(&codec, TRUE);
    codec.out_color_space = codec.num_components == 4 ? JCS_CMYK : JCS_EXT_BGRA;
    jpeg_start_decompress(&codec);
    size_t stride = (size_t)codec.output_width * 4;
    unsigned char *pixels = malloc(stride * codec.output_height);
    JSAMPROW rows[64];
    while (codec.output_scanline < codec.output_height) {
        for (int i = 0; i < 64; i++) rows[i] = pixels + (codec.output_scanline + i) * stride;
        jpeg_read_scanlines(&codec, rows, 64);
    }
    jpeg_finish_decompress(&codec);
    jpeg_destroy_decompress(&codec);
    free(pixels);
    return 1;
}
