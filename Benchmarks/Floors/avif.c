// cc: -lavif
#include <avif/avif.h>

#include "floor.h"

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

static int decode(const uint8_t *bytes, size_t count) {
    avifDecoder *decoder = avifDecoderCreate();
    decoder->maxThreads = 1;
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    decoder->ignoreXMP = AVIF_TRUE;
    avifResult result = avifDecoderSetIOMemory(decoder, bytes, count);
    if (result == AVIF_RESULT_OK) result = avifDecoderParse(decoder);
    if (result == AVIF_RESULT_OK) result = avifDecoderNextImage(decoder);
    if (result == AVIF_RESULT_OK) result = convert(decoder->image);
    avifDecoderDestroy(decoder);
    return result == AVIF_RESULT_OK;
}
