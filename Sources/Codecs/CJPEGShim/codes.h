// Huffman codes of a scan, several of which are decoded by one lookup.

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

enum {
    // The bits of the lookup index.
    cjpeg_window = 11,
    // The layout of an entry: bits and coefficients of all its codes, then of its first code. Two
    // flags mark that the last and the first code end the block.
    cjpeg_places_at = 6,
    cjpeg_first_bits_at = 14,
    cjpeg_first_places_at = 20,
    // The maximum extra bits of a code for 8-bit samples; codes with more are rejected.
    cjpeg_most_ac_bits = 10,
    cjpeg_ends = 1 << 26,
    cjpeg_first_ends = 1 << 27,
};

// A table of codes, indexed by the next bits; an entry of 0 stands for a longer code.
typedef struct {
    uint32_t entries[1 << cjpeg_window];
    // For each length, the first code after all codes of the length, left-aligned in 16 bits; and
    // the index of its first symbol minus its first code.
    uint32_t limits[18];
    int32_t offsets[18];
    const UINT8 *symbols;
    bool is_ac;
    // The end-of-block code.
    uint32_t end_code;
    int end_length;
} CJPEGCodes;

// A code: its length with extra bits, the coefficients it covers, and if it ends the block.
typedef struct {
    int count, places;
    bool is_end;
} CJPEGCode;

/// Builds the lookup table of a Huffman table.
void cjpeg_codes_make(CJPEGCodes *codes, const JHUFF_TBL *table, bool is_ac);

/// Finds a code longer than the lookup index; returns `false` if the table has none.
bool cjpeg_codes_find_long(const CJPEGCodes *codes, uint64_t bits, CJPEGCode *code);

/// Finds the code at the most significant bit; returns `false` if the table has none.
static inline bool cjpeg_codes_find(const CJPEGCodes *codes, uint64_t bits, CJPEGCode *code) {
    uint32_t entry = codes->entries[bits >> (64 - cjpeg_window)];
    if (!entry) return cjpeg_codes_find_long(codes, bits, code);
    *code = (CJPEGCode){(int)(entry >> cjpeg_first_bits_at & 63),
                        (int)(entry >> cjpeg_first_places_at & 63),
                        (entry & cjpeg_first_ends) != 0};
    return true;
}
