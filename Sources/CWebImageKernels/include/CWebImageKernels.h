// The inner loops of WebImagePixels for processors with AVX2, chosen when the program runs.
//
// Each makes bit for bit what the Swift loop of the same name makes, which stays: it runs on every
// other processor, and tests compare the two.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "digests.h"
#include "halved.h"

/// Whether this processor runs the loops below; without it none of them may be called.
bool cwik_is_available(void);

/// The pairs of source pixels that make one target pixel.
typedef struct CWIKWindow {
    /// Index of the first pair: the source pixel divided by two.
    ptrdiff_t firstPair;
    /// Number of pairs.
    ptrdiff_t pairCount;
    /// Where its weights begin in the table of weights.
    ptrdiff_t offset;
} CWIKWindow;

/// Sums rows of bytes, two and two, into a pair row of `blocks` times 8 pixels.
void cwik_sum_bytes(const uint8_t *const *rows, const int32_t *weights, ptrdiff_t pairs,
                    int16_t *target, ptrdiff_t blocks);

/// Sums pair rows, two and two, into `target`, which holds `count` pairs.
void cwik_sum_rows(const int16_t *const *rows, const int32_t *weights, ptrdiff_t pairs,
                   int16_t *target, ptrdiff_t count);

/// Weighs the pixels of `source` for each window; writes (count + 1) / 2 pairs.
void cwik_weigh(const int16_t *source, const int32_t *weights, const CWIKWindow *windows,
                ptrdiff_t count, int16_t *target);

/// Weighs the neighbours of every pixel: those of even ones by `even`, those of odd ones by `odd`.
void cwik_convolve(const int16_t *source, const int32_t *even, const int32_t *odd,
                   ptrdiff_t pairs, int16_t *target, ptrdiff_t count);

/// Rounds `count` pairs to bytes, colour held at or below alpha where `clamps`.
void cwik_store(const int16_t *source, uint8_t *target, ptrdiff_t count, bool clamps);

/// Writes pixels of three bytes as opaque ones of four, first and third byte exchanged where it
/// `swaps`; how many, since the last ones are left to the caller.
ptrdiff_t cwik_widen(const uint8_t *source, uint8_t *target, ptrdiff_t count, bool swaps);

/// A box with fractional edges.
typedef struct CWIKBox {
    ptrdiff_t radius;
    float inner;
    float outer;
} CWIKBox;

/// Lines of pixels: where they are, how long and how many.
typedef struct CWIKLines {
    uint8_t *base;
    ptrdiff_t length;
    ptrdiff_t used;
    /// Bytes from a pixel of a line to the next.
    ptrdiff_t step;
    /// Bytes from a line to the next.
    ptrdiff_t next;
} CWIKLines;

/// Blurs lines in place by three boxes; `scratch` has room for four lines more.
void cwik_blur(CWIKLines lines, int32_t *scratch, CWIKBox box);

/// A picture that is turned: where its pixels are, and from where those of a row come.
typedef struct CWIKTurn {
    const uint8_t *base;
    ptrdiff_t stride;
    ptrdiff_t width;
    ptrdiff_t height;
    ptrdiff_t target_width;
    double cosine;
    double sine;
    /// From the middle of the target to the middle of the row.
    double down;
} CWIKTurn;

/// Writes pixels `first` to `last` of a row, all of whose sources are well inside of the picture.
void cwik_turn(const CWIKTurn *turn, uint8_t *row, ptrdiff_t first, ptrdiff_t last);

/// Rows of pixels whose columns become rows.
typedef struct CWIKColumns {
    const uint32_t *base;
    /// From a pixel of a column to the next, in pixels.
    ptrdiff_t across;
    /// Of the target; both are multiples of 8.
    ptrdiff_t width;
    ptrdiff_t height;
} CWIKColumns;

/// Writes columns as rows, `stride` pixels apart.
///
/// Where it `streams`, pixels go past the caches, and rows of the target are aligned.
void cwik_transpose(CWIKColumns columns, uint32_t *target, ptrdiff_t stride, bool streams);
