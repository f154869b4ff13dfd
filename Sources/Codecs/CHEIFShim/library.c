#ifdef WEBIMAGE_ENABLED

#include "CHEIFShim.h"

#ifdef __APPLE__
#define LIBRARY "libheif.1.dylib"
#else
#define LIBRARY "libheif.so.1"
#endif

static const char *const symbols[] = {CHEIF_FUNCTIONS(COPTIONAL_SYMBOL)};

/// Version 1.15 is the oldest that is tested.
static const COptionalRange range = {"libheif", "1.15", "2.0"};

bool cheif_load(CHEIF *heif, const char *const *names, const char **missing) {
    static const char *const usual[] = {LIBRARY, NULL};
    if (!names) names = usual;
    if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)heif, missing)) {
        *missing = names[0];
        return false;
    }
    static _Thread_local char text[COPTIONAL_TEXT];
    *missing = text;
    if (!coptional_fits(range, heif->heif_get_version(), text)) return false;
    // Finds plug-ins; a failure appears later as a missing encoder.
    heif->heif_init(NULL);
    return true;
}

#endif
