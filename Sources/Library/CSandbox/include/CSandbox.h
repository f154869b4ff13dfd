// The system calls of the sandbox: processes, the channel between them, and the wall around a
// worker.
//
// Three processes take part. The program starts a starter (`csandbox_spawn`), which loads the codec
// libraries and forks workers on request (`csandbox_fork`). A worker builds the wall around itself
// (`csandbox_wall_build`) before it reads the first byte of a picture.

#pragma once

#ifdef __linux__

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: Channel

/// The most descriptors of a packet.
enum { CSANDBOX_MAX_DESCRIPTORS = 3 };

/// Makes a connected pair of sockets that keep the bounds of packets, closed on exec.
///
/// - Returns: 0, or an error number.
int csandbox_socket_pair(int *_Nonnull one, int *_Nonnull other);

/// Sends one packet, with descriptors; waits while the socket's buffer is full.
///
/// A peer that is gone is the error EPIPE; no signal is raised. A packet has at least one byte, and
/// about 200 KB at most (EMSGSIZE).
///
/// - Parameter timeout_ms: The time to wait in milliseconds; -1 for no end.
/// - Returns: 0, or an error number: ETIMEDOUT after `timeout_ms`.
int csandbox_send(int socket, const void *_Nonnull bytes, size_t count,
                  const int *_Nullable descriptors, int descriptor_count, int timeout_ms);

/// The result of `csandbox_receive`.
typedef struct {
    /// 0, or an error number: ETIMEDOUT, EPIPE if the peer is gone, EMSGSIZE for a packet or a list
    /// of descriptors that is longer than the room for it.
    int error;
    /// The bytes of the packet.
    size_t count;
    /// The descriptors that came with it, closed on exec; -1 for none.
    int descriptors[CSANDBOX_MAX_DESCRIPTORS];
    int descriptor_count;
} csandbox_packet;

/// Receives one packet of at most `capacity` bytes.
///
/// Descriptors are accepted up to `max_descriptors`; with more, all are closed and the error is
/// EMSGSIZE.
csandbox_packet csandbox_receive(int socket, void *_Nonnull bytes, size_t capacity,
                                 int max_descriptors, int timeout_ms);

/// Makes memory that is shared by its descriptor, of a size that is sealed.
///
/// - Returns: The descriptor, closed on exec; -1 with `errno` set.
int csandbox_memory(const char *_Nonnull name, size_t count);

/// Makes the seals of shared memory final.
///
/// - Parameter against_writing: `true` lets present mappings write, and no later one.
void csandbox_seal(int memory, bool against_writing);

/// Returns `true` if a descriptor is shared memory of `count` bytes whose size is sealed.
bool csandbox_memory_is_sealed(int descriptor, size_t count);

/// Maps shared memory; writes the address.
///
/// - Returns: 0, or an error number.
int csandbox_map(int descriptor, size_t count, bool writable, void *_Nullable *_Nonnull address);

/// Gives the whole pages of a part of a shared memory back to the system; they are zeros then.
void csandbox_release(void *_Nonnull address, size_t count);

void csandbox_unmap(void *_Nonnull address, size_t count);

// MARK: Processes

/// Starts an executable with a socket as descriptor 3 and only these descriptors besides: 0 and 1
/// are /dev/null, 2 is the program's own. The environment has the variables of `environment` only.
///
/// - Parameters:
///   - arguments: The arguments, the name first; ends with NULL.
///   - environment: The variables; ends with NULL.
/// - Returns: The process, or minus an error number.
pid_t csandbox_spawn(const char *_Nonnull path, const char *_Nullable const *_Nonnull arguments,
                     const char *_Nullable const *_Nonnull environment, int socket);

/// Forks; for a process of one thread.
///
/// - Returns: 0 in the child, the child's process in the parent, minus an error number.
pid_t csandbox_fork(void);

/// Moves `count` descriptors, 16 at most, to 3, 4, … in order, and closes all others from 3 on.
///
/// The moved ones are closed on exec.
///
/// - Returns: 0, or an error number.
int csandbox_keep_only(const int *_Nonnull descriptors, int count);

/// Returns the number of a process's threads, 0 if it cannot be read; of this one for the process
//0.
int csandbox_thread_count(pid_t process);

/// Sends what libraries print to /dev/null, as descriptor 1 is, and lets no core be dumped.
void csandbox_silence(void);

/// Ends this process at once, without running handlers.
_Noreturn void csandbox_exit(int status);

/// The end of a process.
typedef struct {
    /// 0, or an error number; ECHILD for a process that is no child.
    int error;
    /// `true` if it has ended; `false` if it still runs.
    bool ended;
    /// The signal that ended it, 0 for none.
    int signal;
    /// The exit status if no signal ended it.
    int status;
    /// The peak of its resident memory in bytes.
    uint64_t peak_memory;
} csandbox_end;

/// Waits for a child.
///
/// - Parameter blocks: `true` waits until it ends.
csandbox_end csandbox_wait(pid_t process, bool blocks);

