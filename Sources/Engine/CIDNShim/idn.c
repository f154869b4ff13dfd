#include "CIDNShim.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "COptionalLibrary.h"

// The functions that are called, as libidn2 2.0 and later declare them: its header is not needed.
int idn2_lookup_u8(const uint8_t *name, uint8_t **ascii, int flags);
void idn2_free(void *bytes);
const char *idn2_strerror(int status);

#define LIBIDN2_FUNCTIONS(X) X(idn2_lookup_u8) X(idn2_free) X(idn2_strerror)

typedef struct { LIBIDN2_FUNCTIONS(COPTIONAL_SLOT) } CIDN;
static const char *const symbols[] = {LIBIDN2_FUNCTIONS(COPTIONAL_SYMBOL)};

// Composed input, and the mapping of UTS 46 without the exceptions of IDNA 2003. The rules of STD 3
// would drop characters instead of refusing the name; the caller checks the result.
enum { nfc_input = 1, nontransitional = 8, too_long = -205 };

static CIDN usual;
static bool has_usual;

static bool load(CIDN *idn, const char *const *names) {
    const char *missing;
    return coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)idn, &missing);
}

static void load_usual(void) {
    static const char *const names[] = {"libidn2.so.0", "libidn2.0.dylib",
                                        "/opt/homebrew/lib/libidn2.0.dylib",
                                        "/usr/local/lib/libidn2.0.dylib", NULL};
    has_usual = load(&usual, names);
}

int cidn_to_ascii(const char *library, const char *name, char *ascii, size_t capacity,
                  const char **reason) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    CIDN other;
    const CIDN *idn = &usual;
    *reason = NULL;
    if (library) {
        if (!load(&other, (const char *const[]){library, NULL})) return CIDN_MISSING;
        idn = &other;
    } else {
        pthread_once(&once, load_usual);
        if (!has_usual) return CIDN_MISSING;
    }
    uint8_t *made = NULL;
    int status =
        idn->idn2_lookup_u8((const uint8_t *)name, &made, nfc_input | nontransitional);
    if (status == 0) {
        size_t length = strlen((const char *)made);
        if (length < capacity) {
            memcpy(ascii, made, length + 1);
        } else {
            status = too_long;
        }
        idn->idn2_free(made);
    }
    if (status != 0) *reason = idn->idn2_strerror(status);
    return status;
}
