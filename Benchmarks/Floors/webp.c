// cc: -lwebp
// floor FILE COUNT: decodes a WebP still COUNT times into premultiplied BGRA rows in memory.
#include <stdio.h>
#include <stdlib.h>
#include <webp/decode.h>

static uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size);
    if (bytes && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

static int decode(const uint8_t *bytes, size_t size) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return 0;
    if (WebPGetFeatures(bytes, size, &config.input) != VP8_STATUS_OK) return 0;
    size_t stride = ((size_t)config.input.width * 4 + 63) / 64 * 64;
    size_t total = stride * (size_t)config.input.height;
    uint8_t *rows = aligned_alloc(64, total);
    if (!rows) return 0;
    config.output.colorspace = MODE_bgrA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = rows;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = total;
    VP8StatusCode status = WebPDecode(bytes, size, &config);
    WebPFreeDecBuffer(&config.output);
    free(rows);
    return status == VP8_STATUS_OK;
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    size_t size = 0;
    uint8_t *bytes = read_file(argv[1], &size);
    if (!bytes) return 1;
    for (int index = 0; index < atoi(argv[2]); index++) {
        if (!decode(bytes, size)) return 1;
    }
    free(bytes);
    return 0;
}
