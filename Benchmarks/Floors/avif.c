// cc: -lavif
// Decodes the first frame of an AVIF file COUNT times into premultiplied BGRA: floor FILE COUNT
#include <avif/avif.h>
#include <stdio.h>
#include <stdlib.h>

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

static avifResult convert(const avifImage *image) {
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, image);
    rgb.depth = 8;
    rgb.format = AVIF_RGB_FORMAT_BGRA;
    rgb.alphaPremultiplied = AVIF_TRUE;
    rgb.rowBytes = rgb.width * 4;
    rgb.pixels = malloc((size_t)rgb.rowBytes * rgb.height);
    if (!rgb.pixels) return AVIF_RESULT_OUT_OF_MEMORY;
    avifResult result = avifImageYUVToRGB(image, &rgb);
    free(rgb.pixels);
    return result;
}

static avifResult decode(const uint8_t *data, size_t size) {
    avifDecoder *decoder = avifDecoderCreate();
    if (!decoder) return AVIF_RESULT_OUT_OF_MEMORY;
    decoder->maxThreads = 1;
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    decoder->ignoreXMP = AVIF_TRUE;
    avifResult result = avifDecoderSetIOMemory(decoder, data, size);
    if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder);
    if (result == AVIF_RESULT_OK) result = avifDecoderNextImage(decoder);
    if (result == AVIF_RESULT_OK) result = convert(decoder->image);
    avifDecoderDestroy(decoder);
    return result;
}

int main(int argc, char **argv) {
    size_t size = 0;
    uint8_t *data = argc == 3 ? read_file(argv[1], &size) : NULL;
    if (!data) return 64;
    for (int i = 0; i < atoi(argv[2]); i++) {
        avifResult result = decode(data, size);
        if (result != AVIF_RESULT_OK) {
            fprintf(stderr, "libavif: %s\n", avifResultToString(result));
            return 1;
        }
    }
    free(data);
    return 0;
}
