// cc: -lpng
// floor FILE COUNT: decodes a PNG COUNT times into rows of blue, green, red, alpha, and multiplies
// them by alpha if there is any.
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
    const unsigned char *bytes;
    size_t count, offset;
};

static void take(png_structp png, png_bytep target, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->count - source->offset) png_error(png, "the bytes end too early");
    memcpy(target, source->bytes + source->offset, count);
    source->offset += count;
}

static unsigned char times(unsigned a, unsigned b) {
    unsigned product = a * b + 128;
    return (product + (product >> 8)) >> 8;
}

static int decode(struct source source) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) return 1;
    png_set_read_fn(png, &source, take);
    png_read_info(png, info);
    int has_alpha = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA)
        || png_get_valid(png, info, PNG_INFO_tRNS);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    unsigned char *rows = malloc(width * height * 4);
    for (int pass = 0; pass < passes; pass++)
        for (size_t y = 0; y < height; y++) png_read_row(png, rows + y * width * 4, NULL);
    png_read_end(png, NULL);
    if (has_alpha)
        for (unsigned char *at = rows; at < rows + width * height * 4; at += 4)
            for (int channel = 0; channel < 3; channel++) at[channel] = times(at[channel], at[3]);
    png_destroy_read_struct(&png, &info, NULL);
    free(rows);
    return 0;
}

int main(int argc, char **argv) {
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 64;
    fseek(file, 0, SEEK_END);
    size_t count = ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(count);
    if (fread(bytes, 1, count, file) != count) return 1;
    for (int left = atoi(argv[2]); left > 0; left--)
        if (decode((struct source){bytes, count, 0})) return 1;
    return 0;
}
