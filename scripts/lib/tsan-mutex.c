// Informs ThreadSanitizer of the operations of Swift's Mutex on Linux that it does not see.
//
// A free `Synchronization.Mutex` is locked and unlocked by an atomic exchange that is compiled into
// the caller, and instrumented there. A contended one uses three functions of
// libswiftSynchronization, which call the kernel's futex. These are not instrumented, so the order
// of two bodies of `withLock` is lost and reported as a race. Linked into a binary, the functions
// below override the library's: they call them, and declare the order. If another toolchain names
// them differently, they are not called and the false reports return.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// The symbols of `_MutexHandle._lockSlow(_:)`, `._tryLockSlow()` and `._unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Functions of the sanitizer, present in every binary that is linked with it.
void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void webimage_lock(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT bool webimage_try_lock(SELF mutex) __asm__(TRY_LOCK);
SWIFT void webimage_unlock(SELF mutex) __asm__(UNLOCK);

SWIFT void webimage_lock(uint32_t thread, SELF mutex) {
    SWIFT void (*lock)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool webimage_try_lock(SELF mutex) {
    SWIFT bool (*try_lock)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool locked = try_lock(mutex);
    if (locked) __tsan_acquire(mutex);
    return locked;
}

SWIFT void webimage_unlock(SELF mutex) {
    SWIFT void (*unlock)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    unlock(mutex);
}
