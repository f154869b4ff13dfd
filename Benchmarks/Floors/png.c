// cc: -lpng
#include <png.h>
#include <setjmp.h>

#include "floor.h"

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

static int decode(const uint8_t *bytes, size_t total) {
    struct source source = {bytes, total, 0};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) return 0;
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
    return 1;
}
