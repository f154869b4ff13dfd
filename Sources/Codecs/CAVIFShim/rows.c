#ifdef WEBIMAGE_ENABLED

// The conversion of rows whose chroma needs no interpolation, exact to a level and nearly as fast
// as libyuv, which is not exact for all matrices and depths.

#include "CAVIFShim.h"

// Products are rounded before they are added, so that all processors give the same pixels: arm64
// would fuse both, which x86-64 does not without an extension.
#pragma STDC FP_CONTRACT OFF

/// Weights of samples in levels.
typedef struct {
    float luma, black, red, green_blue, green_red, blue, middle;
} Weights;

static Weights weights(const avifImage *image, double red, double blue) {
    int step = 1 << (image->depth - 8);
    bool is_full = image->yuvRange == AVIF_RANGE_FULL;
    double top = (double)((1 << image->depth) - 1), green = 1 - red - blue;
    double chroma = 255 / (is_full ? top : 224.0 * step);
    Weights result;
    result.luma = (float)(255 / (is_full ? top : 219.0 * step));
    result.black = is_full ? 0 : (float)(16 * step);
    result.red = (float)(2 * (1 - red) * chroma);
    result.blue = (float)(2 * (1 - blue) * chroma);
    result.green_red = (float)(2 * (1 - red) * red / green * chroma);
    result.green_blue = (float)(2 * (1 - blue) * blue / green * chroma);
    result.middle = (float)(1 << (image->depth - 1));
    return result;
}

static inline uint32_t level(float value) {
    value = value > 0 ? value : 0;
    return (uint32_t)(int32_t)(value < 255 ? value : 255);
}

/// Returns a pixel in the byte order of the target.
static inline uint32_t pixel(float y, float r, float g, float b) {
    uint32_t value = level(y + b) | level(y + g) << 8 | level(y + r) << 16 | 0xFF000000;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap32(value);
#endif
    return value;
}

/// Converts one row of samples of a type; the loop has no branches, for vectors.
#define ROW(NAME, SAMPLE, SHIFT)                                                                  \
    static void NAME(const void *luma, const void *blue, const void *red, uint32_t width,         \
                     Weights w, uint32_t *restrict target) {                                      \
        const SAMPLE *restrict ys = luma, *restrict us = blue, *restrict vs = red;                \
        for (uint32_t x = 0; x < width >> SHIFT; x++) {                                           \
            float u = (float)us[x] - w.middle, v = (float)vs[x] - w.middle;                       \
            float r = w.red * v, g = -w.green_blue * u - w.green_red * v, b = w.blue * u;         \
            for (uint32_t i = x << SHIFT; i < (x + 1) << SHIFT; i++)                              \
                target[i] = pixel(((float)ys[i] - w.black) * w.luma + 0.5f, r, g, b);             \
        }                                                                                         \
        if (SHIFT == 1 && width % 2 == 1) {                                                       \
            uint32_t i = width - 1;                                                               \
            float u = (float)us[i / 2] - w.middle, v = (float)vs[i / 2] - w.middle;               \
            target[i] = pixel(((float)ys[i] - w.black) * w.luma + 0.5f, w.red * v,                \
                              -w.green_blue * u - w.green_red * v, w.blue * u);                   \
        }                                                                                         \
    }
ROW(row8, uint8_t, 0)
ROW(row16, uint16_t, 0)
ROW(halved8, uint8_t, 1)
ROW(halved16, uint16_t, 1)

void cavif_convert_rows(const avifImage *image, double red, double blue, uint32_t first,
                        uint32_t count, uint8_t *target, size_t stride) {
    Weights known = weights(image, red, blue);
    bool is_halved = image->yuvFormat != AVIF_PIXEL_FORMAT_YUV444;
    int down = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV420 ? 1 : 0;
    for (uint32_t y = first; y < first + count; y++, target += stride) {
        size_t half = y >> down;
        const uint8_t *luma = image->yuvPlanes[0] + (size_t)y * image->yuvRowBytes[0];
        const uint8_t *u = image->yuvPlanes[1] + half * image->yuvRowBytes[1];
        const uint8_t *v = image->yuvPlanes[2] + half * image->yuvRowBytes[2];
        uint32_t *pixels = (uint32_t *)(void *)target;
        if (image->depth > 8)
            (is_halved ? halved16 : row16)(luma, u, v, image->width, known, pixels);
        else
            (is_halved ? halved8 : row8)(luma, u, v, image->width, known, pixels);
    }
}

#endif
