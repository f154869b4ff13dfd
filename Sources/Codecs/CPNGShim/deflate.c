#ifdef WEBIMAGE_ENABLED

#include "deflate.h"

// A program built without the header uses only zlib.
#if __has_include(<libdeflate.h>)

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>
#include <png.h>

#include "CPNGShim.h"
#include "COptionalLibrary.h"

#define LIBDEFLATE_FUNCTIONS(X) \
    X(libdeflate_alloc_compressor) X(libdeflate_zlib_compress) X(libdeflate_free_compressor)

static struct { LIBDEFLATE_FUNCTIONS(COPTIONAL_SLOT) } library;
static bool is_loaded;

static void load(void) {
    static const char *const names[] = {"libdeflate.so.0", "libdeflate.0.dylib",
                                        "/opt/homebrew/lib/libdeflate.0.dylib",
                                        "/usr/local/lib/libdeflate.0.dylib", NULL};
    static const char *const symbols[] = {LIBDEFLATE_FUNCTIONS(COPTIONAL_SYMBOL)};
    const char *missing = NULL;
    is_loaded = coptional_load(names, symbols, sizeof symbols / sizeof *symbols,
                               (void **)&library, &missing);
}

bool cpng_has_libdeflate(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

// The chunks of pixels, which follow each other, and the bytes in them.
typedef struct {
    size_t start;
    size_t end;
    size_t byte_count;
} Pixels;

static bool find(const uint8_t *file, size_t count, Pixels *pixels) {
    *pixels = (Pixels){0};
    for (size_t at = 8; at + 12 <= count;) {
        size_t length = png_get_uint_32(file + at), size = length + 12;
        if (length > count - at - 12) return false;
        if (memcmp(file + at + 4, "IDAT", 4) == 0) {
            if (!pixels->start) pixels->start = at;
            pixels->end = at + size;
            pixels->byte_count += length;
        }
        at += size;
    }
    return pixels->start > 0;
}

// Copies the stored bytes of the stream in the chunks, without its header, the heads of its blocks
// and its checksum; returns their number, 0 for a stream with other blocks.
static size_t copy_stored(const uint8_t *file, const Pixels *pixels, uint8_t *target) {
    size_t count = 0;
    for (size_t at = pixels->start; at < pixels->end; at += png_get_uint_32(file + at) + 12) {
        memcpy(target + count, file + at + 8, png_get_uint_32(file + at));
        count += png_get_uint_32(file + at);
    }
    size_t stored = 0;
    for (size_t at = 2; at + 5 <= count;) {
        const uint8_t *block = target + at;
        size_t length = block[1] | (size_t)block[2] << 8;
        if (block[0] > 1 || length > count - at - 5) return 0;
        bool is_last = block[0] == 1;
        memmove(target + stored, block + 5, length);
        stored += length;
        if (is_last) return stored;
        at += 5 + length;
    }
    return 0;
}

// Compresses the stored bytes into the place of a chunk; returns their number, 0 if they do not
// fit.
static size_t compress(uint8_t *stored, size_t count, int level, uint8_t *target, size_t capacity) {
    struct libdeflate_compressor *compressor = library.libdeflate_alloc_compressor(level);
    if (!compressor) return 0;
    size_t size = library.libdeflate_zlib_compress(compressor, stored, count, target, capacity);
    library.libdeflate_free_compressor(compressor);
    return size;
}

void cpng_deflate(uint8_t *file, size_t *count, int level) {
    Pixels pixels;
    if (!find(file, *count, &pixels)) return;
    uint8_t *stored = malloc(2 * pixels.byte_count);
    if (!stored) return;
    uint8_t *compressed = stored + pixels.byte_count;
    size_t stored_count = copy_stored(file, &pixels, stored);
    size_t size = stored_count
        ? compress(stored, stored_count, level, compressed, pixels.byte_count) : 0;
    if (size) {
        uint8_t *chunk = file + pixels.start;
        png_save_uint_32(chunk, (uint32_t)size);
        memcpy(chunk + 8, compressed, size);
        png_save_uint_32(chunk + 8 + size, cpng_checksum(0, chunk + 4, size + 4));
        memmove(chunk + 12 + size, file + pixels.end, *count - pixels.end);
        *count -= pixels.end - pixels.start - 12 - size;
    }
    free(stored);
}

#else

bool cpng_has_libdeflate(void) { return false; }
void cpng_deflate(uint8_t *file, size_t *count, int level) { (void)file, (void)count, (void)level; }

#endif

#endif
