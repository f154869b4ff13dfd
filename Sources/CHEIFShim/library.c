#ifdef WEBIMAGE_ENABLED

#include "CHEIFShim.h"

#ifdef __APPLE__
#define LIBRARY "libheif.1.dylib"
#else
#define LIBRARY "libheif.so.1"
#endif

static const char *const symbols[] = {CHEIF_FUNCTIONS(COPTIONAL_SYMBOL)};

bool cheif_load(CHEIF *heif, const char *const *names, const char **missing) {
    static const char *const usual[] = {LIBRARY, NULL};
    if (!coptional_load(names ? names : usual, symbols, sizeof symbols / sizeof *symbols,
                        (void **)heif, missing))
        return false;
    // Finds plug-ins; a failure appears later as a missing encoder.
    heif->heif_init(NULL);
    return true;
}

#endif
