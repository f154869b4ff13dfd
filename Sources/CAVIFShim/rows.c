#ifdef WEBIMAGE_ENABLED

// The conversion of rows whose chroma needs no interpolation, exact to a level and about as fast as
// libyuv, which is not exact for all matrices and depths.

#include "CAVIFShim.h"

/// The bits behind the point of fixed-point numbers.
enum { BITS = 16 };

/// Weights of samples in levels, as fixed-point numbers.
typedef struct {
    int32_t luma, black, red, green_blue, green_red, blue, middle;
} Weights;

static Weights weights(const avifImage *image, double red, double blue) {
    int step = 1 << (image->depth - 8);
    bool is_full = image->yuvRange == AVIF_RANGE_FULL;
    double top = (double)((1 << image->depth) - 1), one = 255.0 * (1 << BITS);
    double chroma = one / (is_full ? top : 224.0 * step), green = 1 - red - blue;
    Weights result;
    result.luma = (int32_t)(one / (is_full ? top : 219.0 * step) + 0.5);
    result.black = is_full ? 0 : 16 * step;
    result.red = (int32_t)(2 * (1 - red) * chroma + 0.5);
    result.blue = (int32_t)(2 * (1 - blue) * chroma + 0.5);
    result.green_red = (int32_t)(2 * (1 - red) * red / green * chroma + 0.5);
    result.green_blue = (int32_t)(2 * (1 - blue) * blue / green * chroma + 0.5);
    result.middle = 1 << (image->depth - 1);
    return result;
}

static inline uint8_t level(int32_t value) {
    value >>= BITS;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/// Converts one row of samples of a type.
#define ROW(NAME, SAMPLE)                                                                         \
    static void NAME(const uint8_t *luma, const uint8_t *blue, const uint8_t *red, uint32_t width, \
                     int shift, Weights w, uint8_t *target) {                                     \
        const SAMPLE *ys = (const SAMPLE *)(const void *)luma;                                    \
        const SAMPLE *us = (const SAMPLE *)(const void *)blue;                                    \
        const SAMPLE *vs = (const SAMPLE *)(const void *)red;                                     \
        for (uint32_t x = 0; x < width;) {                                                        \
            int32_t u = us[x >> shift] - w.middle, v = vs[x >> shift] - w.middle;                 \
            int32_t r = w.red * v, b = w.blue * u, g = -w.green_blue * u - w.green_red * v;       \
            uint32_t end = x + (1u << shift) < width ? x + (1u << shift) : width;                 \
            for (; x < end; x++) {                                                                \
                int32_t y = (ys[x] - w.black) * w.luma + (1 << (BITS - 1));                       \
                target[4 * x] = level(y + b);                                                     \
                target[4 * x + 1] = level(y + g);                                                 \
                target[4 * x + 2] = level(y + r);                                                 \
                target[4 * x + 3] = 255;                                                          \
            }                                                                                     \
        }                                                                                         \
    }
ROW(row8, uint8_t)
ROW(row16, uint16_t)

void cavif_convert_rows(const avifImage *image, double red, double blue, uint32_t first,
                        uint32_t count, uint8_t *target, size_t stride) {
    Weights known = weights(image, red, blue);
    int shift = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV444 ? 0 : 1;
    int down = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV420 ? 1 : 0;
    for (uint32_t y = first; y < first + count; y++, target += stride) {
        size_t half = y >> down;
        const uint8_t *luma = image->yuvPlanes[0] + (size_t)y * image->yuvRowBytes[0];
        const uint8_t *u = image->yuvPlanes[1] + half * image->yuvRowBytes[1];
        const uint8_t *v = image->yuvPlanes[2] + half * image->yuvRowBytes[2];
        (image->depth > 8 ? row16 : row8)(luma, u, v, image->width, shift, known, target);
    }
}

#endif
