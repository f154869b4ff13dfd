// cc: -lwebp
#include <webp/decode.h>

#include "floor.h"

static int decode(const uint8_t *bytes, size_t count) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return 0;
    if (WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK) return 0;
    size_t stride = ((size_t)config.input.width * 4 + 63) / 64 * 64;
    size_t total = stride * (size_t)config.input.height;
    uint8_t *rows = aligned_alloc(64, total);
    if (!rows) return 0;
    config.output.colorspace = MODE_bgrA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = rows;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = total;
    VP8StatusCode status = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    free(rows);
    return status == VP8_STATUS_OK;
}
