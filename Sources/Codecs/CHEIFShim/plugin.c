#ifdef WEBIMAGE_ENABLED

// The decoder plug-in that libheif calls for each coded picture.

#include "decoder.h"
#include "interface.h"
#include <stdio.h>
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

static int priority_of(const enum heif_compression_format *format) { return priority(*format); }

static struct heif_error make(void **result) {
    *result = calloc(1, sizeof(Decoder));
    return *result ? cheif_ok() : cheif_no_memory();
}

static struct heif_error make_with(void **result, const void *options) {
    (void)options;
    return make(result);
}

static void destroy(void *handle) {
    Decoder *decoder = handle;
    free(decoder->bytes);
    free(decoder);
}

static struct heif_error push(void *handle, const void *data, size_t size) {
    Decoder *decoder = handle;
    if (size == 0) return cheif_ok();
    if (size > SIZE_MAX - decoder->count) return cheif_no_memory();
    uint8_t *bytes = realloc(decoder->bytes, decoder->count + size);
    if (!bytes) return cheif_no_memory();
    memcpy(bytes + decoder->count, data, size);
    decoder->bytes = bytes;
    decoder->count += size;
    return cheif_ok();
}

static struct heif_error push_picture(void *handle, const void *data, size_t size, uintptr_t user) {
    (void)user;
    return push(handle, data, size);
}

static struct heif_error flush(void *handle) {
    (void)handle;
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
    return error.code == heif_error_Ok ? cheif_convert(heif, picture, image) : error;
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
    if (error.code == heif_error_Ok) error = cheif_convert(heif, picture, image);
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

static struct heif_error decode_picture(void *handle, struct heif_image **image, uintptr_t *user,
                                        const void *limits) {
    (void)limits;
    if (user) *user = 0;
    return decode(handle, image);
}

/// Returns the version of the interface that a libheif accepts: it refuses later ones, and since
//1.21 / earlier ones than 5.
static int interface_version(const CHEIF *library) {
    return library->heif_get_version_number() >= CHEIF_VERSION(1, 21) ? 5 : 3;
}

bool cheif_prepare(const CHEIF *library, const char *const *names, const char **missing) {
    static const char *const usual[] = {LIBRARY, NULL};
    static CHEIFInterface plugin = {
        .name = name,
        .priority = priority,
        .make = make,
        .destroy = destroy,
        .push = push,
        .decode = decode,
        .identifier = "webimage",
        .priority_of = priority_of,
        .make_with = make_with,
        .push_picture = push_picture,
        .flush = flush,
        .decode_picture = decode_picture,
    };
    static const COptionalRange range = {"libde265", "1.0", "2.0"};
    static _Thread_local char text[COPTIONAL_TEXT];
    DE265 table;
    if (!names) names = usual;
    if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&table,
                        missing)) {
        *missing = names[0];
        return false;
    }
    *missing = text;
    if (!coptional_fits(range, table.de265_get_version(), text)) return false;
    cheif_de265 = table;
    heif = library;
    cheif_planes_install();
    plugin.version = interface_version(heif);
    const void *interface = &plugin;
    if (heif->heif_register_decoder_plugin(interface).code == heif_error_Ok) return true;
    snprintf(text, sizeof text, "libheif for decoder plug-ins of version %d (installed: %.20s)",
             plugin.version, heif->heif_get_version());
    return false;
}

struct heif_error cheif_decode(const struct heif_image_handle *handle, bool has_alpha,
                               bool into_planes, const CHEIFPlan *plan, const CHEIFSequence *const *sequences,
                               size_t sequence_count, struct heif_image **image) {
    *image = NULL;
    struct heif_decoding_options *options = heif->heif_decoding_options_alloc();
    if (!options) return cheif_no_memory();
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
