#ifdef WEBIMAGE_ENABLED

// Planes that hold known values before libde265 decodes into them.
//
// libde265 allocates planes with malloc and leaves them unset where a damaged stream codes nothing.
// With sample adaptive offset it ignores custom allocation functions, so the default ones are
// replaced. Outside of a task of this module the original ones are called.

#include "decoder.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/// The alignment, and the padding after each plane, in bytes: vector code reads past the end.
enum { ALIGNMENT = 64, PADDING = 64 };

static int (*original)(de265_decoder_context *, struct de265_image_spec *, struct de265_image *,
                       void *);

static uint8_t *plane(size_t bytes, unsigned depth, uint16_t value) {
    void *memory = NULL;
    if (posix_memalign(&memory, ALIGNMENT, bytes + PADDING) != 0) return NULL;
    uint8_t *samples = memory;
    if (depth <= 8) {
        memset(samples, value, bytes);
    } else {
        uint16_t *wide = memory;
        for (size_t i = 0; i < bytes / 2; i++) wide[i] = value;
    }
    memset(samples + bytes, 0, PADDING);
    return samples;
}

/// `true` if the system has memory for a picture: planes, a copy in libheif, two colour
/// conversions, a plane for sample adaptive offset, tables, and small blocks.
///
/// libde265 and libheif throw if memory is short, which aborts the process.
static bool has_room(size_t area, bool is_deep) {
    size_t bytes = area * (is_deep ? 28 : 13) + ((size_t)16 << 20);
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return false;
    munmap(room, bytes);
    return true;
}

/// Allocates and fills the planes of one picture; libde265 frees them with `free`.
static int get_planes(de265_decoder_context *context, struct de265_image_spec *spec,
                      struct de265_image *image, void *user) {
    CHEIFTask *task = cheif_task;
    if (!task) return original(context, spec, image, user);
    size_t width = (size_t)spec->width, height = (size_t)spec->height;
    if ((uint64_t)width * height > task->plan->most_pixels) {
        task->is_beyond_limit = true;
        return 0;
    }
    // An item is one picture; a second one, or a missing reference, is damage.
    if (task->pictures++ > 0 && !task->is_sequence) return 0;
    bool is_deep = cheif_de265.de265_get_bits_per_pixel(image, 0) > 8 ||
                   cheif_de265.de265_get_bits_per_pixel(image, 1) > 8;
    if (!has_room(width * height, is_deep)) {
        task->lacks_memory = true;
        return 0;
    }
    enum de265_chroma chroma = cheif_de265.de265_get_chroma_format(image);
    uint8_t *planes[3] = {NULL, NULL, NULL};
    int strides[3] = {0, 0, 0};
    uint64_t total = 0;
    for (int i = 0; i < (chroma == de265_chroma_mono ? 1 : 3); i++) {
        unsigned depth = (unsigned)cheif_de265.de265_get_bits_per_pixel(image, i);
        bool is_halved = i > 0 && chroma != de265_chroma_444;
        size_t columns = is_halved ? (width + 1) / 2 : width;
        size_t rows = is_halved && chroma == de265_chroma_420 ? (height + 1) / 2 : height;
        size_t stride = (columns + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT * (depth > 8 ? 2 : 1);
        size_t bytes = stride * rows;
        strides[i] = (int)stride;
        total += bytes;
        bool is_allowed = !task->is_sequence || total <= task->most_bytes;
        if (is_allowed)
            planes[i] = plane(bytes, depth, i == 0 ? task->fill.luma : task->fill.chroma);
        if (!planes[i]) {
            for (int j = 0; j < i; j++) free(planes[j]);
            task->is_beyond_limit |= !is_allowed;
            task->lacks_memory |= is_allowed;
            return 0;
        }
        if (i == 0) {
            task->first_plane = planes[0];
            task->first_size = bytes;
        }
    }
    for (int i = 0; i < 3; i++)
        cheif_de265.de265_set_image_plane(image, i, planes[i], strides[i], NULL);
    return 1;
}

void cheif_planes_install(void) {
    // libde265 declares the table as constant for callers, but defines it as a variable.
    struct de265_image_allocation *table =
        (struct de265_image_allocation *)cheif_de265.de265_get_default_image_allocation_functions();
    if (table->get_buffer == get_planes) return;
    original = table->get_buffer;
    __atomic_store_n(&table->get_buffer, get_planes, __ATOMIC_RELEASE);
}

/// The visible samples of one plane.
typedef struct {
    const uint8_t *start;
    size_t stride, width, height;
    bool is_wide;
} Samples;

static Samples samples(const struct de265_image *picture, int channel) {
    int stride = 0;
    Samples result = {.start = cheif_de265.de265_get_image_plane(picture, channel, &stride)};
    result.stride = (size_t)stride;
    result.width = (size_t)cheif_de265.de265_get_image_width(picture, channel);
    result.height = (size_t)cheif_de265.de265_get_image_height(picture, channel);
    result.is_wide = cheif_de265.de265_get_bits_per_pixel(picture, channel) > 8;
    return result;
}

static unsigned sample(const Samples *plane, size_t x, size_t y) {
    const uint8_t *row = plane->start + y * plane->stride;
    if (!plane->is_wide) return row[x];
    uint16_t value;
    memcpy(&value, row + 2 * x, sizeof value);
    return value;
}

/// `true` if all visible samples of a 4 × 4 square have one value.
static bool is_even(const Samples *plane, size_t x, size_t y, unsigned value) {
    for (size_t j = y; j < y + 4 && j < plane->height; j++)
        for (size_t i = x; i < x + 4 && i < plane->width; i++)
            if (sample(plane, i, j) != value) return false;
    return true;
}

bool cheif_planes_show(const struct de265_image *picture, CHEIFFill fill) {
    Samples luma = samples(picture, 0);
    bool is_gray = cheif_de265.de265_get_chroma_format(picture) == de265_chroma_mono;
    Samples blue = is_gray ? luma : samples(picture, 1), red = is_gray ? luma : samples(picture, 2);
    // Units that are decoded completely or not at all are 16 samples a side; filters of
    // neighbouring units change three of them.
    for (size_t y = 0;; y = y + 8 < luma.height ? y + 8 : luma.height - 1) {
        for (size_t x = 0;; x = x + 8 < luma.width ? x + 8 : luma.width - 1) {
            if (sample(&luma, x, y) == fill.luma) {
                size_t cx = x * blue.width / luma.width, cy = y * blue.height / luma.height;
                if (is_gray ? is_even(&luma, x, y, fill.luma)
                            : sample(&blue, cx, cy) == fill.chroma &&
                                  sample(&red, cx, cy) == fill.chroma)
                    return true;
            }
            if (x + 1 >= luma.width) break;
        }
        if (y + 1 >= luma.height) break;
    }
    return false;
}

uint64_t cheif_planes_digest(const struct de265_image *picture) {
    bool is_gray = cheif_de265.de265_get_chroma_format(picture) == de265_chroma_mono;
    uint64_t digest = 0xCBF29CE484222325;
    for (int channel = 0; channel < (is_gray ? 1 : 3); channel++) {
        Samples plane = samples(picture, channel);
        size_t bytes = plane.width * (plane.is_wide ? 2 : 1);
        for (size_t y = 0; y < plane.height; y++) {
            const uint8_t *row = plane.start + y * plane.stride;
            for (size_t x = 0; x < bytes; x++) digest = (digest ^ row[x]) * 0x100000001B3;
        }
    }
    return digest;
}

#endif
