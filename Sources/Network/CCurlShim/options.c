#include "CCurlShim.h"

#ifdef WEBIMAGE_ENABLED

CURLcode ccurl_set_number(CURL *easy, CURLoption option, int64_t number) {
    if (option >= CURLOPTTYPE_OFF_T) return ccurl()->curl_easy_setopt(easy, option, (curl_off_t)number);
    return ccurl()->curl_easy_setopt(easy, option, (long)number);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *pointer) {
    return ccurl()->curl_easy_setopt(easy, option, pointer);
}

CURLcode ccurl_set_bytes(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return ccurl()->curl_easy_setopt(easy, option, &blob);
}

CURLcode ccurl_set_callbacks(CURL *easy, curl_write_callback head, curl_write_callback body,
                             curl_read_callback send, curl_opensocket_callback socket,
                             curl_prereq_callback connected, void *user) {
    const ccurl_functions *curl = ccurl();
    // The functions are known to each libcurl that is accepted.
    curl->curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
    curl->curl_easy_setopt(easy, CURLOPT_HEADERDATA, user);
    curl->curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    curl->curl_easy_setopt(easy, CURLOPT_WRITEDATA, user);
    curl->curl_easy_setopt(easy, CURLOPT_READFUNCTION, send);
    curl->curl_easy_setopt(easy, CURLOPT_READDATA, user);
    curl->curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, connected);
    curl->curl_easy_setopt(easy, CURLOPT_PREREQDATA, user);
    curl->curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, socket);
    curl->curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, user);
    return curl->curl_easy_setopt(easy, CURLOPT_PRIVATE, user);
}

CURLcode ccurl_set_debug(CURL *easy, curl_debug_callback words, void *user) {
    ccurl()->curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, words);
    ccurl()->curl_easy_setopt(easy, CURLOPT_DEBUGDATA, user);
    return ccurl()->curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
}

int64_t ccurl_number(CURL *easy, CURLINFO info) {
    long number = 0;
    curl_off_t wide = 0;
    if ((info & CURLINFO_TYPEMASK) == CURLINFO_OFF_T) {
        ccurl()->curl_easy_getinfo(easy, info, &wide);
        return wide;
    }
    ccurl()->curl_easy_getinfo(easy, info, &number);
    return number;
}

void *ccurl_private(CURL *easy) {
    void *user = NULL;
    ccurl()->curl_easy_getinfo(easy, CURLINFO_PRIVATE, &user);
    return user;
}

void ccurl_multi_set_callbacks(CURLM *multi, curl_socket_callback watch,
                               curl_multi_timer_callback wake, void *user) {
    const ccurl_functions *curl = ccurl();
    curl->curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl->curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, user);
    curl->curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, wake);
    curl->curl_multi_setopt(multi, CURLMOPT_TIMERDATA, user);
}

#endif
