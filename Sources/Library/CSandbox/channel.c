#ifdef __linux__

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Flag of Linux 6.3: memory that can never be made executable by a path below /proc.
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

// Room for one descriptor more than a packet may have, which reveals a packet with too many.
enum { control_room = CMSG_SPACE((CSANDBOX_MAX_DESCRIPTORS + 1) * sizeof(int)) };

typedef union {
    char bytes[control_room];
    struct cmsghdr aligned;
} control_buffer;

int csandbox_socket_pair(int *one, int *other) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return errno;
    *one = pair[0];
    *other = pair[1];
    return 0;
}

// MARK: Waiting

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Returns the time at which a wait ends; -1 for never.
static int64_t deadline_after(int timeout_ms) {
    return timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
}

// Waits until a socket is ready or closed; returns 0, or an error number.
static int wait_for(int socket, short events, int64_t deadline) {
    struct pollfd entry = {.fd = socket, .events = events};
    int rest = -1;
    if (deadline >= 0) {
        int64_t left = deadline - now_ms();
        rest = left <= 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
    }
    int ready = poll(&entry, 1, rest);
    if (ready < 0) return errno == EINTR ? 0 : errno;
    if (ready == 0) return ETIMEDOUT;
    return entry.revents & POLLNVAL ? EBADF : 0;
}

// Returns 0 if a failed call is to be tried again, perhaps after waiting, or the error to report.
//
// ECONNRESET is reported once by the kernel, before the packets that are still queued.
static int error_of_call(int socket, short events, int64_t deadline) {
    switch (errno) {
    case EINTR:
    case ECONNRESET: return 0;
    case EAGAIN: return wait_for(socket, events, deadline);
    case ENOTCONN:
    case ECONNREFUSED: return EPIPE;
    default: return errno;
    }
}

// MARK: Packets

int csandbox_send(int socket, const void *bytes, size_t count, const int *descriptors,
                  int descriptor_count, int timeout_ms) {
    if (count == 0 || descriptor_count < 0 || descriptor_count > CSANDBOX_MAX_DESCRIPTORS) {
        return EINVAL;
    }
    control_buffer control = {{0}};
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > 0) {
        size_t size = (size_t)descriptor_count * sizeof(int);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(size);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(size);
        memcpy(CMSG_DATA(header), descriptors, size);
    }
    int64_t deadline = deadline_after(timeout_ms);
    while (sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        int error = error_of_call(socket, POLLOUT, deadline);
        if (error != 0) return error;
    }
    return 0;
}

// Takes over the descriptors of a message: up to the permitted number, the others are closed.
//
// Returns the number that came.
static int take_descriptors(struct msghdr *message, csandbox_packet *packet, int permitted) {
    int came = 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header;
         header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++, came++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
            if (came < permitted) {
                packet->descriptors[came] = descriptor;
                packet->descriptor_count = came + 1;
            } else {
                close(descriptor);
            }
        }
    }
    return came;
}

// Returns a packet that is an error, and closes the descriptors of the packet that came.
static csandbox_packet refused(int error, const csandbox_packet *came) {
    for (int i = 0; came && i < came->descriptor_count; i++) close(came->descriptors[i]);
    csandbox_packet packet = {.error = error};
    for (int i = 0; i < CSANDBOX_MAX_DESCRIPTORS; i++) packet.descriptors[i] = -1;
    return packet;
}

csandbox_packet csandbox_receive(int socket, void *bytes, size_t capacity, int max_descriptors,
                                 int timeout_ms) {
    int permitted = max_descriptors < 0                          ? 0
                    : max_descriptors > CSANDBOX_MAX_DESCRIPTORS ? CSANDBOX_MAX_DESCRIPTORS
                                                                 : max_descriptors;
    control_buffer control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message;
    int64_t deadline = deadline_after(timeout_ms);
    ssize_t count;
    for (;;) {
        message = (struct msghdr){
            .msg_iov = &part, .msg_iovlen = 1,
            .msg_control = control.bytes, .msg_controllen = sizeof control.bytes,
        };
        count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
        if (count >= 0) break;
        int error = error_of_call(socket, POLLIN, deadline);
        if (error != 0) return refused(error, NULL);
    }
    csandbox_packet packet = refused(0, NULL);
    int came = take_descriptors(&message, &packet, permitted);
    if (came > permitted || message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
        return refused(EMSGSIZE, &packet);
    }
    // No packet is empty: either the peer is gone, or it breaks the protocol.
    if (count == 0) return refused(EPIPE, &packet);
    packet.count = (size_t)count;
    return packet;
}

// MARK: Shared memory

int csandbox_memory(const char *name, size_t count) {
    if (count > (uint64_t)INT64_MAX) {
        errno = EFBIG;
        return -1;
    }
    // Beyond the limit of file sizes, ftruncate would raise SIGXFSZ.
    struct rlimit largest;
    if (getrlimit(RLIMIT_FSIZE, &largest) == 0 && count > largest.rlim_cur) {
        errno = EFBIG;
        return -1;
    }
    unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int memory = memfd_create(name, flags | MFD_NOEXEC_SEAL);
    if (memory < 0 && errno == EINVAL) memory = memfd_create(name, flags);
    if (memory < 0) return -1;
    if (ftruncate(memory, (off_t)count) != 0
        || fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
        int error = errno;
        close(memory);
        errno = error;
        return -1;
    }
    return memory;
}

void csandbox_seal(int memory, bool against_writing) {
    // Linux older than 5.1 does not know it.
    if (against_writing) fcntl(memory, F_ADD_SEALS, F_SEAL_FUTURE_WRITE);
    fcntl(memory, F_ADD_SEALS, F_SEAL_SEAL);
}

bool csandbox_memory_is_sealed(int descriptor, size_t count) {
    int wanted = F_SEAL_SHRINK | F_SEAL_GROW;
    int seals = fcntl(descriptor, F_GET_SEALS);
    if (seals < 0 || (seals & wanted) != wanted) return false;
    // Not by fstat, which the C library makes of a system call that takes paths, too.
    off_t size = lseek(descriptor, 0, SEEK_END);
    return size >= 0 && (uint64_t)size == count;
}

int csandbox_map(int descriptor, size_t count, bool writable, void **address) {
    void *mapped =
        mmap(NULL, count, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) return errno;
    *address = mapped;
    return 0;
}

void csandbox_release(void *address, size_t count) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    madvise(address, count / page * page, MADV_REMOVE);
}

void csandbox_unmap(void *address, size_t count) { munmap(address, count); }

#endif
