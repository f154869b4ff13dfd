#ifdef __linux__

#define _GNU_SOURCE
#include "CSandboxAttacks.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/openat2.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// The socket of a worker, and a process that always exists. The parent's number cannot be asked
// for: `getppid` would end the worker first.
enum { channel = 3, other_process = 1 };

static const char file_name[] = "/tmp/webimage-sandbox-attack";

static bool opened(long descriptor) {
    if (descriptor < 0) return false;
    close((int)descriptor);
    return true;
}

// MARK: Files

static bool open_file(void) { return opened(open("/etc/passwd", O_RDONLY | O_CLOEXEC)); }

static bool create_file(void) {
    return opened(open(file_name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static bool create_temporary_file(void) {
    return opened(open("/tmp", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
}

static bool append_to_file(void) {
    return opened(open("/dev/null", O_WRONLY | O_APPEND | O_CLOEXEC));
}

static bool truncate_file(void) {
    return opened(open("/dev/null", O_RDONLY | O_TRUNC | O_CLOEXEC));
}

static bool make_folder(void) {
    return syscall(SYS_mkdirat, AT_FDCWD, file_name, 0700) == 0;
}

static bool remove_file(void) { return unlink(file_name) == 0; }

static bool rename_file(void) {
    return syscall(SYS_renameat2, AT_FDCWD, file_name, AT_FDCWD, file_name, 0) == 0;
}

static bool link_file(void) { return symlink("/etc/passwd", file_name) == 0; }

static bool list_root(void) {
    return opened(open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

static bool change_folder(void) { return chdir("/") == 0; }

static bool change_root(void) { return chroot("/") == 0; }

static bool read_environment(void) {
    return opened(open("/proc/self/environ", O_RDONLY | O_CLOEXEC));
}

static bool open_by_openat2(void) {
    struct open_how how = {.flags = O_RDONLY | O_CLOEXEC};
    return opened(syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", &how, sizeof how));
}

static bool make_handle(void) {
    struct {
        struct file_handle handle;
        char room[128];
    } named = {.handle.handle_bytes = sizeof named.room};
    int mount;
    return syscall(SYS_name_to_handle_at, AT_FDCWD, "/etc/passwd", &named, &mount, 0) == 0;
}

static bool watch_files(void) { return opened(inotify_init1(IN_CLOEXEC)); }

static bool mount_files(void) { return mount("none", "/nonexistent", "tmpfs", 0, NULL) == 0; }

// MARK: Network

static struct sockaddr_in local_address(uint16_t port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static bool make_socket(void) { return opened(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

static bool make_local_socket(void) {
    int pair[2];
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
}

static bool make_netlink_socket(void) {
    return opened(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0));
}

static bool connect_channel(void) {
    struct sockaddr_in address = local_address(9);
    return syscall(SYS_connect, channel, &address, sizeof address) == 0;
}

static bool bind_channel(void) {
    struct sockaddr_in address = local_address(0);
    return syscall(SYS_bind, channel, &address, sizeof address) == 0;
}

static bool listen_to_channel(void) { return listen(channel, 1) == 0; }

static bool send_to_address(void) {
    struct sockaddr_in address = local_address(9);
    return sendto(channel, "x", 1, MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address) == 1;
}

// MARK: Processes

static bool waited(long process) {
    if (process == 0) _exit(0);
    if (process < 0) return false;
    waitpid((pid_t)process, NULL, 0);
    return true;
}

static bool fork_process(void) { return waited(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }

static int end_child(void *_) {
    (void)_;
    _exit(0);
}

static bool vfork_process(void) {
    static _Alignas(16) char stack[64 * 1024];
    return waited(
        clone(end_child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL));
}

static bool fork_with_namespace(void) {
    return waited(syscall(SYS_clone, SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0));
}

static bool run_program(void) {
    // The program ends as nothing else here does.
    char *arguments[] = {"sh", "-c", "exit 99", NULL}, *environment[] = {NULL};
    execve("/bin/sh", arguments, environment);
    return false;
}

static bool run_descriptor(void) {
    char *arguments[] = {"sh", NULL}, *environment[] = {NULL};
    syscall(SYS_execveat, channel, "", arguments, environment, AT_EMPTY_PATH);
    return false;
}

static bool trace_process(void) {
    if (ptrace(PTRACE_SEIZE, other_process, NULL, NULL) != 0) return false;
    ptrace(PTRACE_DETACH, other_process, NULL, NULL);
    return true;
}

// The signal 0 only checks the permission.
static bool signal_process(void) { return kill(other_process, 0) == 0; }

static bool signal_thread(void) {
    return syscall(SYS_tgkill, other_process, other_process, 0) == 0;
}

static bool signal_group(void) { return kill(0, 0) == 0; }

static bool queue_signal(void) {
    siginfo_t info = {.si_code = SI_QUEUE};
    return syscall(SYS_rt_sigqueueinfo, other_process, 0, &info) == 0;
}

static bool read_process(void) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)read_process, 1};
    return process_vm_readv(other_process, &here, 1, &there, 1, 0) == 1;
}

static bool write_process(void) {
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {NULL, 1};
    return process_vm_writev(other_process, &here, 1, &there, 1, 0) == 1;
}

static bool open_process(void) { return opened(syscall(SYS_pidfd_open, other_process, 0)); }

static bool set_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0
        && sched_setaffinity(0, sizeof set, &set) == 0;
}

// MARK: Memory

static bool map_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        != MAP_FAILED;
}

static bool make_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page != MAP_FAILED && mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
}

static bool make_code_with_key(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page != MAP_FAILED
        && syscall(SYS_pkey_mprotect, page, 4096, PROT_READ | PROT_EXEC, -1) == 0;
}

static bool make_memory(void) { return opened(memfd_create("attack", MFD_CLOEXEC)); }

static bool share_memory(void) {
    int memory = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    if (memory < 0) return false;
    shmctl(memory, IPC_RMID, NULL);
    return true;
}

static bool handle_page_faults(void) { return opened(syscall(SYS_userfaultfd, O_CLOEXEC)); }

// MARK: Rights and limits

static bool raise_limit(void) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    return prlimit(0, RLIMIT_AS, &limit, NULL) == 0;
}

static bool raise_limit_by_old_call(void) {
    struct rlimit limit = {0, 0};
    return syscall(SYS_setrlimit, RLIMIT_CORE, &limit) == 0;
}

static bool be_dumpable(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0; }

static bool outlive_parent(void) { return prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0; }

static bool make_namespace(void) { return unshare(CLONE_NEWUSER) == 0; }

static bool be_root(void) { return setuid(0) == 0; }

static bool change_layout(void) { return personality(ADDR_NO_RANDOMIZE) != -1; }

static bool set_filter(void) {
    // 1 is SECCOMP_SET_MODE_FILTER; the missing filter fails with EFAULT at best.
    return syscall(SYS_seccomp, 1, 0, NULL) == 0;
}

static bool inject_input(void) { return ioctl(channel, TIOCSTI, "x") == 0; }

static bool control_device(void) {
    int waiting;
    return ioctl(channel, FIONREAD, &waiting) == 0;
}

// MARK: The kernel's other doors

static bool make_ring(void) {
    struct io_uring_params settings = {0};
    return opened(syscall(SYS_io_uring_setup, 1, &settings));
}

static bool load_program(void) {
    union bpf_attr map = {
        .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    return opened(syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
}

static bool open_keyring(void) {
    return syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1) >= 0;
}

static bool count_events(void) {
    struct perf_event_attr event = {
        .type = PERF_TYPE_SOFTWARE, .size = sizeof event, .config = PERF_COUNT_SW_TASK_CLOCK,
        .exclude_kernel = 1};
    return opened(syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
}

#ifdef __x86_64__
static bool call_as_x32(void) { return syscall(0x40000000 | SYS_getpid) > 0; }
#endif

// MARK: Table

typedef struct {
    const char *name;
    bool (*run)(void);
    /// Set to `true` if a worker that may use files is not ended: the call fails.
    bool returns_with_files;
} attack;

static const attack attacks[] = {
    {"open a file", open_file, true},
    {"create a file", create_file, true},
    {"create a file without a name", create_temporary_file, true},
    {"append to a file", append_to_file, true},
    {"truncate a file", truncate_file, true},
    {"make a folder", make_folder, true},
    {"list the root folder", list_root, true},
    {"read the environment", read_environment, true},
    {"open a file by openat2", open_by_openat2, true},
    {"remove a file", remove_file, false},
    {"rename a file", rename_file, false},
    {"make a link", link_file, false},
    {"change the folder", change_folder, false},
    {"change the root", change_root, false},
    {"make a file handle", make_handle, false},
    {"watch files", watch_files, false},
    {"mount a file system", mount_files, false},
    {"make a socket", make_socket, false},
    {"make a local socket", make_local_socket, false},
    {"make a netlink socket", make_netlink_socket, false},
    {"connect", connect_channel, false},
    {"bind", bind_channel, false},
    {"listen", listen_to_channel, false},
    {"send to an address", send_to_address, false},
    {"fork", fork_process, false},
    {"vfork", vfork_process, false},
    {"fork into a namespace", fork_with_namespace, false},
    {"run a program", run_program, false},
    {"run a descriptor", run_descriptor, false},
    {"trace a process", trace_process, false},
    {"signal a process", signal_process, false},
    {"signal a thread of a process", signal_thread, false},
    {"signal the group", signal_group, false},
    {"queue a signal", queue_signal, false},
    {"read a process", read_process, false},
    {"write a process", write_process, false},
    {"open a process", open_process, false},
    {"set the processors", set_processors, false},
    {"map code", map_code, false},
    {"make memory code", make_code, false},
    {"make memory code with a key", make_code_with_key, false},
    {"make shared memory", make_memory, false},
    {"make System V memory", share_memory, false},
    {"handle page faults", handle_page_faults, false},
    {"raise a limit", raise_limit, false},
    {"set a limit by the old call", raise_limit_by_old_call, false},
    {"be dumpable", be_dumpable, false},
    {"outlive the parent", outlive_parent, false},
    {"make a namespace", make_namespace, false},
    {"be root", be_root, false},
    {"change the layout of memory", change_layout, false},
    {"set a filter", set_filter, false},
    {"inject input to a terminal", inject_input, false},
    {"control a device", control_device, false},
    {"make a ring", make_ring, false},
    {"load a kernel program", load_program, false},
    {"open a keyring", open_keyring, false},
    {"count events", count_events, false},
#ifdef __x86_64__
    {"call as x32", call_as_x32, false},
#endif
};

int csandbox_attack_count(void) { return sizeof attacks / sizeof *attacks; }

const char *csandbox_attack_name(int attack) { return attacks[attack].name; }

int csandbox_attack_signal(int attack) {
    (void)attack;
    return SIGSYS;
}

int csandbox_attack_signal_with_files(int attack) {
    return attacks[attack].returns_with_files ? 0 : SIGSYS;
}

bool csandbox_attack(int attack) { return attacks[attack].run(); }

#endif
