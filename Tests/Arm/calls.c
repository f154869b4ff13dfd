// Builds the sandbox's lists of system calls for arm64, and asks them as the kernel does.
//
// qemu-aarch64 can install none. The lists are private, so that their file is a part of this one.

#include "../../Sources/Library/CSandbox/filter.c"

#include <dlfcn.h>
#include <linux/audit.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>

static const uint32_t denied = fail | EACCES, lacking = fail | ENOSYS;

// Runs a program of classic BPF, as far as libseccomp writes it.
static uint32_t answer(const struct sock_fprog *program, const struct seccomp_data *call) {
    uint32_t number = 0;
    for (size_t at = 0; at < program->len; at++) {
        struct sock_filter step = program->filter[at];
        bool holds = false;
        switch (step.code) {
        case BPF_LD | BPF_W | BPF_ABS:
            number = *(const uint32_t *)((const char *)call + step.k);
            continue;
        case BPF_ALU | BPF_AND | BPF_K: number &= step.k; continue;
        case BPF_RET | BPF_K: return step.k;
        case BPF_JMP | BPF_JA: at += step.k; continue;
        case BPF_JMP | BPF_JEQ | BPF_K: holds = number == step.k; break;
        case BPF_JMP | BPF_JGT | BPF_K: holds = number > step.k; break;
        case BPF_JMP | BPF_JGE | BPF_K: holds = number >= step.k; break;
        case BPF_JMP | BPF_JSET | BPF_K: holds = number & step.k; break;
        default: printf("unknown step %#x\n", step.code); exit(1);
        }
        at += holds ? step.jt : step.jf;
    }
    return 0;
}

typedef struct {
    const char *name;
    int call;
    // The argument of that index.
    unsigned index;
    uint64_t value;
    // The answers of the short list and of that with threads and files.
    uint32_t wanted[2];
} question;

#define ASK(name, index, value, short, long) {#name, SYS_##name, index, value, {short, long}}
#define ALLOWED(name) ASK(name, 0, 0, allow, allow)
#define FORBIDDEN(name) ASK(name, 0, 0, kill_process, kill_process)
#define WITH_FILES(name, index, value, long) ASK(name, index, value, kill_process, long)

static int ask_all(void) {
    const question questions[] = {
        ALLOWED(read), ALLOWED(sendmsg), ALLOWED(recvmsg), ALLOWED(ppoll), ALLOWED(fstat),
        ALLOWED(brk), ALLOWED(munmap), ALLOWED(futex), ALLOWED(rseq), ALLOWED(set_robust_list),
        ALLOWED(clock_gettime), ALLOWED(clock_nanosleep), ALLOWED(getrandom), ALLOWED(sysinfo),
        ALLOWED(rt_sigreturn), ALLOWED(prlimit64), ALLOWED(exit_group),
        ASK(mmap, 2, PROT_READ | PROT_WRITE, allow, allow),
        ASK(mmap, 2, PROT_READ | PROT_EXEC, kill_process, kill_process),
        ASK(mprotect, 2, PROT_EXEC, kill_process, kill_process),
        ASK(madvise, 2, MADV_DONTNEED, allow, allow),
        ASK(madvise, 2, MADV_REMOVE, kill_process, kill_process),
        ASK(ioctl, 1, TCGETS, fail | ENOTTY, fail | ENOTTY),
        ASK(tgkill, 0, any_process, allow, allow), FORBIDDEN(tgkill), FORBIDDEN(socket),
        FORBIDDEN(execve), FORBIDDEN(ptrace), FORBIDDEN(unlinkat), FORBIDDEN(renameat2),
        FORBIDDEN(unshare), FORBIDDEN(seccomp), FORBIDDEN(io_uring_setup),
        WITH_FILES(openat, 2, O_RDONLY | O_DIRECTORY | O_CLOEXEC, allow),
        WITH_FILES(openat, 2, O_RDONLY | O_NOFOLLOW, allow),
        WITH_FILES(openat, 2, O_WRONLY | O_CREAT, denied),
        WITH_FILES(openat, 2, O_RDWR | O_TMPFILE, denied),
        WITH_FILES(openat, 2, O_RDONLY | O_TRUNC, denied),
        WITH_FILES(newfstatat, 0, 0, allow), WITH_FILES(faccessat, 0, 0, allow),
        WITH_FILES(readlinkat, 0, 0, allow), WITH_FILES(statx, 0, 0, allow),
        WITH_FILES(getdents64, 0, 0, allow), WITH_FILES(mkdirat, 0, 0, denied),
        WITH_FILES(fchmodat, 0, 0, denied), WITH_FILES(openat2, 0, 0, lacking),
        WITH_FILES(clone3, 0, 0, lacking), WITH_FILES(clone, 0, THREAD_FLAGS | CLONE_FS, allow),
        WITH_FILES(clone, 0, SIGCHLD, kill_process),
        WITH_FILES(clone, 0, THREAD_FLAGS | CLONE_NEWUSER, kill_process)};
    const int count = sizeof questions / sizeof *questions;
    int failed = 0;
    for (int i = 0; i < 2 * count; i++) {
        const question *asked = &questions[i / 2];
        struct seccomp_data call = {.nr = asked->call, .arch = AUDIT_ARCH_AARCH64};
        call.args[asked->index] = asked->value;
        uint32_t answered = answer(&programs[i % 2], &call);
        call.arch = AUDIT_ARCH_X86_64;
        bool kills_other = answer(&programs[i % 2], &call) == kill_process;
        if (answered == asked->wanted[i % 2] && kills_other) continue;
        printf("%s (argument %u: %#llx) of list %d: %#x, not %#x\n", asked->name, asked->index,
               (unsigned long long)asked->value, i % 2, answered, asked->wanted[i % 2]);
        failed++;
    }
    printf("lists of system calls: %d of %d answers as expected\n", 2 * count - failed, 2 * count);
    return failed;
}

int main(void) {
    // libseccomp refuses what the system lacks, which qemu says of all.
    void *seccomp = dlopen("libseccomp.so.2", RTLD_NOW);
    int (*assume)(unsigned) = seccomp ? (int (*)(unsigned))dlsym(seccomp, "seccomp_api_set") : NULL;
    if (!assume || assume(3) != 0 || !csandbox_filter_load()) {
        printf("the lists of system calls cannot be built\n");
        return 1;
    }
    return ask_all() > 0;
}
