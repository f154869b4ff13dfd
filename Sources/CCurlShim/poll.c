#include "CCurlShim.h"

#ifdef __linux__

#include <errno.h>
#include <sys/epoll.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

bool ccurl_poll_open(int *poll, int *bell) {
    *poll = epoll_create1(EPOLL_CLOEXEC);
    *bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return *poll >= 0 && *bell >= 0 && ccurl_poll_watch(*poll, *bell, true, false);
}

void ccurl_poll_ring(int bell) {
    uint64_t one = 1;
    (void)!write(bell, &one, sizeof one);
}

bool ccurl_poll_watch(int poll, int socket, bool reads, bool writes) {
    if (!reads && !writes) return epoll_ctl(poll, EPOLL_CTL_DEL, socket, NULL) == 0;
    struct epoll_event event = {
        .events = (reads ? EPOLLIN : 0U) | (writes ? EPOLLOUT : 0U), .data.fd = socket};
    // The number may have belonged to a socket that was closed.
    if (epoll_ctl(poll, EPOLL_CTL_MOD, socket, &event) == 0) return true;
    return errno == ENOENT && epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) == 0;
}

int ccurl_poll_wait(int poll, int bell, ccurl_ready *ready, int milliseconds) {
    struct epoll_event events[CCURL_MOST_READY];
    int count = epoll_wait(poll, events, CCURL_MOST_READY, milliseconds);
    int others = 0;
    for (int i = 0; i < count; i++) {
        if (events[i].data.fd == bell) {
            uint64_t rings;
            (void)!read(bell, &rings, sizeof rings);
            continue;
        }
        ready[others++] = (ccurl_ready){
            .socket = events[i].data.fd, .reads = events[i].events & EPOLLIN,
            .writes = events[i].events & EPOLLOUT,
            .failed = events[i].events & (EPOLLERR | EPOLLHUP)};
    }
    return others;
}

uint64_t ccurl_received(int socket) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
    // Older kernels fill less of it.
    bool has_it = size >= offsetof(struct tcp_info, tcpi_bytes_received) + sizeof(uint64_t);
    return has_it ? info.tcpi_bytes_received : 0;
}

void ccurl_end(int socket) { shutdown(socket, SHUT_RDWR); }

#endif
