// cc: -ljxl
// In sRGB if the library can convert to it.
#include <jxl/decode.h>
#include <jxl/encode.h>

#include "floor.h"

static void convert(uint8_t *pixels, size_t count, int is_straight) {
    for (size_t i = 0; i < count; i++) {
        uint8_t *p = pixels + i * 4, red = p[0];
        unsigned alpha = is_straight ? p[3] : 255;
        if (alpha == 255) {
            p[0] = p[2], p[2] = red;
            continue;
        }
        p[0] = times(p[2], alpha);
        p[1] = times(p[1], alpha);
        p[2] = times(red, alpha);
    }
}

static void prefer_srgb(JxlDecoder *decoder, const JxlBasicInfo *info) {
    if (info->uses_original_profile) return;
    JxlColorEncoding srgb;
    JxlColorEncodingSetToSRGB(&srgb, info->num_color_channels == 1);
    JxlDecoderSetPreferredColorProfile(decoder, &srgb);
}

static int decode(const uint8_t *bytes, size_t count) {
    JxlDecoder *decoder = JxlDecoderCreate(NULL);
    JxlDecoderSubscribeEvents(
        decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
    JxlDecoderSetKeepOrientation(decoder, JXL_TRUE);
    JxlDecoderSetInput(decoder, bytes, count);
    JxlPixelFormat format = {4, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    JxlBasicInfo info = {0};
    uint8_t *pixels = NULL;
    for (;;) {
        JxlDecoderStatus status = JxlDecoderProcessInput(decoder);
        if (status == JXL_DEC_BASIC_INFO) {
            JxlDecoderGetBasicInfo(decoder, &info);
        } else if (status == JXL_DEC_COLOR_ENCODING) {
            prefer_srgb(decoder, &info);
        } else if (status == JXL_DEC_NEED_IMAGE_OUT_BUFFER) {
            size_t size = 0;
            JxlDecoderImageOutBufferSize(decoder, &format, &size);
            pixels = malloc(size);
            JxlDecoderSetImageOutBuffer(decoder, &format, pixels, size);
        } else {
            int is_done = status == JXL_DEC_FULL_IMAGE;
            int is_straight = info.alpha_bits && !info.alpha_premultiplied;
            if (is_done) convert(pixels, (size_t)info.xsize * info.ysize, is_straight);
            free(pixels);
            JxlDecoderDestroy(decoder);
            return is_done;
        }
    }
}
