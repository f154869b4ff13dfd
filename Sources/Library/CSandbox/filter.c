#ifdef __linux__

#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "COptionalLibrary.h"

// The functions and constants that are used, as libseccomp 2.4 and later declare them: its header
// is not needed.
typedef void *filter_context;
struct scmp_arg_cmp {
    unsigned arg;
    unsigned op;
    uint64_t datum_a, datum_b;
};
filter_context seccomp_init(uint32_t default_action);
void seccomp_release(filter_context context);
int seccomp_attr_set(filter_context context, unsigned attribute, uint32_t value);
int seccomp_syscall_resolve_name(const char *name);
int seccomp_rule_add_array(filter_context context, uint32_t action, int call, unsigned count,
                           const struct scmp_arg_cmp *comparisons);
int seccomp_export_bpf(const filter_context context, int file);

#define LIBSECCOMP_FUNCTIONS(X) \
    X(seccomp_init) X(seccomp_release) X(seccomp_attr_set) X(seccomp_syscall_resolve_name) \
    X(seccomp_rule_add_array) X(seccomp_export_bpf)

typedef struct { LIBSECCOMP_FUNCTIONS(COPTIONAL_SLOT) } CSeccomp;

static const uint32_t kill_process = 0x80000000, allow = 0x7fff0000, fail = 0x00050000;
enum { attribute_bad_architecture = 2, compare_masked = 7, unknown_name = -1 };

static CSeccomp library;
static bool has_library;

/// A system call that is permitted, or fails with an error, if all of `count` comparisons hold.
typedef struct {
    const char *name;
    uint32_t error;
    unsigned count;
    struct scmp_arg_cmp comparisons[2];
} condition;

// Compares the bits of `mask` in an argument.
#define BITS(argument, mask, value) {argument, compare_masked, mask, value}
// Compares an argument that the kernel reads as an `int`: the upper half does not matter.
#define INT(argument, value) BITS(argument, 0xffffffff, value)

// MARK: Lists

static const char *const calls[] = {
    // The channel, and the error output.
    "read", "write", "readv", "writev", "recvmsg", "sendmsg", "poll", "ppoll", "close", "lseek",
    "fstat",
    // Memory.
    "munmap", "mremap", "brk",
    // Time, and numbers by chance. The C library's qsort asks for the size of the memory.
    "clock_gettime", "clock_getres", "clock_nanosleep", "gettimeofday", "time", "getrandom",
    "sysinfo",
    // Locks, and the processors, which libraries count.
    "futex", "sched_yield", "sched_getaffinity", "rseq", "set_robust_list", "membarrier",
    // Signals to itself, and the end.
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "getpid",
    "gettid", "exit", "exit_group",
    NULL};

static const condition conditions[] = {
    {"mmap", 0, 1, {BITS(2, PROT_EXEC, 0)}},
    {"mprotect", 0, 1, {BITS(2, PROT_EXEC, 0)}},
    // Advice that drops or joins the caller's pages. MADV_REMOVE would take them from shared
    // memory.
    {"madvise", 0, 1, {INT(2, MADV_DONTNEED)}},
    {"madvise", 0, 1, {INT(2, MADV_FREE)}},
    {"madvise", 0, 1, {INT(2, MADV_WILLNEED)}},
    {"madvise", 0, 1, {INT(2, MADV_POPULATE_WRITE)}},
    {"madvise", 0, 1, {INT(2, MADV_HUGEPAGE)}},
    {"madvise", 0, 1, {INT(2, MADV_NOHUGEPAGE)}},
    {"madvise", 0, 1, {INT(2, MADV_SEQUENTIAL)}},
    {"madvise", 0, 1, {INT(2, MADV_RANDOM)}},
    {"madvise", 0, 1, {INT(2, MADV_NORMAL)}},
    {"madvise", 0, 1, {INT(2, MADV_DONTFORK)}},
    {"madvise", 0, 1, {INT(2, MADV_DONTDUMP)}},
    // Its own limits can be read: the new ones, third, are missing.
    {"prlimit64", 0, 2, {INT(0, 0), BITS(2, UINT64_MAX, 0)}},
    {"getrlimit", 0, 0, {}},
    {"fcntl", 0, 1, {INT(1, F_GETFD)}},
    {"fcntl", 0, 1, {INT(1, F_GETFL)}},
    {"fcntl", 0, 1, {INT(1, F_GET_SEALS)}},
    // The names of memory, which malloc may set.
    {"prctl", 0, 1, {INT(0, 0x53564d41)}},
    // Whether a descriptor is a terminal, which stdio asks: it is not.
    {"ioctl", ENOTTY, 1, {INT(1, TCGETS)}},
    {NULL, 0, 0, {}}};

// The calls that besides those above draw SVG. Paths are limited by Landlock; without it, by the
// rights of the user.
static const char *const file_calls[] = {
    "access", "faccessat", "faccessat2", "stat", "lstat", "newfstatat", "statx", "statfs",
    "fstatfs", "readlink", "readlinkat", "getdents64", "getcwd", "fadvise64", "pread64",
    "eventfd2", "pipe2", "uname", "getuid", "geteuid", "getgid", "getegid",
    NULL};

#define THREAD_FLAGS (CLONE_THREAD | CLONE_VM | CLONE_SIGHAND)
#define NAMESPACE_FLAGS \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID \
     | CLONE_NEWNET)
// The bit of O_TMPFILE that O_DIRECTORY lacks.
#define TEMPORARY_FILE (O_TMPFILE & ~O_DIRECTORY)

