#ifdef __linux__

#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { first_descriptor = 3 };

// MARK: Start

// Describes the descriptors of a started process; returns 0, or an error number.
static int add_descriptors(posix_spawn_file_actions_t *actions, int socket) {
    int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
    if (error == 0) {
        error = posix_spawn_file_actions_addopen(actions, 1, "/dev/null", O_WRONLY, 0);
    }
    // Without an error output, a file that is opened later would take its place.
    int flags = fcntl(2, F_GETFD);
    if (error == 0 && (flags < 0 || (flags & FD_CLOEXEC) != 0)) {
        error = posix_spawn_file_actions_addopen(actions, 2, "/dev/null", O_WRONLY, 0);
    }
    if (error == 0) error = posix_spawn_file_actions_adddup2(actions, socket, first_descriptor);
    if (error == 0) {
        error = posix_spawn_file_actions_addclosefrom_np(actions, first_descriptor + 1);
    }
    return error;
}

// Describes the signals of a started process: none is blocked, ignored or handled.
static int add_signals(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    sigemptyset(&none);
    int error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0) error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0) {
        short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
        error = posix_spawnattr_setflags(attributes, flags);
    }
    return error;
}

pid_t csandbox_spawn(const char *path, const char *const *arguments,
                     const char *const *environment, int socket) {
    // The socket itself can be 0 to 3, which are set before it is copied.
    int moved = fcntl(socket, F_DUPFD_CLOEXEC, first_descriptor + 1);
    if (moved < 0) return -errno;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t process = 0;
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawnattr_init(&attributes);
        if (error == 0) {
            error = add_descriptors(&actions, moved);
            if (error == 0) error = add_signals(&attributes);
            if (error == 0) {
                error = posix_spawn(&process, path, &actions, &attributes,
                                    (char *const *)arguments, (char *const *)environment);
            }
            posix_spawnattr_destroy(&attributes);
        }
        posix_spawn_file_actions_destroy(&actions);
    }
    close(moved);
    return error == 0 ? process : -error;
}

pid_t csandbox_fork(void) {
    pid_t process = fork();
    return process < 0 ? -errno : process;
}

// Moves descriptors that have been copied above their places; returns 0, or an error number.
static int move(const int *copies, int count) {
    for (int i = 0; i < count; i++) {
        if (dup3(copies[i], first_descriptor + i, O_CLOEXEC) < 0) return errno;
    }
    // A system call by its number: older C libraries lack the function.
    unsigned rest = (unsigned)(first_descriptor + count);
    return syscall(SYS_close_range, rest, ~0U, 0) == 0 ? 0 : errno;
}

int csandbox_keep_only(const int *descriptors, int count) {
    enum { most = 16 };
    int copies[most];
    if (count < 0 || count > most) return EINVAL;
    // Copies above all places: a place can be the number of a descriptor that is moved later.
    int error = 0, copied = 0;
    for (; copied < count && error == 0; copied++) {
        copies[copied] = fcntl(descriptors[copied], F_DUPFD_CLOEXEC, first_descriptor + count);
        if (copies[copied] < 0) {
            error = errno;
            break;
        }
    }
    if (error == 0) error = move(copies, count);
    if (error != 0) {
        for (int i = 0; i < copied; i++) close(copies[i]);
    }
    return error;
}

int csandbox_thread_count(pid_t process) {
    // The folder has one link for each thread, besides its own two.
    struct stat status;
    char path[32] = "/proc/self/task";
    if (process > 0) snprintf(path, sizeof path, "/proc/%d/task", (int)process);
    if (stat(path, &status) != 0 || status.st_nlink < 3) return 0;
    return (int)(status.st_nlink - 2);
}

void csandbox_silence(void) {
    dup2(1, 2);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

// MARK: End

void csandbox_exit(int status) { _exit(status); }

csandbox_end csandbox_wait(pid_t process, bool blocks) {
    csandbox_end end = {0};
    int status = 0;
    struct rusage usage;
    pid_t found;
    do {
        found = wait4(process, &status, blocks ? 0 : WNOHANG, &usage);
    } while (found < 0 && errno == EINTR);
    if (found < 0) {
        end.error = errno;
    } else if (found > 0) {
        end.ended = true;
        if (WIFSIGNALED(status)) {
            end.signal = WTERMSIG(status);
        } else {
            end.status = WEXITSTATUS(status);
        }
        end.peak_memory = (uint64_t)usage.ru_maxrss * 1024;
    }
    return end;
}

void csandbox_kill(pid_t process) {
    // Never a group of processes, nor all.
    if (process > 0) kill(process, SIGKILL);
}

bool csandbox_await_end(pid_t process, int timeout_ms) {
    // By its number: older C libraries lack the function.
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    if (handle < 0) return errno == ESRCH;
    struct pollfd end = {handle, POLLIN, 0};
    int count;
    do {
        count = poll(&end, 1, timeout_ms);
    } while (count < 0 && errno == EINTR);
    close(handle);
    return count > 0;
}

// MARK: Measures and limits

bool csandbox_processor_time(pid_t process, uint64_t *nanoseconds) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return false;
    *nanoseconds = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
    return true;
}

// Reads the pages of a process: its address space, those that are resident, and of these the ones
// that files or shared memory back.
static bool read_pages(const char *path, uint64_t *all, uint64_t *resident, uint64_t *shared) {
    char text[128];
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return false;
    text[count] = 0;
    return sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, all, resident, shared) == 3;
}

static uint64_t bytes_of_pages(uint64_t pages) { return pages * (uint64_t)sysconf(_SC_PAGESIZE); }

bool csandbox_private_memory(pid_t process, uint64_t *bytes) {
    char path[32];
    uint64_t all, resident, shared;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
    if (!read_pages(path, &all, &resident, &shared)) return false;
    // The counters are not read at one instant.
    *bytes = bytes_of_pages(resident > shared ? resident - shared : 0);
    return true;
}

uint64_t csandbox_address_space(void) {
    uint64_t all, resident, shared;
    return read_pages("/proc/self/statm", &all, &resident, &shared) ? bytes_of_pages(all) : 0;
}

// Sets a soft limit only: no process without privileges can raise a hard one again.
static int set_soft_limit(pid_t process, int resource, uint64_t value) {
    struct rlimit limit;
    if (prlimit(process, resource, NULL, &limit) != 0) return errno;
    limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
    return prlimit(process, resource, &limit, NULL) == 0 ? 0 : errno;
}

int csandbox_set_limits(pid_t process, uint64_t seconds, uint64_t address_space) {
    int error = set_soft_limit(process, RLIMIT_CPU, seconds);
    return error != 0 ? error : set_soft_limit(process, RLIMIT_AS, address_space);
}

#endif
