#include "COptionalLibrary.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

bool coptional_load(const char *const *names, const char *const *symbols, size_t count,
                    void **slots, const char **missing) {
    void *library = NULL;
    *missing = names[0];
    for (; *names && !library; names++) library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    for (size_t i = 0; i < count; i++) {
        slots[i] = dlsym(library, symbols[i]);
        if (!slots[i]) {
            *missing = symbols[i];
            dlclose(library);
            return false;
        }
    }
    return true;
}

/// Reads two numbers of a version into one that compares; the second one is 0 if it is missing.
static uint64_t number(const char *version) {
    char *end = NULL;
    uint64_t major = strtoul(version, &end, 10) & UINT32_MAX;
    uint64_t minor = *end == '.' ? strtoul(end + 1, NULL, 10) & UINT32_MAX : 0;
    return major << 32 | minor;
}

bool coptional_fits(COptionalRange range, const char *version, char text[COPTIONAL_TEXT]) {
    if (number(version) >= number(range.least) && number(version) < number(range.end)) return true;
    snprintf(text, COPTIONAL_TEXT, "%s from %s, before %s (installed: %.20s)", range.name,
             range.least, range.end, version);
    return false;
}
