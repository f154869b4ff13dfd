#ifdef WEBIMAGE_ENABLED

// Alpha of rows of 16 bits in whole numbers: libavif's floats miss the nearest for some samples.

#include "CAVIFShim.h"

/// Returns a colour that was multiplied by alpha, at most 65535 × 65535 + 32767 in between.
static inline uint16_t divided(uint32_t color, uint32_t alpha) {
    uint32_t value = alpha == 0 ? 0 : (color * 65535 + alpha / 2) / alpha;
    return (uint16_t)(value < 65535 ? value : 65535);
}

void cavif_store_alpha(const avifImage *image, uint32_t row, uint16_t *pixels) {
    const uint8_t *line = image->alphaPlane + (size_t)row * image->alphaRowBytes;
    const uint16_t *wide = (const uint16_t *)(const void *)line;
    const uint32_t top = (1u << image->depth) - 1;
    for (size_t x = 0; x < image->width; x++) {
        uint32_t sample = image->depth > 8 ? wide[x] : line[x];
        uint32_t alpha = ((sample < top ? sample : top) * 65535 + top / 2) / top;
        uint16_t *pixel = pixels + x * 4;
        pixel[3] = (uint16_t)alpha;
        if (!image->alphaPremultiplied || alpha == 65535) continue;
        for (int channel = 0; channel < 3; channel++)
            pixel[channel] = divided(pixel[channel], alpha);
    }
}

#endif
