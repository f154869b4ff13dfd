#ifdef WEBIMAGE_ENABLED

#include "CJPEGXLShim.h"

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
#define VERSION TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)

const char *const cjxl_library_name = "libjxl.so." VERSION;
const char *const cjxl_package_name = "libjxl" VERSION;

static const char *const standard_names[] = {
    "libjxl.so." VERSION, "libjxl.so", "libjxl." VERSION ".dylib", "libjxl.dylib", NULL,
};

#define COUNT(name) +1

bool cjxl_load(const char *const *names, CJXLFunctions *functions, const char **missing) {
    static const char *const symbols[] = {CJXL_FUNCTIONS(COPTIONAL_SYMBOL)};
    enum { count = 0 CJXL_FUNCTIONS(COUNT) };
    if (!coptional_load(names ? names : standard_names, symbols, count, (void **)functions,
                        missing))
        return false;
    // Structs and signatures are those of the headers; they differ in other minor versions.
    uint32_t version = functions->JxlDecoderVersion() / 1000;
    *missing = cjxl_library_name;
    return version == JPEGXL_MAJOR_VERSION * 1000 + JPEGXL_MINOR_VERSION;
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
