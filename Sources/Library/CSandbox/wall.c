#ifdef __linux__

#define _GNU_SOURCE
#include "CSandbox.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "filter.h"

// Set if this process made the namespaces that `csandbox_drop_privileges` describes, or its parent.
static bool has_namespaces;
// Set if the user is not the program's.
static bool has_other_user;

enum { other_user = 65534 };

bool csandbox_wall_load(void) {
    // With this variable unset, localtime() would look at the file again each time.
    setenv("TZ", ":/etc/localtime", 0);
    tzset();
    // The C library loads the unwinder for the end of a thread and for backtraces.
    dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
    return csandbox_filter_load();
}

// MARK: Privileges

// Gives up the capabilities that another program could gain, which needs one itself.
static void bound_capabilities(void) {
    for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0;
         capability++) {
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    prctl(PR_SET_SECUREBITS,
          SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_KEEP_CAPS_LOCKED
              | SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED,
          0, 0, 0);
}

// Drops all capabilities; returns `true` if none is left.
static bool drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {{0}};
    syscall(SYS_capset, &header, sets);
    if (syscall(SYS_capget, &header, sets) != 0) return false;
    for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
        if (sets[i].effective || sets[i].permitted || sets[i].inheritable) return false;
    }
    return true;
}

static bool write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    size_t count = strlen(text);
    bool written = write(file, text, count) == (ssize_t)count;
    close(file);
    return written;
}

// Gives the user and the group of this process the same numbers in its new user namespace: without
// them no namespace can be made inside of it. Needs the capabilities of that namespace.
static void map_user(uid_t user, gid_t group) {
    char text[64];
    // The files belong to root while another user may not trace this process.
    int traceable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    snprintf(text, sizeof text, "%u %u 1", (unsigned)user, (unsigned)user);
    write_text("/proc/self/uid_map", text);
    write_text("/proc/self/setgroups", "deny");
    snprintf(text, sizeof text, "%u %u 1", (unsigned)group, (unsigned)group);
    write_text("/proc/self/gid_map", text);
    if (traceable == 0) prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

unsigned csandbox_drop_privileges(void) {
    int kinds = CLONE_NEWNET | CLONE_NEWIPC;
    bool is_root = geteuid() == 0 || getuid() == 0;
    // While root: a user namespace of the other user might be forbidden.
    if (is_root && unshare(kinds) == 0) kinds = 0;
    bound_capabilities();
    bool is_other = !is_root
        || (setgroups(0, NULL) == 0 && setresgid(other_user, other_user, other_user) == 0
            && setresuid(other_user, other_user, other_user) == 0);
    has_other_user = is_root && is_other;
    drop_capabilities();
    uid_t user = geteuid();
    gid_t group = getegid();
    has_namespaces = unshare(CLONE_NEWUSER | kinds) == 0;
    if (has_namespaces) map_user(user, group);
    // A new user namespace gives all capabilities over itself.
    bound_capabilities();
    bool has_none = drop_capabilities();
    return (is_other && has_none ? CSANDBOX_USER : 0)
        | (has_namespaces ? CSANDBOX_NAMESPACES : 0);
}

// Makes a user namespace for this process alone; returns `false` if the system refuses it.
static bool isolate_user(void) {
    if (unshare(CLONE_NEWUSER) != 0) return false;
    // The new namespace gives all capabilities over itself.
    bound_capabilities();
    return drop_capabilities();
}

bool csandbox_try_own_user(void) {
    if (!isolate_user()) return false;
    // An older system counts the parent as well, so that there is no room for a second process.
    struct rlimit two = {2, 2};
    if (setrlimit(RLIMIT_NPROC, &two) != 0) return false;
    pid_t second = fork();
    if (second == 0) csandbox_exit(0);
    if (second < 0) return false;
    csandbox_wait(second, true);
    return true;
}

// MARK: Session, signals and limits

// Makes an own session, and ends with the parent, at once if it is gone already.
static bool bind_to_parent(pid_t parent) {
    setsid();
    bool dies = prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0;
    if (getppid() != parent) csandbox_exit(1);
    return dies && getsid(0) == getpid();
}

// Removes the handlers that a runtime has set: each signal has its usual effect.
static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    // Writing to an error output that is a file or a closed pipe fails, and ends nothing.
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Sets a limit for good, or keeps a lower one.
static bool limit(int resource, rlim_t value) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return false;
    if (now.rlim_max < value) value = now.rlim_max;
    return setrlimit(resource, &(struct rlimit){value, value}) == 0;
}

