// The inner loops of WebImagePixels for processors with AVX2, selected at run time.
//
// Each gives the same bits as the Swift loop of the same name, which all other processors use;
// tests compare the two.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "deep.h"
#include "digests.h"
#include "gain.h"
#include "halved.h"

/// Returns `true` if this processor supports the loops below; otherwise none may be called.
bool cwik_is_available(void);

/// The pairs of source pixels that contribute to one target pixel.
typedef struct CWIKWindow {
    /// The index of the first pair: the source pixel divided by two.
    ptrdiff_t firstPair;
    /// The number of pairs.
    ptrdiff_t pairCount;
    /// The index of its first weight in the table.
    ptrdiff_t offset;
} CWIKWindow;

/// Sums rows of bytes in pairs into a pair row of `blocks` times 8 pixels.
void cwik_sum_bytes(const uint8_t *const *rows, const int32_t *weights, ptrdiff_t pairs,
                    int16_t *target, ptrdiff_t blocks);

/// Sums pair rows in pairs into `target`, which has `count` pairs.
void cwik_sum_rows(const int16_t *const *rows, const int32_t *weights, ptrdiff_t pairs,
                   int16_t *target, ptrdiff_t count);

/// Sums the weighted pixels of `source` for each window; writes (count + 1) / 2 pairs.
void cwik_weigh(const int16_t *source, const int32_t *weights, const CWIKWindow *windows,
                ptrdiff_t count, int16_t *target);

/// Sums the weighted neighbours of every pixel: with `even` for even ones, `odd` for odd ones.
void cwik_convolve(const int16_t *source, const int32_t *even, const int32_t *odd,
                   ptrdiff_t pairs, int16_t *target, ptrdiff_t count);

/// Rounds `count` pairs to bytes; `clamps` limits colours to alpha.
void cwik_store(const int16_t *source, uint8_t *target, ptrdiff_t count, bool clamps);

/// Converts pixels of three bytes to opaque ones of four, with the first and third byte exchanged
/// if `swaps`. Returns the number of pixels; the caller converts the rest.
ptrdiff_t cwik_widen(const uint8_t *source, uint8_t *target, ptrdiff_t count, bool swaps);

/// Makes blue, green and red of `blocks` times 8 pixels from sums of all four channels: each by
/// four weights with `bits` fraction bits, limited to 0 to alpha.
void cwik_recolor(const uint8_t *source, uint8_t *target, ptrdiff_t blocks,
                  const int16_t *weights, int bits);

/// A rotated image: its pixels, and the origin of the pixels of a row.
typedef struct CWIKTurn {
    const uint8_t *base;
    ptrdiff_t stride;
    ptrdiff_t width;
    ptrdiff_t height;
    ptrdiff_t target_width;
    double cosine;
    double sine;
    /// The distance from the middle of the target to the middle of the row.
    double down;
} CWIKTurn;

/// Writes pixels `first` to `last` of a row, whose sources are all inside the image.
void cwik_turn(const CWIKTurn *turn, uint8_t *row, ptrdiff_t first, ptrdiff_t last);

/// Rows of pixels whose columns become rows.
typedef struct CWIKColumns {
    const uint32_t *base;
    /// The distance from a pixel of a column to the next, in pixels.
    ptrdiff_t across;
    /// The size of the target; both are multiples of 8.
    ptrdiff_t width;
    ptrdiff_t height;
} CWIKColumns;

/// Writes columns as rows, `stride` pixels apart.
///
/// With `streams`, stores bypass the caches, and rows of the target are aligned.
void cwik_transpose(CWIKColumns columns, uint32_t *target, ptrdiff_t stride, bool streams);
