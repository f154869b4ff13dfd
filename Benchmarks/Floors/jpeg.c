// cc: -ljpeg
// floor FILE COUNT: decodes a JPEG COUNT times into memory, as BGRA or as CMYK.
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

static unsigned char *load(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *count = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*count);
    if (bytes && fread(bytes, 1, *count, file) != *count) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static void decode(const unsigned char *bytes, size_t count) {
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
}

int main(int argc, char **argv) {
    size_t count = 0;
    unsigned char *bytes = argc == 3 ? load(argv[1], &count) : NULL;
    if (!bytes) return 64;
    for (int i = atoi(argv[2]); i > 0; i--) decode(bytes, count);
    free(bytes);
    return 0;
}
