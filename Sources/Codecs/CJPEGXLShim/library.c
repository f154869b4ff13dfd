#ifdef WEBIMAGE_ENABLED

#include "CJPEGXLShim.h"

#include <stdio.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
#define VERSION TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)

#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION == 7
const char *const cjxl_package_name = "libjxl" VERSION " (Debian 12)";
#elif JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION == 11
const char *const cjxl_package_name = "libjxl" VERSION " (Debian 13)";
#else
const char *const cjxl_package_name = "libjxl" VERSION;
#endif

static const char *const standard_names[] = {
    "libjxl.so." VERSION, "libjxl.so", "libjxl." VERSION ".dylib", "libjxl.dylib", NULL,
};

/// Returns `true` if a library has the minor version of the headers; describes another one.
///
/// Structs and signatures match the headers; they differ in other minor versions.
static bool fits(uint32_t number, char text[COPTIONAL_TEXT]) {
    char end[16], version[16];
    snprintf(end, sizeof end, "%d.%d", JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION + 1);
    snprintf(version, sizeof version, "%u.%u.%u", number / 1000000, number / 1000 % 1000,
             number % 1000);
    return coptional_fits((COptionalRange){"libjxl", VERSION, end}, version, text);
}

/// Describes the installed library if it has another minor version, which has another file name.
static bool finds_other(char text[COPTIONAL_TEXT]) {
    static const char *const others[] = {"libjxl.so.0.11", "libjxl.so.0.10", "libjxl.so.0.9",
                                         "libjxl.so.0.8", "libjxl.so.0.7", NULL};
    static const char *const symbol[] = {"JxlDecoderVersion"};
    const char *missing = NULL;
    __typeof__(&JxlDecoderVersion) version = NULL;
    return coptional_load(others, symbol, 1, (void **)&version, &missing) && !fits(version(), text);
}

#define COUNT(name) +1

bool cjxl_load(const char *const *names, CJXLFunctions *functions, const char **missing) {
    static const char *const symbols[] = {CJXL_FUNCTIONS(COPTIONAL_SYMBOL)};
    enum { count = 0 CJXL_FUNCTIONS(COUNT) };
    static _Thread_local char text[COPTIONAL_TEXT];
    bool is_loaded =
        coptional_load(names ? names : standard_names, symbols, count, (void **)functions, missing);
    if (is_loaded && fits(functions->JxlDecoderVersion(), text)) return true;
    if (is_loaded || (!names && finds_other(text))) *missing = text;
    return false;
}

// libjxl 0.9 removed an unused parameter.
#if JPEGXL_MAJOR_VERSION == 0 && JPEGXL_MINOR_VERSION < 9
#define UNUSED_FORMAT NULL,
#else
#define UNUSED_FORMAT
#endif

bool cjxl_color_encoding(const CJXLFunctions *functions, const JxlDecoder *decoder,
                         JxlColorProfileTarget target, JxlColorEncoding *encoding) {
    return functions->JxlDecoderGetColorAsEncodedProfile(decoder, UNUSED_FORMAT target, encoding)
        == JXL_DEC_SUCCESS;
}

size_t cjxl_icc_size(const CJXLFunctions *functions, const JxlDecoder *decoder,
                     JxlColorProfileTarget target) {
    size_t count = 0;
    JxlDecoderStatus status =
        functions->JxlDecoderGetICCProfileSize(decoder, UNUSED_FORMAT target, &count);
    return status == JXL_DEC_SUCCESS ? count : 0;
}

bool cjxl_icc_bytes(const CJXLFunctions *functions, const JxlDecoder *decoder,
                    JxlColorProfileTarget target, uint8_t *bytes, size_t count) {
    return functions->JxlDecoderGetColorAsICCProfile(decoder, UNUSED_FORMAT target, bytes, count)
        == JXL_DEC_SUCCESS;
}

#endif
