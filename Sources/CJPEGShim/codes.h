// Huffman codes of a scan, several of which are looked up at a time.

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

enum {
    // Bits that are looked up at once.
    cjpeg_window = 11,
    // Of an entry: bits and places of all its codes, bits and places of its first one, and whether
    // the last and the first code end the block.
    cjpeg_places_at = 6,
    cjpeg_first_bits_at = 14,
    cjpeg_first_places_at = 20,
    // The most bits behind a code of eight-bit samples, whatever a file says: of more none is known.
    cjpeg_most_ac_bits = 10,
    cjpeg_ends = 1 << 26,
    cjpeg_first_ends = 1 << 27,
};

// A table of codes, looked up by the bits to come; an entry of nothing has a longer code.
typedef struct {
    uint32_t entries[1 << cjpeg_window];
    // Of each length, the first code behind those of it, left-aligned in 16 bits; and where the
    // symbols of a length begin, less the first code.
    uint32_t limits[18];
    int32_t offsets[18];
    const UINT8 *symbols;
    bool is_ac;
    // The code that ends a block.
    uint32_t end_code;
    int end_length;
} CJPEGCodes;

// What one code is: its bits and those behind it, the places it moves on, and whether it is an end.
typedef struct {
    int count, places;
    bool is_end;
} CJPEGCode;

/// Makes the table of what a file says of its codes.
void cjpeg_codes_make(CJPEGCodes *codes, const JHUFF_TBL *table, bool is_ac);

/// A code that is longer than the bits that are looked up; false for none that the table has.
bool cjpeg_codes_find_long(const CJPEGCodes *codes, uint64_t bits, CJPEGCode *code);

/// The code that bits begin with, the first one highest; false for none that the table has.
static inline bool cjpeg_codes_find(const CJPEGCodes *codes, uint64_t bits, CJPEGCode *code) {
    uint32_t entry = codes->entries[bits >> (64 - cjpeg_window)];
    if (!entry) return cjpeg_codes_find_long(codes, bits, code);
    *code = (CJPEGCode){(int)(entry >> cjpeg_first_bits_at & 63),
                        (int)(entry >> cjpeg_first_places_at & 63),
                        (entry & cjpeg_first_ends) != 0};
    return true;
}
