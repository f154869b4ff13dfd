#include "CCurlShim.h"

#ifdef WEBIMAGE_ENABLED

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static ccurl_functions functions;
static const char *reason;

// The oldest libcurl whose behaviour is known.
enum { least_version = 0x075800 };

static void load(void) {
    // The flavour of OpenSSL; others have names of their own.
    static const char *const names[] = {"libcurl.so.4", NULL};
    static const char *const symbols[] = {LIBCURL_FUNCTIONS(COPTIONAL_SYMBOL)};
    static char text[200];
    const char *missing = NULL;
    reason = text;
    if (!coptional_load(names, symbols, sizeof symbols / sizeof *symbols, (void **)&functions,
                        &missing)) {
        snprintf(text, sizeof text, "the library %s is missing; install the package libcurl4",
                 missing);
        return;
    }
    const curl_version_info_data *info = functions.curl_version_info(CURLVERSION_NOW);
    const char *tls = info->ssl_version ? info->ssl_version : "no TLS";
    if (info->version_num < least_version) {
        snprintf(text, sizeof text, "libcurl %s is too old; 7.88 or later is needed (package libcurl4)",
                 info->version);
    } else if (!strstr(tls, "OpenSSL") || !(info->features & CURL_VERSION_HTTP2)) {
        snprintf(text, sizeof text,
                 "libcurl %s has %s%s; OpenSSL and HTTP/2 are needed (package libcurl4)",
                 info->version, tls, info->features & CURL_VERSION_HTTP2 ? "" : " and no HTTP/2");
    } else if (functions.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(text, sizeof text, "libcurl %s cannot be initialised", info->version);
    } else {
        reason = NULL;
    }
}

const char *ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return reason;
}

const ccurl_functions *ccurl(void) { return &functions; }

#endif
