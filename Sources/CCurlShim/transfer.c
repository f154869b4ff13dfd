#include "functions.h"

#ifdef WEBIMAGE_ENABLED

#define _GNU_SOURCE
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The bytes that are read at once; libcurl allocates as many for each transfer.
enum { buffer_size = 64 << 10 };

// MARK: Events

static size_t receive_head(char *line, size_t size, size_t count, void *user) {
    ccurl_transfer *transfer = user;
    (void)size;
    ccurl_verdict verdict = transfer->events.head(transfer->user, (const uint8_t *)line, count);
    return verdict == CCURL_TAKEN ? count : CURL_WRITEFUNC_ERROR;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *user) {
    ccurl_transfer *transfer = user;
    (void)size;
    switch (transfer->events.body(transfer->user, (const uint8_t *)bytes, count)) {
    case CCURL_TAKEN: return count;
    case CCURL_PAUSED: return CURL_WRITEFUNC_PAUSE;
    default: return CURL_WRITEFUNC_ERROR;
    }
}

static size_t send_body(char *buffer, size_t size, size_t count, void *user) {
    ccurl_transfer *transfer = user;
    ccurl_sent sent = transfer->events.send(transfer->user, (uint8_t *)buffer, size * count);
    switch (sent.verdict) {
    case CCURL_TAKEN: return sent.count;
    case CCURL_PAUSED: return CURL_READFUNC_PAUSE;
    default: return CURL_READFUNC_ABORT;
    }
}

static curl_socket_t open_socket(void *user, curlsocktype purpose, struct curl_sockaddr *address) {
    ccurl_transfer *transfer = user;
    (void)purpose;
    bool may = false;
    if (address->family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)&address->addr;
        may = transfer->events.connects(transfer->user, (const uint8_t *)&v4->sin_addr, 4);
    } else if (address->family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&address->addr;
        may = transfer->events.connects(transfer->user, v6->sin6_addr.s6_addr, 16);
    }
    if (!may) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// MARK: Options

// Sets an option unless an earlier one was refused.
#define SET(option, value) \
    if (code == CURLE_OK) code = ccurl.curl_easy_setopt(easy, option, value)

static CURLcode set_request(CURL *easy, const ccurl_options *options, ccurl_transfer *transfer) {
    CURLcode code = CURLE_OK;
    SET(CURLOPT_URL, options->url);
    // Paths are sent as they are, and no other protocol is spoken.
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    // A second transfer waits until it is known whether the first one's connection takes it, too;
    // without TLS that would be its response.
    SET(CURLOPT_PIPEWAIT, strncmp(options->url, "https:", 6) == 0 ? 1L : 0L);
    if (options->has_body) {
        SET(CURLOPT_UPLOAD, 1L);
        SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)options->body_count);
    }
    if (options->method) {
        SET(CURLOPT_CUSTOMREQUEST, options->method);
    } else {
        SET(CURLOPT_NOBODY, 1L);
    }
    SET(CURLOPT_HTTPHEADER, transfer->fields);
    SET(CURLOPT_RESOLVE, transfer->addresses);
    // Addresses are handed over for each transfer.
    SET(CURLOPT_DNS_CACHE_TIMEOUT, 3600L);
    SET(CURLOPT_CONNECTTIMEOUT_MS, (long)options->connect_timeout);
    SET(CURLOPT_FRESH_CONNECT, options->is_fresh ? 1L : 0L);
    if (options->is_probe) {
        SET(CURLOPT_CONNECT_ONLY, 1L);
        SET(CURLOPT_CERTINFO, 1L);
    }
    return code;
}

static CURLcode set_blob(CURL *easy, CURLoption option, ccurl_blob bytes) {
    if (!bytes.bytes) return CURLE_OK;
    struct curl_blob blob = {
        .data = (void *)bytes.bytes, .len = bytes.count, .flags = CURL_BLOB_COPY};
    return ccurl.curl_easy_setopt(easy, option, &blob);
}

static CURLcode set_roots(CURL *easy, const ccurl_options *options) {
    CURLcode code = CURLE_OK;
    if (options->replaces_roots) {
        SET(CURLOPT_CAINFO, options->roots_file);
        SET(CURLOPT_PROXY_CAINFO, options->roots_file);
        SET(CURLOPT_CAPATH, options->roots_folder);
        SET(CURLOPT_PROXY_CAPATH, options->roots_folder);
        if (code == CURLE_OK) code = set_blob(easy, CURLOPT_CAINFO_BLOB, options->roots);
        if (code == CURLE_OK) code = set_blob(easy, CURLOPT_PROXY_CAINFO_BLOB, options->roots);
        return code;
    }
    const char *file, *folder;
    ccurl_system_roots(&file, &folder);
    // libcurl keeps the certificates of a file in memory, unless it has to look into a folder.
    if (file) SET(CURLOPT_CAPATH, NULL);
    return code;
}

static CURLcode set_tls(CURL *easy, const ccurl_options *options) {
    CURLcode code = set_roots(easy, options);
    bool checks = !options->trusts_any && !options->is_probe;
    SET(CURLOPT_SSL_VERIFYPEER, checks ? 1L : 0L);
    SET(CURLOPT_SSL_VERIFYHOST, checks ? 2L : 0L);
    SET(CURLOPT_PROXY_SSL_VERIFYPEER, checks ? 1L : 0L);
    SET(CURLOPT_PROXY_SSL_VERIFYHOST, checks ? 2L : 0L);
    long version = options->requires_tls13 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2;
    SET(CURLOPT_SSLVERSION, version);
    SET(CURLOPT_PROXY_SSLVERSION, version);
    SET(CURLOPT_PINNEDPUBLICKEY, options->pins);
    if (code == CURLE_OK) code = set_blob(easy, CURLOPT_SSLCERT_BLOB, options->certificate);
    if (code == CURLE_OK) code = set_blob(easy, CURLOPT_SSLKEY_BLOB, options->key);
    SET(CURLOPT_KEYPASSWD, options->key_password);
    return code;
}

