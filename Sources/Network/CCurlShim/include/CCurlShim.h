// libcurl, which is loaded on first use: its functions as a table, and those with variable
// arguments as plain functions.

#pragma once

#if defined(__linux__) && __has_include(<curl/curl.h>)

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

// Their checks of arguments would name the functions, which are not linked.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#include "COptionalLibrary.h"

#define LIBCURL_FUNCTIONS(X) \
    X(curl_global_init) X(curl_version_info) X(curl_slist_append) X(curl_slist_free_all) \
    X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_setopt) X(curl_easy_getinfo) \
    X(curl_easy_pause) X(curl_easy_perform) X(curl_easy_recv) X(curl_easy_send) \
    X(curl_easy_strerror) X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_setopt) \
    X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_socket_action) X(curl_multi_info_read)

// The macros of the header, which count arguments.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

typedef struct {
    LIBCURL_FUNCTIONS(COPTIONAL_SLOT)
} ccurl_functions;

/// Loads libcurl, once for the process.
///
/// - Returns: NULL, or the reason that it cannot be used.
const char *_Nullable ccurl_load(void);
/// The functions of libcurl once it is loaded.
const ccurl_functions *_Nonnull ccurl(void);

/// Sets an option that is a number, of either size.
CURLcode ccurl_set_number(CURL *_Nonnull easy, CURLoption option, int64_t number);
/// Sets an option that is a text, a list or any other pointer.
CURLcode ccurl_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable pointer);
/// Sets an option that is bytes, which are copied.
CURLcode ccurl_set_bytes(CURL *_Nonnull easy, CURLoption option, const void *_Nullable bytes,
                         size_t count);
/// Sets the functions for heads, bodies, requests' bodies and sockets, which get `user`.
CURLcode ccurl_set_callbacks(CURL *_Nonnull easy, curl_write_callback _Nonnull head,
                             curl_write_callback _Nonnull body, curl_read_callback _Nonnull send,
                             curl_opensocket_callback _Nonnull socket,
                             curl_prereq_callback _Nonnull connected, void *_Nonnull user);
/// Sets a function for libcurl's words about a transfer.
CURLcode ccurl_set_debug(CURL *_Nonnull easy, curl_debug_callback _Nonnull words,
                         void *_Nonnull user);
/// Returns a fact of a transfer that is a number of either size, 0 for an unknown one.
int64_t ccurl_number(CURL *_Nonnull easy, CURLINFO info);
/// Returns the `CURLOPT_PRIVATE` of a transfer.
void *_Nullable ccurl_private(CURL *_Nonnull easy);
/// Sets the functions of a cache of connections, which get `user`.
void ccurl_multi_set_callbacks(CURLM *_Nonnull multi, curl_socket_callback _Nonnull watch,
                               curl_multi_timer_callback _Nonnull wake, void *_Nonnull user);

/// Returns the bytes that were read from a socket in all, at least, but for those that answer what
/// was sent; 0 if the system does not report it.
uint64_t ccurl_taken(int socket);

#endif
