// Plain functions over libcurl, which is loaded on first use.
//
// A transfer belongs to one connection cache, and both to one thread. Events are called on it, inside of
// `ccurl_cache_act`, `ccurl_cache_add`, `ccurl_transfer_resume` and the functions that free; no lock is held.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads libcurl, once for the process.
///
/// - Returns: NULL, or the reason that it cannot be used.
const char *_Nullable ccurl_load(void);

/// The system's trusted certificates: a PEM file, and a folder with hashed names; NULL for none.
void ccurl_system_roots(const char *_Nullable *_Nonnull file, const char *_Nullable *_Nonnull folder);

/// The result of an event.
typedef enum {
    /// The bytes were taken.
    CCURL_TAKEN,
    /// The transfer pauses until `ccurl_transfer_resume`; the bytes come again.
    CCURL_PAUSED,
    /// The transfer ends with an error.
    CCURL_REFUSED,
} ccurl_verdict;

/// The bytes that a request's body has given.
typedef struct {
    ccurl_verdict verdict;
    /// The number of bytes written, 0 at the end of the body.
    size_t count;
} ccurl_sent;

/// The functions that a transfer calls with the `user` of its options.
typedef struct {
    /// A line of a head with its end, a status line of each head first.
    ccurl_verdict (*_Nonnull head)(void *_Nonnull user, const uint8_t *_Nonnull line, size_t count);
    /// Bytes of the body as the server has encoded them.
    ccurl_verdict (*_Nonnull body)(void *_Nonnull user, const uint8_t *_Nonnull bytes, size_t count);
    /// Writes bytes of the request's body.
    ccurl_sent (*_Nonnull send)(void *_Nonnull user, uint8_t *_Nonnull buffer, size_t capacity);
    /// Returns `true` if a connection may be made to an address of 4 or 16 bytes.
    bool (*_Nonnull connects)(void *_Nonnull user, const uint8_t *_Nonnull address, size_t count);
} ccurl_events;

/// The kind of a proxy.
typedef enum {
    CCURL_NO_PROXY,
    CCURL_HTTP,
    CCURL_HTTPS,
    CCURL_SOCKS4,
    CCURL_SOCKS5,
} ccurl_proxy;

/// A text or bytes; no bytes for none.
typedef struct {
    const void *_Nullable bytes;
    size_t count;
} ccurl_blob;

/// A request and the settings of its connection; all is copied. NULL stands for none.
typedef struct {
    const char *_Nonnull url;
    /// NULL for HEAD.
    const char *_Nullable method;
    /// Lines such as `Name: value`, ended by NULL; `Name:` leaves out a field of libcurl's own.
    const char *_Nullable const *_Nonnull fields;
    /// `true` if a body is sent; its number of bytes, -1 if unknown.
    bool has_body;
    int64_t body_count;
    /// The addresses of a host as `host:port:address,address`.
    const char *_Nullable addresses;
    /// The milliseconds for name, connection and handshake.
    int64_t connect_timeout;
    /// `true` if no kept connection may be used.
    bool is_fresh;
    /// `true` to connect and nothing else, collecting the server's certificates, which any may be.
    bool is_probe;

    bool trusts_any;
    /// `true` if the following replace the system's trusted certificates: PEM in memory, or in a file,
    /// besides a list of folders with hashed names.
    bool replaces_roots;
    ccurl_blob roots;
    const char *_Nullable roots_file;
    const char *_Nullable roots_folder;
    const char *_Nullable pins;
    ccurl_blob certificate, key;
    const char *_Nullable key_password;
    /// `true` for TLS 1.3, else 1.2 or later.
    bool requires_tls13;

    ccurl_proxy proxy;
    /// Host and port.
    const char *_Nullable proxy_address;
    const char *_Nullable proxy_user;
    const char *_Nullable proxy_password;
} ccurl_options;

/// One request and its response.
typedef struct ccurl_transfer ccurl_transfer;

/// Makes a transfer.
///
/// - Parameter code: Set to libcurl's error if an option is refused.
/// - Returns: NULL without memory, or if an option is refused.
ccurl_transfer *_Nullable ccurl_transfer_new(const ccurl_options *_Nonnull options,
                                             ccurl_events events, void *_Nonnull user,
                                             int *_Nonnull code);
/// Frees a transfer that no cache has.
void ccurl_transfer_free(ccurl_transfer *_Nonnull transfer);
/// Lets the bytes of both directions go on, or either pause.
void ccurl_transfer_resume(ccurl_transfer *_Nonnull transfer, bool receives, bool sends);
/// libcurl's text for the error, perhaps empty.
const char *_Nonnull ccurl_transfer_error(ccurl_transfer *_Nonnull transfer);
/// Returns a line of a probe's certificates, the server's own first, such as `Expire date:…`.
const char *_Nullable ccurl_transfer_certificate(ccurl_transfer *_Nonnull transfer, int index,
                                                 int line);