static const condition file_conditions[] = {
    {"clone", 0, 1, {BITS(0, THREAD_FLAGS | NAMESPACE_FLAGS | CLONE_PTRACE, THREAD_FLAGS)}},
    // The flags of clone3 are in memory, which no filter reads. The C library then calls clone.
    {"clone3", ENOSYS, 0, {}},
    {"prctl", 0, 1, {INT(0, PR_SET_NAME)}},
    // The encoder of HEIC asks for the memory of each processor, and goes on without an answer.
    {"get_mempolicy", ENOSYS, 0, {}},
    {"fcntl", 0, 1, {INT(1, F_SETFD)}},
    {"fcntl", 0, 1, {INT(1, F_SETFL)}},
    {"fcntl", 0, 1, {INT(1, F_DUPFD_CLOEXEC)}},
    {"openat", 0, 1, {BITS(2, O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | TEMPORARY_FILE, 0)}},
    // Fontconfig tries to write its cache, and goes on without.
    {"openat", EACCES, 1, {BITS(2, O_WRONLY, O_WRONLY)}},
    {"openat", EACCES, 1, {BITS(2, O_RDWR, O_RDWR)}},
    {"openat", EACCES, 1, {BITS(2, O_CREAT, O_CREAT)}},
    {"openat", EACCES, 1, {BITS(2, O_TRUNC, O_TRUNC)}},
    {"openat", EACCES, 1, {BITS(2, O_APPEND, O_APPEND)}},
    {"openat", EACCES, 1, {BITS(2, TEMPORARY_FILE, TEMPORARY_FILE)}},
    {"openat2", ENOSYS, 0, {}},
    {"mkdir", EACCES, 0, {}},
    {"mkdirat", EACCES, 0, {}},
    {"chmod", EACCES, 0, {}},
    {"fchmodat", EACCES, 0, {}},
    {NULL, 0, 0, {}}};

// MARK: Rules

static bool add(filter_context context, const condition *rule) {
    int call = library.seccomp_syscall_resolve_name(rule->name);
    // A call that an old library does not know stays forbidden.
    if (call == unknown_name) return true;
    uint32_t action = rule->error ? fail | rule->error : allow;
    return library.seccomp_rule_add_array(context, action, call, rule->count, rule->comparisons)
        == 0;
}

static bool add_all(filter_context context, const char *const *names, const condition *rules) {
    for (; *names; names++) {
        if (!add(context, &(condition){.name = *names})) return false;
    }
    for (; rules->name; rules++) {
        if (!add(context, rules)) return false;
    }
    return true;
}

// A number of no process, in place of the number of the process that installs a list.
enum { any_process = 0x5ec0de };
// The most bytes of a list, more than the kernel takes.
enum { most_bytes = 64 << 10 };

// The two lists as programs of the kernel. Building one takes longer than all else of a new worker.
static struct sock_fprog programs[2];

// Reads a file from its start; returns the number of its bytes, 0 for an error.
static size_t read_all(int file, void *bytes, size_t capacity) {
    size_t count = 0;
    ssize_t part;
    while ((part = pread(file, (char *)bytes + count, capacity - count, (off_t)count)) > 0) {
        count += (size_t)part;
    }
    return part < 0 ? 0 : count;
}

// Keeps the program of a list.
static bool export(filter_context context, struct sock_fprog *program) {
    int file = memfd_create("seccomp", MFD_CLOEXEC);
    if (file < 0) return false;
    size_t count = 0;
    program->filter = malloc(most_bytes);
    if (program->filter && library.seccomp_export_bpf(context, file) == 0) {
        count = read_all(file, program->filter, most_bytes) / sizeof *program->filter;
    }
    close(file);
    program->len = count <= BPF_MAXINSNS ? (unsigned short)count : 0;
    if (program->len > 0) return true;
    free(program->filter);
    program->filter = NULL;
    return false;
}

// Builds a list, once.
static bool build(bool allows_threads_and_files) {
    struct sock_fprog *program = &programs[allows_threads_and_files];
    if (program->len > 0) return true;
    filter_context context = library.seccomp_init(kill_process);
    if (!context) return false;
    // abort() signals its own thread; no other process may be signalled.
    condition itself = {"tgkill", 0, 1, {INT(0, any_process)}};
    bool built =
        library.seccomp_attr_set(context, attribute_bad_architecture, kill_process) == 0
        && add_all(context, calls, conditions) && add(context, &itself)
        && (!allows_threads_and_files || add_all(context, file_calls, file_conditions))
        && export(context, program);
    library.seccomp_release(context);
    return built;
}

// Puts the number of this process into a program; returns `false` if it has no place for it.
static bool name_process(struct sock_fprog *program) {
    bool found = false;
    for (unsigned short i = 0; i < program->len; i++) {
        struct sock_filter *step = &program->filter[i];
        if (step->code != (BPF_JMP | BPF_JEQ | BPF_K) || step->k != any_process) continue;
        step->k = (uint32_t)getpid();
        found = true;
    }
    return found;
}

bool csandbox_filter_load(void) {
    static const char *const names[] = {"libseccomp.so.2", NULL};
    static const char *const symbols[] = {LIBSECCOMP_FUNCTIONS(COPTIONAL_SYMBOL)};
    const char *missing;
    if (!has_library) {
        has_library = coptional_load(
            names, symbols, sizeof symbols / sizeof *symbols, (void **)&library, &missing);
    }
    return has_library && build(false) && build(true);
}

bool csandbox_filter_install(bool allows_threads_and_files) {
    struct sock_fprog *program = &programs[allows_threads_and_files];
    return program->len > 0 && name_process(program)
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0) == 0;
}

#endif
