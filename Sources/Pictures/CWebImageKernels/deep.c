#include "deep.h"

#include "CWebImageKernels.h"
#include "avx2.h"

// Each loop is written once, and inlined into one function for each kind of processor.
#define INLINED static inline __attribute__((always_inline))

typedef float four __attribute__((vector_size(16), aligned(4)));
typedef float eight __attribute__((vector_size(32), aligned(4)));

static const float most = 65535;

INLINED float clamped(float value, float limit) {
    return value > 0 ? (value < limit ? value : limit) : 0;
}

INLINED void load(const uint16_t *source, float *target, ptrdiff_t count, bool is_opaque) {
    for (ptrdiff_t index = 0; index < count * 4; index++) target[index] = source[index];
    if (is_opaque) return;
    for (ptrdiff_t pixel = 0; pixel < count; pixel++) {
        float *to = target + pixel * 4;
        const float share = to[3] / most;
        for (int channel = 0; channel < 3; channel++) to[channel] *= share;
    }
}

// Light has no range but that of half floats; alpha is a part of one.
INLINED void multiply(float *target, ptrdiff_t count) {
    for (ptrdiff_t pixel = 0; pixel < count; pixel++) {
        float *to = target + pixel * 4;
        to[3] = clamped(to[3], 1);
        for (int channel = 0; channel < 3; channel++) to[channel] *= to[3];
    }
}

// An alpha that 16 bits would round to 0 has no colour.
INLINED void divide(const float *source, float *target, ptrdiff_t count, bool is_opaque) {
    for (ptrdiff_t pixel = 0; pixel < count; pixel++) {
        const float *from = source + pixel * 4;
        float *to = target + pixel * 4;
        const float alpha = is_opaque ? 1 : clamped(from[3], 1);
        const bool is_seen = alpha * most >= 0.5f;
        const float share = is_seen ? 1 / alpha : 0;
        for (int channel = 0; channel < 3; channel++) to[channel] = from[channel] * share;
        to[3] = is_seen ? alpha : 0;
    }
}

// Even and odd pixels have sums of their own, which the processor adds to side by side.
INLINED void weigh(const float *source, const float *weights, const CWIKSpan *spans,
                   ptrdiff_t count, float *target) {
    for (ptrdiff_t index = 0; index < count; index++) {
        const four *pixels = (const four *)(source + spans[index].first * 4);
        const float *shares = weights + spans[index].offset;
        const ptrdiff_t last = spans[index].count;
        four even = {0, 0, 0, 0}, odd = {0, 0, 0, 0};
        ptrdiff_t pixel = 0;
        for (; pixel + 2 <= last; pixel += 2) {
            even += pixels[pixel] * shares[pixel];
            odd += pixels[pixel + 1] * shares[pixel + 1];
        }
        if (pixel < last) even += pixels[pixel] * shares[pixel];
        ((four *)target)[index] = even + odd;
    }
}

INLINED void sum(const float *const *sources, const float *weights, ptrdiff_t rows,
                 float *target, ptrdiff_t count) {
    const ptrdiff_t floats = count * 4;
    ptrdiff_t at = 0;
    for (; at + 16 <= floats; at += 16) {
        eight low = {0}, high = {0};
        for (ptrdiff_t row = 0; row < rows; row++) {
            const eight *from = (const eight *)(sources[row] + at);
            low += from[0] * weights[row];
            high += from[1] * weights[row];
        }
        ((eight *)(target + at))[0] = low;
        ((eight *)(target + at))[1] = high;
    }
    for (; at < floats; at += 4) {
        four all = {0};
        for (ptrdiff_t row = 0; row < rows; row++)
            all += *(const four *)(sources[row] + at) * weights[row];
        *(four *)(target + at) = all;
    }
}

INLINED void store_samples(const float *source, uint16_t *target, ptrdiff_t count) {
    for (ptrdiff_t index = 0; index < count * 4; index++)
        target[index] = (uint16_t)(int32_t)(clamped(source[index], most) + 0.5f);
}

INLINED void store(const float *source, uint16_t *target, ptrdiff_t count, bool is_opaque) {
    if (is_opaque) {
        store_samples(source, target, count);
        for (ptrdiff_t pixel = 0; pixel < count; pixel++) target[pixel * 4 + 3] = 65535;
        return;
    }
    for (ptrdiff_t pixel = 0; pixel < count; pixel++) {
        const float *from = source + pixel * 4;
        uint16_t *to = target + pixel * 4;
        const float alpha = clamped(from[3], most);
        to[3] = (uint16_t)(int32_t)(alpha + 0.5f);
        const float share = to[3] > 0 ? most / alpha : 0;
        for (int channel = 0; channel < 3; channel++)
            to[channel] = (uint16_t)(int32_t)(clamped(from[channel], alpha) * share + 0.5f);
    }
}

// Defines a function that calls one loop, by the instructions of this processor.
#ifdef CWIK_AVX2
#define BOTH(name, loop, parameters, arguments)                            \
    CWIK_AVX2 static void loop##_avx2 parameters { loop arguments; }       \
    void name parameters {                                                 \
        if (cwik_is_available())                                           \
            loop##_avx2 arguments;                                         \
        else                                                               \
            loop arguments;                                                \
    }
#else
#define BOTH(name, loop, parameters, arguments) \
    void name parameters { loop arguments; }
#endif

BOTH(cwik_deep_load, load,
     (const uint16_t *source, float *target, ptrdiff_t count, bool is_opaque),
     (source, target, count, is_opaque))
BOTH(cwik_deep_weigh, weigh,
     (const float *source, const float *weights, const CWIKSpan *spans, ptrdiff_t count,
      float *target),
     (source, weights, spans, count, target))
BOTH(cwik_deep_sum, sum,
     (const float *const *sources, const float *weights, ptrdiff_t rows, float *target,
      ptrdiff_t count),
     (sources, weights, rows, target, count))
BOTH(cwik_deep_store, store,
     (const float *source, uint16_t *target, ptrdiff_t count, bool is_opaque),
     (source, target, count, is_opaque))
BOTH(cwik_deep_store_samples, store_samples,
     (const float *source, uint16_t *target, ptrdiff_t count), (source, target, count))
static void light_multiply(float *target, ptrdiff_t count);
static void light_divide(const float *source, float *target, ptrdiff_t count, bool is_opaque);
BOTH(light_multiply, multiply, (float *target, ptrdiff_t count), (target, count))
BOTH(light_divide, divide,
     (const float *source, float *target, ptrdiff_t count, bool is_opaque),
     (source, target, count, is_opaque))

void cwik_light_load(const uint16_t *source, float *target, ptrdiff_t count, bool is_opaque) {
    cwik_half_read(source, target, count * 4);
    if (!is_opaque) light_multiply(target, count);
}

void cwik_light_store(const float *source, uint16_t *target, ptrdiff_t count, bool is_opaque) {
    float part[256];
    for (ptrdiff_t at = 0; at < count; at += 64) {
        const ptrdiff_t pixels = count - at < 64 ? count - at : 64;
        light_divide(source + at * 4, part, pixels, is_opaque);
        cwik_half_write(part, target + at * 4, pixels * 4);
    }
}
