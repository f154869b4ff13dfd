#include "guarded.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>
#include <unistd.h>

// A multiple of each size of a page.
enum { slots = 8, room = 1 << 18 };

static uint8_t *places[slots];
static void *taken[slots];
static bool stands_at_end;

void guarded_at_end(bool is_end) { stands_at_end = is_end; }

// Mapped once per slot, since mapping is expensive.
static uint8_t *place(unsigned slot) {
    if (places[slot]) return places[slot];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *memory = mmap(NULL, room + 2 * page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE) != 0
        || mprotect(memory + page + room, page, PROT_NONE) != 0)
        abort();
    return places[slot] = memory + page;
}

void *guarded_allocate(size_t size) {
    if (size > room) abort();
    for (unsigned slot = 0; slot < slots; slot++) {
        if (taken[slot]) continue;
        taken[slot] = place(slot) + (stands_at_end ? room - size : 0);
        return memset(taken[slot], 0, size);
    }
    abort();
}

void guarded_release(void *memory) {
    for (unsigned slot = 0; memory && slot < slots; slot++)
        if (taken[slot] == memory) taken[slot] = NULL;
}
