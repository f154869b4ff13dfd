// cc: -lheif
#include <libheif/heif.h>

#include "floor.h"

static int ok(struct heif_error error) { return error.code == heif_error_Ok; }

// Converts one row of RGB or RGBA to premultiplied BGRA.
static void convert(const uint8_t *from, uint8_t *to, int width, int alpha) {
    int step = alpha ? 4 : 3;
    for (int x = 0; x < width; x++, from += step, to += 4) {
        unsigned a = alpha ? from[3] : 255;
        to[0] = alpha ? times(from[2], a) : from[2];
        to[1] = alpha ? times(from[1], a) : from[1];
        to[2] = alpha ? times(from[0], a) : from[0];
        to[3] = (uint8_t)a;
    }
}

static int decode(const uint8_t *bytes, size_t count) {
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    options->convert_hdr_to_8bit = 1;
    heif_context_set_max_decoding_threads(context, 0);
    int done = ok(heif_context_read_from_memory_without_copy(context, bytes, count, NULL))
        && ok(heif_context_get_primary_image_handle(context, &handle));
    int alpha = done && heif_image_handle_has_alpha_channel(handle);
    done = done && ok(heif_decode_image(handle, &image, heif_colorspace_RGB,
        alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options));
    if (done) {
        int stride = 0;
        const uint8_t *rows = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
        int width = heif_image_get_width(image, heif_channel_interleaved);
        int height = heif_image_get_height(image, heif_channel_interleaved);
        uint8_t *pixels = malloc((size_t)width * 4 * (size_t)height);
        for (int y = 0; y < height; y++)
            convert(rows + (size_t)y * stride, pixels + (size_t)y * width * 4, width, alpha);
        free(pixels);
    }
    if (image) heif_image_release(image);
    if (handle) heif_image_handle_release(handle);
    heif_decoding_options_free(options);
    heif_context_free(context);
    return done;
}
