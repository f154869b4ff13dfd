// The functions of libcurl that the files of this target call; filled by `ccurl_load`.

#pragma once

#include "CCurlShim.h"

#ifdef WEBIMAGE_ENABLED

// Their checks of arguments would name the functions, which are not linked.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include "COptionalLibrary.h"

#define LIBCURL_FUNCTIONS(X) \
    X(curl_global_init) X(curl_version_info) X(curl_slist_append) X(curl_slist_free_all) \
    X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_getinfo) \
    X(curl_easy_pause) X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_setopt) \
    X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_socket_action) \
    X(curl_multi_info_read)

// The macros of the header, which count arguments.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

typedef struct {
    LIBCURL_FUNCTIONS(COPTIONAL_SLOT)
} ccurl_functions;

extern ccurl_functions ccurl;

struct ccurl_transfer {
    CURL *_Nullable easy;
    ccurl_events events;
    void *_Nonnull user;
    struct curl_slist *_Nullable fields;
    struct curl_slist *_Nullable addresses;
    char error[CURL_ERROR_SIZE];
};

#endif
