#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

// Android kills a process that makes a call unknown to its filter.
#if defined(__linux__) && !defined(__ANDROID__)

#include <sys/syscall.h>

// Linux 5.6 and later; headers may be older than the kernel.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

/// The argument of openat2(2).
struct how {
    uint64_t flags;
    uint64_t mode;
    uint64_t resolve;
};

/// RESOLVE_NO_SYMLINKS of <linux/openat2.h>.
static const uint64_t no_links = 0x04;

int cfiles_open_unlinked(int folder, const char *path, int flags, unsigned mode) {
    struct how how = {
        .flags = (unsigned)flags, .mode = flags & O_CREAT ? mode : 0, .resolve = no_links};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

bool cfiles_has_unlinked(void) {
    // Older kernels lack the call, and container filters may forbid it.
    int folder = cfiles_open_unlinked(AT_FDCWD, "/", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (folder >= 0) close(folder);
    return folder >= 0 || (errno != ENOSYS && errno != EPERM && errno != EINVAL);
}

#elif defined(O_NOFOLLOW_ANY)

int cfiles_open_unlinked(int folder, const char *path, int flags, unsigned mode) {
    return openat(folder, path, flags | O_NOFOLLOW_ANY, mode);
}

bool cfiles_has_unlinked(void) { return true; }

#else

int cfiles_open_unlinked(int folder, const char *path, int flags, unsigned mode) {
    (void)folder, (void)path, (void)flags, (void)mode;
    errno = ENOSYS;
    return -1;
}

bool cfiles_has_unlinked(void) { return false; }

#endif