// Sets the limits; `used` is the address space at the start, 0 if it is unknown. Threads are
// counted for each user, in each namespace: with its own a process takes none of others.
static bool limit_resources(const csandbox_wall *wall, uint64_t used, bool has_own_user) {
    // Descriptors have low numbers after `csandbox_keep_only`, which keeps at most 16.
    rlim_t descriptors = wall->allows_threads_and_files ? 64 : 16;
    for (int i = 0; i < 32; i++) {
        if (fcntl(i, F_GETFD) >= 0 && descriptors < (rlim_t)i + 2) descriptors = (rlim_t)i + 2;
    }
    // A second arena, which malloc tries after a failure, would take 64 MB of the address space.
    mallopt(M_ARENA_MAX, 1);
    // Freed memory serves the next picture: faulting it in anew costs some hundredths of a decode.
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
    uint64_t space = wall->memory < UINT64_MAX - used ? used + wall->memory : UINT64_MAX;
    bool all = used != 0 && csandbox_set_limits(0, wall->seconds, space) == 0;
    all &= limit(RLIMIT_NOFILE, descriptors);
    all &= limit(RLIMIT_FSIZE, 0);
    all &= limit(RLIMIT_CORE, 0);
    all &= limit(RLIMIT_MEMLOCK, 0);
    all &= limit(RLIMIT_MSGQUEUE, 0);
    // In the starter's namespace, the threads of all workers count.
    if (has_own_user) {
        all &= limit(RLIMIT_NPROC, wall->threads);
    } else if (has_namespaces || has_other_user) {
        all &= limit(RLIMIT_NPROC, 512);
    }
    return all;
}

// MARK: Landlock

// The constants of Linux 6.12, newer than many headers. The numbers of the system calls are the
// same on all architectures.
enum {
    call_create_ruleset = 444, call_add_rule = 445, call_restrict_self = 446,
    ask_version = 1, rule_path_beneath = 1,
    read_file = 1 << 2, read_folder = 1 << 3,
    // The rights of each version: files, moving between folders, truncating, devices.
    rights_1 = (1 << 13) - 1, right_2 = 1 << 13, right_3 = 1 << 14, right_5 = 1 << 15,
    bind_and_connect_tcp = 3, abstract_sockets_and_signals = 3,
};

typedef struct {
    uint64_t paths, network, scoped;
} ruleset_rights;

typedef struct __attribute__((packed)) {
    uint64_t rights;
    int32_t parent;
} path_rule;

bool csandbox_has_landlock(void) {
    return syscall(call_create_ruleset, NULL, 0, ask_version) >= 1;
}

// Permits reading below a folder, if it exists.
static void allow_reading(int ruleset, const char *path) {
    int folder = open(path, O_PATH | O_CLOEXEC);
    if (folder < 0) return;
    struct stat status;
    bool is_folder = fstat(folder, &status) == 0 && S_ISDIR(status.st_mode);
    path_rule rule = {read_file | (is_folder ? read_folder : 0), folder};
    syscall(call_add_rule, ruleset, rule_path_beneath, &rule, 0);
    close(folder);
}

// Forbids all paths but those that may be read, and the network.
static unsigned restrict_paths(const char *const *readable) {
    long version = syscall(call_create_ruleset, NULL, 0, ask_version);
    if (version < 1) return 0;
    // An older kernel accepts the longer structure if what it does not know is zero.
    ruleset_rights rights = {
        .paths = rights_1 | (version >= 2 ? right_2 : 0) | (version >= 3 ? right_3 : 0)
            | (version >= 5 ? right_5 : 0),
        .network = version >= 4 ? bind_and_connect_tcp : 0,
        .scoped = version >= 6 ? abstract_sockets_and_signals : 0,
    };
    int ruleset = (int)syscall(call_create_ruleset, &rights, sizeof rights, 0);
    if (ruleset < 0) return 0;
    for (; readable && *readable; readable++) allow_reading(ruleset, *readable);
    bool holds = syscall(call_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    if (!holds) return 0;
    return CSANDBOX_LANDLOCK_PATHS | (rights.network ? CSANDBOX_LANDLOCK_NETWORK : 0);
}

// MARK: Wall

unsigned csandbox_wall_build(const csandbox_wall *wall, pid_t parent) {
    unsigned layers = 0;
    // From a file, before none can be opened.
    uint64_t used = csandbox_address_space();
    reset_signals();
    // The first text to an output would ask for its kind by a call that takes paths, too. Text that
    // the parent has not written yet is the parent's.
    __fpurge(stdout);
    setvbuf(stdout, NULL, _IONBF, 0);
    if (bind_to_parent(parent)) layers |= CSANDBOX_SESSION;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) layers |= CSANDBOX_NOT_DUMPABLE;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) layers |= CSANDBOX_NO_NEW_PRIVILEGES;
    bool has_own_user =
        wall->allows_threads_and_files && wall->threads > 0 && isolate_user();
    if (has_own_user) layers |= CSANDBOX_OWN_USER;
    layers |= restrict_paths(wall->readable);
    // After the files of the layers before are closed.
    if (limit_resources(wall, used, has_own_user)) layers |= CSANDBOX_RESOURCE_LIMITS;
    if (csandbox_filter_install(wall->allows_threads_and_files)) layers |= CSANDBOX_SECCOMP;
    return layers;
}

#endif
