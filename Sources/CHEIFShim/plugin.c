#ifdef WEBIMAGE_ENABLED

// The decoder plug-in that libheif calls for each coded picture.

#include "decoder.h"
#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#define LIBRARY "libde265.0.dylib"
#else
#define LIBRARY "libde265.so.0"
#endif

/// Above the priority of libheif's own plug-ins, 100.
enum { PRIORITY = 1000 };

DE265 cheif_de265;
_Thread_local CHEIFTask *cheif_task;
static const CHEIF *heif;
static const char *const symbols[] = {DE265_FUNCTIONS(COPTIONAL_SYMBOL)};

/// Two fills of planes. The first is outside the RGB gamut, and rare in grey images.
const CHEIFFill cheif_first_fill = {.luma = 11, .chroma = 1};
const CHEIFFill cheif_second_fill = {.luma = 200, .chroma = 250};

/// A decoder from libheif's view: the units of one coded picture.
typedef struct {
    uint8_t *bytes;
    size_t count;
} Decoder;

static const char *name(void) { return "libde265, with known memory"; }

static int priority(enum heif_compression_format format) {
    return cheif_task && format == heif_compression_HEVC ? PRIORITY : 0;
}

static struct heif_error no_memory(void) {
    return cheif_error(heif_error_Memory_allocation_error, heif_suberror_Unspecified,
                       "out of memory");
}

static struct heif_error make(void **result) {
    *result = calloc(1, sizeof(Decoder));
    return *result ? cheif_ok() : no_memory();
}

static void destroy(void *handle) {
    Decoder *decoder = handle;
    free(decoder->bytes);
    free(decoder);
}

static struct heif_error push(void *handle, const void *data, size_t size) {
    Decoder *decoder = handle;
    if (size == 0) return cheif_ok();
    if (size > SIZE_MAX - decoder->count) return no_memory();
    uint8_t *bytes = realloc(decoder->bytes, decoder->count + size);
    if (!bytes) return no_memory();
    memcpy(bytes + decoder->count, data, size);
    decoder->bytes = bytes;
    decoder->count += size;
    return cheif_ok();
}

/// Compares the picture with the next one in the plan.
static struct heif_error check(const struct de265_image *picture) {
    CHEIFTask *task = cheif_task;
    if (task->run == task->plan->count)
        return cheif_damaged("more coded images than the header says");
    CHEIFRun run = task->plan->runs[task->run];
    int width = cheif_de265.de265_get_image_width(picture, 0);
    int height = cheif_de265.de265_get_image_height(picture, 0);
    if (width <= 0 || height <= 0) return cheif_damaged("a coded image has no pixels");
    if (run.width != 0 && ((uint32_t)width != run.width || (uint32_t)height != run.height))
        return cheif_damaged("the size of a coded image differs from its header");
    if (++task->index == run.count) {
        task->run++;
        task->index = 0;
    }
    return cheif_ok();
}

