#ifdef WEBIMAGE_ENABLED

// The copy of a picture of libde265 into an image of libheif.

#include "decoder.h"
#include <string.h>

/// Copies a plane; a smaller one is enlarged to the size of luma if it `is_enlarged`.
static struct heif_error copy(const CHEIF *heif, const struct de265_image *picture,
                              struct heif_image *image, int channel, int depth, bool is_enlarged) {
    static const enum heif_channel channels[3] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
    int width = cheif_de265.de265_get_image_width(picture, channel);
    int height = cheif_de265.de265_get_image_height(picture, channel);
    if (width <= 0 || height <= 0) return cheif_damaged("a coded image has no pixels");
    if (cheif_de265.de265_get_bits_per_pixel(picture, channel) != depth)
        return cheif_error(heif_error_Unsupported_feature,
                           heif_suberror_Unsupported_color_conversion,
                           "planes of different depths");
    int columns = is_enlarged ? cheif_de265.de265_get_image_width(picture, 0) : width;
    int rows = is_enlarged ? cheif_de265.de265_get_image_height(picture, 0) : height;
    struct heif_error error =
        heif->heif_image_add_plane(image, channels[channel], columns, rows, depth);
    if (error.code != heif_error_Ok) return error;
    int from_stride = 0, to_stride = 0;
    const uint8_t *from = cheif_de265.de265_get_image_plane(picture, channel, &from_stride);
    uint8_t *to = heif->heif_image_get_plane(image, channels[channel], &to_stride);
    size_t sample = depth > 8 ? 2 : 1;
    if (!to || (size_t)to_stride < (size_t)columns * sample) return cheif_no_memory();
    for (int y = 0; y < rows; y++) {
        uint8_t *target = to + (size_t)y * (size_t)to_stride;
        const uint8_t *source = from + (size_t)(rows == height ? y : y / 2) * (size_t)from_stride;
        if (columns == width) {
            memcpy(target, source, (size_t)width * sample);
            continue;
        }
        for (int x = 0; x < columns; x++)
            memcpy(target + (size_t)x * sample, source + (size_t)(x / 2) * sample, sample);
    }
    return cheif_ok();
}

/// Attaches the stream's colour description, as far as libheif supports it.
static struct heif_error describe(const CHEIF *heif, const struct de265_image *picture,
                                  struct heif_image *image, bool is_kept) {
    struct heif_color_profile_nclx *colours = heif->heif_nclx_color_profile_alloc();
    if (!colours) return cheif_no_memory();
    int primaries = cheif_de265.de265_get_image_colour_primaries(picture);
    int transfer = cheif_de265.de265_get_image_transfer_characteristics(picture);
    int matrix = cheif_de265.de265_get_image_matrix_coefficients(picture);
    bool knows_primaries = primaries == 1 || primaries == 2 || (primaries >= 4 && primaries <= 12) ||
                           primaries == 22;
    bool knows_transfer = transfer == 1 || transfer == 2 || (transfer >= 4 && transfer <= 18);
    bool knows_matrix = matrix >= 0 && matrix <= 14 && matrix != 3;
    colours->color_primaries =
        knows_primaries ? (enum heif_color_primaries)primaries : heif_color_primaries_unspecified;
    colours->transfer_characteristics =
        knows_transfer ? (enum heif_transfer_characteristics)transfer
                       : heif_transfer_characteristic_unspecified;
    colours->matrix_coefficients = knows_matrix ? (enum heif_matrix_coefficients)matrix
                                                : heif_matrix_coefficients_unspecified;
    colours->full_range_flag = cheif_de265.de265_get_image_full_range_flag(picture) != 0;
    if (is_kept) {
        // Planes of RGB are copied.
        colours->matrix_coefficients = heif_matrix_coefficients_RGB_GBR;
        colours->full_range_flag = 1;
    }
    struct heif_error error = heif->heif_image_set_nclx_color_profile(image, colours);
    heif->heif_nclx_color_profile_free(colours);
    return error;
}

struct heif_error cheif_convert(const CHEIF *heif, const struct de265_image *picture,
                                struct heif_image **image) {
    enum de265_chroma chroma = cheif_de265.de265_get_chroma_format(picture);
    bool is_gray = chroma == de265_chroma_mono, is_kept = cheif_task->kept > 0 && !is_gray;
    if (cheif_task->kept > 0) cheif_task->kept--;
    struct heif_error error = heif->heif_image_create(
        cheif_de265.de265_get_image_width(picture, 0),
        cheif_de265.de265_get_image_height(picture, 0),
        is_gray ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
        is_kept ? heif_chroma_444 : (enum heif_chroma)chroma, image);
    if (error.code != heif_error_Ok) return error;
    int depth = cheif_de265.de265_get_bits_per_pixel(picture, 0);
    for (int i = 0; i < (is_gray ? 1 : 3) && error.code == heif_error_Ok; i++)
        error = copy(heif, picture, *image, i, depth, is_kept);
    if (error.code == heif_error_Ok) error = describe(heif, picture, *image, is_kept);
    if (error.code != heif_error_Ok) {
        // The text may belong to the image.
        error = cheif_error(error.code, error.subcode,
                            "libheif does not accept the planes of the decoded image");
        heif->heif_image_release(*image);
        *image = NULL;
    }
    return error;
}

#endif
