#include "functions.h"

#ifdef WEBIMAGE_ENABLED

#include <stdlib.h>

struct ccurl_cache {
    CURLM *multi;
    ccurl_cache_events events;
    void *user;
};

static int watch(CURL *easy, curl_socket_t socket, int what, void *user, void *socket_user) {
    ccurl_cache *cache = user;
    (void)easy, (void)socket_user;
    bool reads = what == CURL_POLL_IN || what == CURL_POLL_INOUT;
    bool writes = what == CURL_POLL_OUT || what == CURL_POLL_INOUT;
    cache->events.watch(cache->user, socket, reads, writes);
    return 0;
}

static int wake(CURLM *multi, long milliseconds, void *user) {
    ccurl_cache *cache = user;
    (void)multi;
    cache->events.wake(cache->user, milliseconds);
    return 0;
}

ccurl_cache *ccurl_cache_new(ccurl_cache_events events, void *user) {
    ccurl_cache *cache = calloc(1, sizeof *cache);
    CURLM *multi = cache ? ccurl.curl_multi_init() : NULL;
    if (!multi) {
        free(cache);
        return NULL;
    }
    *cache = (ccurl_cache){.multi = multi, .events = events, .user = user};
    ccurl.curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    ccurl.curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, cache);
    ccurl.curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, wake);
    ccurl.curl_multi_setopt(multi, CURLMOPT_TIMERDATA, cache);
    return cache;
}

void ccurl_cache_free(ccurl_cache *cache) {
    ccurl.curl_multi_cleanup(cache->multi);
    free(cache);
}

int ccurl_cache_add(ccurl_cache *cache, ccurl_transfer *transfer) {
    return (int)ccurl.curl_multi_add_handle(cache->multi, transfer->easy);
}

void ccurl_cache_remove(ccurl_cache *cache, ccurl_transfer *transfer) {
    ccurl.curl_multi_remove_handle(cache->multi, transfer->easy);
}

void ccurl_cache_act(ccurl_cache *cache, int socket, bool reads, bool writes, bool failed) {
    int running = 0;
    int events = (reads ? CURL_CSELECT_IN : 0) | (writes ? CURL_CSELECT_OUT : 0)
        | (failed ? CURL_CSELECT_ERR : 0);
    curl_socket_t place = socket < 0 ? CURL_SOCKET_TIMEOUT : socket;
    ccurl.curl_multi_socket_action(cache->multi, place, events, &running);
}

void *ccurl_cache_next_end(ccurl_cache *cache, int *code) {
    int rest = 0;
    CURLMsg *message;
    while ((message = ccurl.curl_multi_info_read(cache->multi, &rest))) {
        if (message->msg != CURLMSG_DONE) continue;
        ccurl_transfer *transfer = NULL;
        CURL *easy = message->easy_handle;
        *code = (int)message->data.result;
        ccurl.curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
        ccurl.curl_multi_remove_handle(cache->multi, easy);
        if (transfer) return transfer->user;
    }
    return NULL;
}

#endif