/// Copies a plane; a smaller one is enlarged to the size of luma if it `is_enlarged`.
static struct heif_error copy(const struct de265_image *picture, struct heif_image *image,
                              int channel, int depth, bool is_enlarged) {
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
    if (!to || (size_t)to_stride < (size_t)columns * sample) return no_memory();
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
static struct heif_error describe(const struct de265_image *picture, struct heif_image *image,
                                  bool is_kept) {
    struct heif_color_profile_nclx *colours = heif->heif_nclx_color_profile_alloc();
    if (!colours) return no_memory();
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

static struct heif_error convert(const struct de265_image *picture, struct heif_image **image) {
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
        error = copy(picture, *image, i, depth, is_kept);
    if (error.code == heif_error_Ok) error = describe(picture, *image, is_kept);
    if (error.code != heif_error_Ok) {
        // The text may belong to the image.
        error = cheif_error(error.code, error.subcode,
                            "libheif does not accept the planes of the decoded image");
        heif->heif_image_release(*image);
        *image = NULL;
    }
    return error;
}

/// Decodes again over other values and compares: samples that are not decoded differ.
static struct heif_error confirm(const Decoder *decoder, uint64_t digest) {
    de265_decoder_context *other = NULL;
    const struct de265_image *picture = NULL;
    struct heif_error error =
        cheif_decode_units(decoder->bytes, decoder->count, cheif_second_fill, &other, &picture);
    if (error.code == heif_error_Ok && cheif_planes_digest(picture) != digest)
        error = cheif_damaged("part of the image is missing");
    if (other) cheif_de265.de265_free_decoder(other);
    return error;
}

/// Returns the current picture of the next sequence.
static struct heif_error take(struct heif_image **image) {
    CHEIFTask *task = cheif_task;
    if (task->sequence_count == 0) return cheif_damaged("more coded images than tracks");
    const struct de265_image *picture = cheif_sequence_picture(task->sequences[0]);
    task->sequences++;
    task->sequence_count--;
    if (!picture) return cheif_damaged("a picture of a track is missing");
    struct heif_error error = check(picture);
    return error.code == heif_error_Ok ? convert(picture, image) : error;
}

static struct heif_error decode(void *handle, struct heif_image **image) {
    Decoder *decoder = handle;
    *image = NULL;
    if (!cheif_task) return cheif_damaged("the decoder was called outside of a decode");
    if (cheif_task->sequences) return take(image);
    de265_decoder_context *context = NULL;
    const struct de265_image *picture = NULL;
    struct heif_error error =
        cheif_decode_units(decoder->bytes, decoder->count, cheif_first_fill, &context, &picture);
    if (error.code == heif_error_Ok) error = check(picture);
    bool is_doubtful = error.code == heif_error_Ok && cheif_planes_show(picture, cheif_first_fill);
    uint64_t digest = is_doubtful ? cheif_planes_digest(picture) : 0;
    if (error.code == heif_error_Ok) error = convert(picture, image);
    if (context) cheif_de265.de265_free_decoder(context);
    if (is_doubtful && error.code == heif_error_Ok) {
        error = confirm(decoder, digest);
        if (error.code != heif_error_Ok) {
            heif->heif_image_release(*image);
            *image = NULL;
        }
    }
    return error;
}

bool cheif_prepare(const CHEIF *library, const char *const *names, const char **missing) {
    static const char *const usual[] = {LIBRARY, NULL};
    static const struct heif_decoder_plugin plugin = {
        .plugin_api_version = 1,
        .get_plugin_name = name,
        .does_support_format = priority,
        .new_decoder = make,
        .free_decoder = destroy,
        .push_data = push,
        .decode_image = decode,
    };
    DE265 table;
    if (!coptional_load(names ? names : usual, symbols, sizeof symbols / sizeof *symbols,
                        (void **)&table, missing))
        return false;
    cheif_de265 = table;
    heif = library;
    cheif_planes_install();
    *missing = "heif_register_decoder_plugin";
    return heif->heif_register_decoder_plugin(&plugin).code == heif_error_Ok;
}

struct heif_error cheif_decode(const struct heif_image_handle *handle, bool has_alpha,
                               bool into_planes, const CHEIFPlan *plan, const CHEIFSequence *const *sequences,
                               size_t sequence_count, struct heif_image **image) {
    *image = NULL;
    struct heif_decoding_options *options = heif->heif_decoding_options_alloc();
    if (!options) return no_memory();
    options->convert_hdr_to_8bit = !into_planes;
    CHEIFTask task = {
        .plan = plan, .sequences = sequences, .sequence_count = sequence_count,
        .kept = plan->kept};
    cheif_task = &task;
    struct heif_error error = heif->heif_decode_image(
        handle, image, heif_colorspace_RGB,
        into_planes ? heif_chroma_444
        : has_alpha ? heif_chroma_interleaved_RGBA
                    : heif_chroma_interleaved_RGB,
        options);
    cheif_task = NULL;
    heif->heif_decoding_options_free(options);
    if (error.code == heif_error_Ok && task.run != plan->count)
        error = cheif_damaged("fewer coded images than the header says");
    if (error.code != heif_error_Ok && *image) {
        heif->heif_image_release(*image);
        *image = NULL;
    }
    return error;
}

#endif