/// Facts about a transfer so far.
typedef struct {
    /// The microseconds from its start until the request could be sent, 0 for not yet.
    int64_t ready_time;
    int64_t sent_count;
    /// The number of new connections; 0 for a kept one.
    long connection_count;
    /// The error number of a failed connection.
    long os_error;
    /// OpenSSL's result of checking the server's certificate, and the proxy's.
    long verify_result, proxy_verify_result;
    /// The status of a proxy that was to open a tunnel, 0 for none.
    long proxy_status;
} ccurl_facts;

ccurl_facts ccurl_transfer_facts(ccurl_transfer *_Nonnull transfer);

/// Kept connections and the transfers that use them.
typedef struct ccurl_cache ccurl_cache;

/// The functions that a cache calls with its `user`.
typedef struct {
    /// Watches a socket for what it waits for; no longer if for nothing.
    void (*_Nonnull watch)(void *_Nonnull user, int socket, bool reads, bool writes);
    /// Calls `ccurl_cache_act` without a socket after some milliseconds; never for -1.
    void (*_Nonnull wake)(void *_Nonnull user, long milliseconds);
} ccurl_cache_events;

ccurl_cache *_Nullable ccurl_cache_new(ccurl_cache_events events, void *_Nonnull user);
/// Closes all connections; the cache has no transfer.
void ccurl_cache_free(ccurl_cache *_Nonnull cache);
/// Begins a transfer; returns libcurl's error, 0 for none.
int ccurl_cache_add(ccurl_cache *_Nonnull cache, ccurl_transfer *_Nonnull transfer);
/// Takes a transfer out, and closes its connection unless it has ended.
void ccurl_cache_remove(ccurl_cache *_Nonnull cache, ccurl_transfer *_Nonnull transfer);
/// Goes on where a socket is ready; -1 for what time has brought.
void ccurl_cache_act(ccurl_cache *_Nonnull cache, int socket, bool reads, bool writes, bool failed);
/// Takes out a transfer that has ended.
///
/// - Parameter code: Set to libcurl's error, 0 for none.
/// - Returns: Its `user`, NULL for none.
void *_Nullable ccurl_cache_next_end(ccurl_cache *_Nonnull cache, int *_Nonnull code);

/// A socket that is ready.
typedef struct {
    int socket;
    bool reads, writes, failed;
} ccurl_ready;

enum { CCURL_MOST_READY = 64 };

/// Opens the descriptors of a wait for sockets, and of a bell that ends it from other threads.
bool ccurl_poll_open(int *_Nonnull poll, int *_Nonnull bell);
void ccurl_poll_ring(int bell);
/// Watches a socket; no longer if for nothing.
bool ccurl_poll_watch(int poll, int socket, bool reads, bool writes);
/// Waits for sockets or the bell; -1 milliseconds for no end.
///
/// - Parameter ready: Room for `CCURL_MOST_READY`.
/// - Returns: The number of ready sockets.
int ccurl_poll_wait(int poll, int bell, ccurl_ready *_Nonnull ready, int milliseconds);

/// Returns the bytes that a socket has received in all, 0 if the system does not tell.
uint64_t ccurl_received(int socket);

/// Ends a connection in both directions; its owner still closes it.
void ccurl_end(int socket);

/// The errors of libcurl that are told apart.
enum {
    CCURL_UNSUPPORTED = 1,
    CCURL_BAD_URL = 3,
    CCURL_NO_PROXY_NAME = 5,
    CCURL_NO_NAME = 6,
    CCURL_NO_CONNECTION = 7,
    CCURL_WEIRD_REPLY = 8,
    CCURL_HTTP2 = 16,
    CCURL_PARTIAL = 18,
    CCURL_WRITE = 23,
    CCURL_NO_MEMORY = 27,
    CCURL_TIMEOUT = 28,
    CCURL_TLS = 35,
    CCURL_ABORTED = 42,
    CCURL_NOTHING = 52,
    CCURL_SEND = 55,
    CCURL_RECEIVE = 56,
    CCURL_CERTIFICATE = 58,
    CCURL_CIPHER = 59,
    CCURL_UNTRUSTED = 60,
    CCURL_REWIND = 65,
    CCURL_ROOTS = 77,
    CCURL_TLS_END = 80,
    CCURL_ISSUER = 83,
    CCURL_PINS = 90,
    CCURL_STREAM = 92,
    CCURL_PROXY = 97,
};
