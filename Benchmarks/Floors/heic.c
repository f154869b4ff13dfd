// cc: -lheif
// Decodes the primary picture of a HEIC file COUNT times into premultiplied BGRA: floor FILE COUNT
#include <libheif/heif.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int ok(struct heif_error error) {
    if (error.code != heif_error_Ok) fprintf(stderr, "libheif: %s\n", error.message);
    return error.code == heif_error_Ok;
}

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(*size);
    if (data && fread(data, 1, *size, file) != *size) *size = 0;
    fclose(file);
    return data;
}

static uint8_t scaled(unsigned value, unsigned alpha) {
    unsigned product = value * alpha + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

/// Converts one row of RGB or RGBA to premultiplied BGRA.
static void convert(const uint8_t *from, uint8_t *to, int width, int alpha) {
    int step = alpha ? 4 : 3;
    for (int x = 0; x < width; x++, from += step, to += 4) {
        unsigned a = alpha ? from[3] : 255;
        to[0] = alpha ? scaled(from[2], a) : from[2];
        to[1] = alpha ? scaled(from[1], a) : from[1];
        to[2] = alpha ? scaled(from[0], a) : from[0];
        to[3] = (uint8_t)a;
    }
}

static int decode(const uint8_t *data, size_t size) {
    struct heif_context *context = heif_context_alloc();
    struct heif_image_handle *handle = NULL;
    struct heif_image *image = NULL;
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    options->convert_hdr_to_8bit = 1;
    heif_context_set_max_decoding_threads(context, 0);
    int done = ok(heif_context_read_from_memory_without_copy(context, data, size, NULL))
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
            convert(rows + (size_t)y * (size_t)stride, pixels + (size_t)y * (size_t)width * 4, width, alpha);
        free(pixels);
    }
    if (image) heif_image_release(image);
    if (handle) heif_image_handle_release(handle);
    heif_decoding_options_free(options);
    heif_context_free(context);
    return done;
}

int main(int argc, char **argv) {
    size_t size = 0;
    uint8_t *data = argc == 3 ? read_file(argv[1], &size) : NULL;
    if (!data) return 64;
    for (int i = 0; i < atoi(argv[2]); i++)
        if (!decode(data, size)) return 1;
    free(data);
    return 0;
}