/// Sends SIGKILL to a process.
void csandbox_kill(pid_t process);

/// Waits until a process has ended, of which this one need not be the parent.
///
/// - Returns: `false` if it still runs after some milliseconds, or the system does not know. A
///   process that has been waited for by its parent has ended.
bool csandbox_await_end(pid_t process, int timeout_ms);

/// Writes the time that a process has computed, in nanoseconds.
///
/// - Returns: `false` if it has been waited for.
bool csandbox_processor_time(pid_t process, uint64_t *_Nonnull nanoseconds);

/// Writes the memory that a process has in use: resident pages that no file or shared memory backs.
bool csandbox_private_memory(pid_t process, uint64_t *_Nonnull bytes);

/// Returns the size of this process's address space in bytes, 0 if it cannot be read.
uint64_t csandbox_address_space(void);

/// Sets another process's limits of processor seconds and address space; 0 for this process.
///
/// They are soft limits, so that the same user can raise them again; the wall forbids the worker to
/// do so. At its seconds a process gets SIGXCPU, which hostile code can block:
/// `csandbox_processor_time` reports that.
///
/// - Returns: 0, or an error number.
int csandbox_set_limits(pid_t process, uint64_t seconds, uint64_t address_space);

// MARK: Wall

/// The layers of the wall, bits of a mask.
typedef enum {
    CSANDBOX_NO_NEW_PRIVILEGES = 1 << 0,
    /// An allow-list of system calls; any other one ends the process with SIGSYS.
    CSANDBOX_SECCOMP = 1 << 1,
    /// No path can be opened but the given folders.
    CSANDBOX_LANDLOCK_PATHS = 1 << 2,
    /// No TCP port can be bound or connected.
    CSANDBOX_LANDLOCK_NETWORK = 1 << 3,
    /// Limits of address space, processor time, files, file sizes, core dumps.
    CSANDBOX_RESOURCE_LIMITS = 1 << 4,
    /// Other processes of the user cannot trace it or read its memory.
    CSANDBOX_NOT_DUMPABLE = 1 << 5,
    /// It runs as another user without capabilities; also set if it was not started by root.
    CSANDBOX_USER = 1 << 6,
    /// Foreign descriptors are closed.
    CSANDBOX_DESCRIPTORS = 1 << 7,
    /// It has its own session and ends with its parent.
    CSANDBOX_SESSION = 1 << 8,
    /// Its own user, network and IPC namespaces.
    CSANDBOX_NAMESPACES = 1 << 9,
    /// A process that may start threads has a user namespace besides, in which no other one is.
    CSANDBOX_OWN_USER = 1 << 10,
} csandbox_layer;

/// The settings of a wall.
typedef struct {
    /// Folders that may be read; NULL or ends with NULL.
    const char *_Nullable const *_Nullable readable;
    /// `true` also allows what drawing SVG and encoding need: threads, and opening and reading
    /// files.
    bool allows_threads_and_files;
    /// The most threads of a process, which then has its own user namespace; 0 for none.
    uint64_t threads;
    /// The address space in bytes beyond what is mapped at the call.
    uint64_t memory;
    /// The processor time in seconds.
    uint64_t seconds;
} csandbox_wall;

/// Loads what the wall needs from files: libseccomp, the time zone. Call before
/// `csandbox_wall_build`, in the process or in its parent, while it has one thread: it sets the
/// variable TZ if that is unset.
///
/// - Returns: `false` if libseccomp is missing.
bool csandbox_wall_load(void);

/// Loads what librsvg, if it is loaded, would open behind the wall: encodings of text, gdk-pixbuf's
/// modules, and fontconfig's settings and caches, which would take each process ten milliseconds.
/// Call before the wall.
void csandbox_preload(void);

/// Ends the thread that pango keeps for its map of fonts, and waits ten seconds at most until one
/// is left.
void csandbox_settle(void);

/// Returns `true` if the kernel has Landlock.
bool csandbox_has_landlock(void);

/// Drops root, for the starter and all processes that it forks: user and group 65534, no
/// capability.
///
/// Other users keep theirs. User, network and IPC namespaces are made where the system permits it.
///
/// - Returns: The layers that hold: `CSANDBOX_USER`, `CSANDBOX_NAMESPACES`.
unsigned csandbox_drop_privileges(void);

/// Makes a user namespace for this process alone, in which it has no capability, and tries whether
/// limits count the threads of that namespace alone, as they do since Linux 5.14.
///
/// - Returns: `false` if the system refuses it, or counts all of the user.
bool csandbox_try_own_user(void);

/// Builds the wall around the calling process, whose only thread calls.
///
/// Ends with its parent: the caller says which one that is, and if it is gone already, the process
/// ends.
///
/// - Returns: The layers that hold: all but `csandbox_drop_privileges`'s and
///   `CSANDBOX_DESCRIPTORS`.
unsigned csandbox_wall_build(const csandbox_wall *_Nonnull wall, pid_t parent);

#endif
