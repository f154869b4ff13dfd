#include "functions.h"

#ifdef WEBIMAGE_ENABLED

#include <pthread.h>
#include <stdio.h>
#include <string.h>

CTIFFFunctions ctiff;
const CTIFFOptions *ctiff_options;

static CTIFFOptions options;
static const char *missing;

static void load(void) {
    static const char *const names[] = {
        "libtiff.so.6", "libtiff.so.5", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib",
        "/usr/local/lib/libtiff.6.dylib", NULL};
    static const char *const symbols[] = {LIBTIFF_FUNCTIONS(COPTIONAL_SYMBOL)};
    static const char *const option_symbols[] = {
        "TIFFOpenOptionsAlloc", "TIFFOpenOptionsFree", "TIFFOpenOptionsSetMaxSingleMemAlloc",
        "TIFFOpenOptionsSetErrorHandlerExtR", "TIFFOpenOptionsSetWarningHandlerExtR",
        "TIFFClientOpenExt"};
    const char *absent = NULL;
    if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&ctiff,
                        &absent)) {
        missing = absent;
        return;
    }
    if (coptional_load(names, option_symbols, sizeof option_symbols / sizeof *option_symbols,
                       (void **)&options, &absent)) {
        ctiff_options = &options;
    } else {
        // Then messages can be silenced only for the whole process.
        ctiff.TIFFSetErrorHandler(NULL);
        ctiff.TIFFSetWarningHandler(NULL);
    }
}

const char *ctiff_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return missing;
}

/// Keeps the first error message; later ones are consequences.
static int keep(TIFF *tiff, void *user, const char *module, const char *format,
                va_list arguments) {
    (void)tiff, (void)module;
    char *message = user;
    if (!message[0]) vsnprintf(message, CTIFF_MESSAGE_SIZE, format, arguments);
    return 1;
}

/// Notes the warnings of fax codecs, which go on after codes that are damaged or missing.
static int note(TIFF *tiff, void *user, const char *module, const char *format,
                va_list arguments) {
    (void)tiff, (void)format, (void)arguments;
    bool *is_damaged = user;
    if (is_damaged && module && strncmp(module, "Fax", 3) == 0) *is_damaged = true;
    return 1;
}

static int close_nothing(thandle_t client) {
    (void)client;
    return 0;
}

TIFF *ctiff_open(const char *mode, void *client, char *message, bool *is_damaged, size_t max_alloc,
                 TIFFReadWriteProc read, TIFFReadWriteProc write, TIFFSeekProc seek,
                 TIFFSizeProc size, TIFFMapFileProc map, TIFFUnmapFileProc unmap) {
    if (!ctiff_options) {
        return ctiff.TIFFClientOpen("memory", mode, client, read, write, seek, close_nothing, size,
                                    map, unmap);
    }
    void *own = options.alloc();
    if (!own) return NULL;
    options.set_max_alloc(own, (tmsize_t)max_alloc);
    options.set_error(own, keep, message);
    options.set_warning(own, note, is_damaged);
    TIFF *tiff = options.open("memory", mode, client, read, write, seek, close_nothing, size, map,
                              unmap, own);
    options.release(own);
    return tiff;
}

#endif
