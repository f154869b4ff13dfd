#ifdef WEBIMAGE_ENABLED

#include "CAVIFShim.h"

#include <stdio.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define HEADER_VERSION TEXT(AVIF_VERSION_MAJOR) "." TEXT(AVIF_VERSION_MINOR)

// The interface number rose with every release before 1.0 that changed a struct. Since 1.0 structs
// only grow at their ends, and the library allocates them.
#if AVIF_VERSION_MAJOR >= 1
#define INTERFACE "16"
#define PACKAGE "libavif16 (Debian 13)"
#define END "2.0"
#elif AVIF_VERSION_MINOR == 11
#define INTERFACE "15"
#define PACKAGE "libavif15 (Debian 12)"
#define END "0.12"
#else
#error "libavif 0.11 or later is needed"
#endif

#ifdef __APPLE__
#define LIBRARY "libavif." INTERFACE ".dylib"
#else
#define LIBRARY "libavif.so." INTERFACE
#endif

static const char *const symbols[] = {CAVIF_FUNCTIONS(COPTIONAL_SYMBOL)};

const char *cavif_package_name(void) { return PACKAGE; }
const char *cavif_header_version(void) { return HEADER_VERSION; }

const COptionalRange cavif_range = {"libavif", HEADER_VERSION, END};

/// Describes the installed library if its interface is another one, which has another file name.
static bool finds_other(char text[COPTIONAL_TEXT]) {
    static const char *const others[] = {"libavif.so.16", "libavif.so.15", NULL};
    static const char *const symbol[] = {"avifVersion"};
    const char *missing = NULL;
    __typeof__(&avifVersion) version = NULL;
    return coptional_load(others, symbol, 1, (void **)&version, &missing)
        && !coptional_fits(cavif_range, version(), text);
}

bool cavif_load(CAVIF *avif, const char *const *names, const char **missing) {
    static const char *const usual[] = {LIBRARY, NULL};
    static _Thread_local char text[COPTIONAL_TEXT];
    bool is_loaded = coptional_load(names ? names : usual, symbols, sizeof symbols / sizeof *symbols,
                                    (void **)avif, missing);
    if (is_loaded && coptional_fits(cavif_range, avif->avifVersion(), text)) return true;
    bool tells = is_loaded || (!names && finds_other(text));
    *missing = tells ? text : (names ? names : usual)[0];
    return false;
}

int cavif_mirror_axis(const avifImage *image) {
#if AVIF_VERSION_MAJOR >= 1
    return image->imir.axis;
#else
    return image->imir.mode;
#endif
}

void cavif_set_quality(const CAVIF *avif, avifEncoder *encoder, int quality) {
#if AVIF_VERSION_MAJOR >= 1
    (void)avif;
    encoder->quality = quality;
    encoder->qualityAlpha = AVIF_QUALITY_LOSSLESS;
#else
    // As in later versions: a constant quality near the quantizer that corresponds to the number.
    int quantizer = ((100 - quality) * AVIF_QUANTIZER_WORST_QUALITY + 50) / 100;
    encoder->minQuantizer = quantizer > 4 ? quantizer - 4 : 0;
    encoder->maxQuantizer = quantizer == 0 ? 0
        : quantizer + 4 < AVIF_QUANTIZER_WORST_QUALITY ? quantizer + 4
                                                       : AVIF_QUANTIZER_WORST_QUALITY;
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    // Other encoders reject the names of libaom's options.
    if (encoder->codecChoice != AVIF_CODEC_CHOICE_AOM || quantizer == 0) return;
    char level[4];
    snprintf(level, sizeof level, "%d", quantizer);
    avif->avifEncoderSetCodecSpecificOption(encoder, "color:end-usage", "q");
    avif->avifEncoderSetCodecSpecificOption(encoder, "color:cq-level", level);
#endif
}

void cavif_set_loops(avifEncoder *encoder, int loops) {
#if AVIF_VERSION_MAJOR >= 1
    encoder->repetitionCount = loops == 0 ? AVIF_REPETITION_COUNT_INFINITE : loops - 1;
#else
    (void)encoder;
    (void)loops;
#endif
}

bool cavif_set_light(avifImage *image, uint16_t maximum, uint16_t average) {
#if AVIF_VERSION_MAJOR >= 1
    image->clli.maxCLL = maximum;
    image->clli.maxPALL = average;
    return true;
#else
    (void)image;
    (void)maximum;
    (void)average;
    return false;
#endif
}

avifResult cavif_set_exif(const CAVIF *avif, avifImage *image, const uint8_t *exif, size_t size) {
    avifResult result = AVIF_RESULT_OK;
#if AVIF_VERSION_MAJOR >= 1
    result = avif->avifImageSetMetadataExif(image, exif, size);
#else
    avif->avifImageSetMetadataExif(image, exif, size);
#endif
    image->transformFlags = AVIF_TRANSFORM_NONE;
    return result;
}

avifResult cavif_set_icc(const CAVIF *avif, avifImage *image, const uint8_t *icc, size_t size) {
#if AVIF_VERSION_MAJOR >= 1
    return avif->avifImageSetProfileICC(image, icc, size);
#else
    avif->avifImageSetProfileICC(image, icc, size);
    return AVIF_RESULT_OK;
#endif
}

avifResult cavif_set_xmp(const CAVIF *avif, avifImage *image, const uint8_t *xmp, size_t size) {
#if AVIF_VERSION_MAJOR >= 1
    return avif->avifImageSetMetadataXMP(image, xmp, size);
#else
    avif->avifImageSetMetadataXMP(image, xmp, size);
    return AVIF_RESULT_OK;
#endif
}

#endif
