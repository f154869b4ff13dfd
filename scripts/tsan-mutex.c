// Tells ThreadSanitizer what it does not see of Swift's Mutex on Linux.
//
// A free `Synchronization.Mutex` is taken and given by an atomic exchange that is compiled into the
// caller, and instrumented there. A contended one goes through three functions of
// libswiftSynchronization to the kernel's futex; these are not instrumented, so that the order of
// two bodies of `withLock` is lost and reported as a race. Linked into a binary, the functions below
// stand before the library's: they call them, and name the order. Should another toolchain have
// other names for them, these are not called and the false reports are back.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// `_MutexHandle._lockSlow(_:)`, `._tryLockSlow()` and `._unlockSlow()`, by the compiler's names.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// The sanitizer's own, in every binary it is linked into.
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
