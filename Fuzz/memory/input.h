// Choices from a fuzzer's input, and the check for uninitialized memory.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define CHECK_DEFINED(bytes, count) __msan_check_mem_is_initialized(bytes, count)
#else
#define CHECK_DEFINED(bytes, count) ((void)(bytes), (void)(count))
#endif

typedef struct {
    const uint8_t *next, *end;
} Input;

/// Returns the next choice, below `count`; 0 after the end of the input.
static inline unsigned choice(Input *input, unsigned count) {
    return input->next < input->end ? *input->next++ % count : 0;
}

/// Returns memory that the sanitizer treats as uninitialized.
static inline void *fresh(size_t count) {
    void *bytes = malloc(count > 0 ? count : 1);
    if (!bytes) abort();
    return bytes;
}

/// Returns memory filled from the input.
static inline void *filled(Input *input, size_t count) {
    uint8_t *bytes = fresh(count);
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(choice(input, 256) + i * 7);
    return bytes;
}
