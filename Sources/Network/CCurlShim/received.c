#include "CCurlShim.h"

#ifdef WEBIMAGE_ENABLED

#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

uint64_t ccurl_taken(int socket) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
    // Older kernels fill less of it.
    bool has_it = size >= offsetof(struct tcp_info, tcpi_bytes_received) + sizeof(uint64_t);
    int waiting = 0;
    if (!has_it || ioctl(socket, FIONREAD, &waiting) != 0) return 0;
    // More may have come meanwhile. What is sent, is answered: by windows of HTTP/2, with few
    // bytes.
    uint64_t received = info.tcpi_bytes_received;
    uint64_t others = (uint64_t)waiting + info.tcpi_bytes_acked / 64;
    return received > others ? received - others : 1;
}

#endif