static CURLcode set_proxy(CURL *easy, const ccurl_options *options) {
    static const long kinds[] = {
        [CCURL_HTTP] = CURLPROXY_HTTP, [CCURL_HTTPS] = CURLPROXY_HTTPS,
        [CCURL_SOCKS4] = CURLPROXY_SOCKS4A, [CCURL_SOCKS5] = CURLPROXY_SOCKS5_HOSTNAME};
    CURLcode code = CURLE_OK;
    // An empty text keeps libcurl from reading the environment.
    SET(CURLOPT_PROXY, options->proxy == CCURL_NO_PROXY ? "" : options->proxy_address);
    SET(CURLOPT_NOPROXY, "");
    if (options->proxy == CCURL_NO_PROXY) return code;
    SET(CURLOPT_PROXYTYPE, kinds[options->proxy]);
    SET(CURLOPT_PROXYUSERNAME, options->proxy_user);
    SET(CURLOPT_PROXYPASSWORD, options->proxy_password);
    SET(CURLOPT_PROXYAUTH, (long)CURLAUTH_BASIC);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    // Fields of the request are for the server alone.
    SET(CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
    return code;
}

static CURLcode set_events(CURL *easy, ccurl_transfer *transfer) {
    CURLcode code = CURLE_OK;
    SET(CURLOPT_ERRORBUFFER, transfer->error);
    SET(CURLOPT_PRIVATE, transfer);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_BUFFERSIZE, (long)buffer_size);
    SET(CURLOPT_HEADERFUNCTION, receive_head);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, receive_body);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_READFUNCTION, send_body);
    SET(CURLOPT_READDATA, transfer);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, transfer);
    return code;
}

// MARK: Transfers

static bool append(struct curl_slist **list, const char *text) {
    struct curl_slist *longer = ccurl.curl_slist_append(*list, text);
    if (!longer) return false;
    *list = longer;
    return true;
}

void ccurl_system_roots(const char **file, const char **folder) {
    *file = *folder = NULL;
    const curl_version_info_data *info = ccurl.curl_version_info(CURLVERSION_NOW);
    *file = info->cainfo;
    *folder = info->capath;
}

ccurl_transfer *ccurl_transfer_new(const ccurl_options *options, ccurl_events events, void *user,
                                   int *code) {
    *code = CURLE_OUT_OF_MEMORY;
    ccurl_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->events = events;
    transfer->user = user;
    transfer->easy = ccurl.curl_easy_init();
    bool has_room = transfer->easy != NULL;
    for (const char *const *field = options->fields; has_room && *field; field++) {
        has_room = append(&transfer->fields, *field);
    }
    if (has_room && options->addresses) has_room = append(&transfer->addresses, options->addresses);
    if (has_room) {
        CURL *easy = transfer->easy;
        CURLcode result = set_request(easy, options, transfer);
        if (result == CURLE_OK) result = set_tls(easy, options);
        if (result == CURLE_OK) result = set_proxy(easy, options);
        if (result == CURLE_OK) result = set_events(easy, transfer);
        *code = (int)result;
        if (result == CURLE_OK) return transfer;
    }
    ccurl_transfer_free(transfer);
    return NULL;
}

void ccurl_transfer_free(ccurl_transfer *transfer) {
    if (transfer->easy) ccurl.curl_easy_cleanup(transfer->easy);
    ccurl.curl_slist_free_all(transfer->fields);
    ccurl.curl_slist_free_all(transfer->addresses);
    free(transfer);
}

void ccurl_transfer_resume(ccurl_transfer *transfer, bool receives, bool sends) {
    int pauses = (receives ? 0 : CURLPAUSE_RECV) | (sends ? 0 : CURLPAUSE_SEND);
    ccurl.curl_easy_pause(transfer->easy, pauses);
}

const char *ccurl_transfer_error(ccurl_transfer *transfer) { return transfer->error; }

const char *ccurl_transfer_certificate(ccurl_transfer *transfer, int index, int line) {
    struct curl_certinfo *chain = NULL;
    if (ccurl.curl_easy_getinfo(transfer->easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain
        || index < 0 || index >= chain->num_of_certs) {
        return NULL;
    }
    struct curl_slist *entry = chain->certinfo[index];
    while (entry && line-- > 0) entry = entry->next;
    return entry ? entry->data : NULL;
}

ccurl_facts ccurl_transfer_facts(ccurl_transfer *transfer) {
    ccurl_facts facts = {0};
    CURL *easy = transfer->easy;
    curl_off_t ready = 0, sent = 0;
    ccurl.curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
    ccurl.curl_easy_getinfo(easy, CURLINFO_SIZE_UPLOAD_T, &sent);
    facts.ready_time = ready;
    facts.sent_count = sent;
    ccurl.curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &facts.connection_count);
    ccurl.curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &facts.os_error);
    ccurl.curl_easy_getinfo(easy, CURLINFO_SSL_VERIFYRESULT, &facts.verify_result);
    ccurl.curl_easy_getinfo(easy, CURLINFO_PROXY_SSL_VERIFYRESULT, &facts.proxy_verify_result);
    ccurl.curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &facts.proxy_status);
    return facts;
}

#endif
