#include "COptionalLibrary.h"

#include <dlfcn.h>

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
