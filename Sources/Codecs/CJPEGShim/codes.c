#ifdef WEBIMAGE_ENABLED

#include "codes.h"

static int symbol_of(const CJPEGCodes *codes, uint32_t bits, int *length) {
    for (int l = 1; l <= 16; l++) {
        if (bits >= codes->limits[l]) continue;
        *length = l;
        return codes->symbols[(int32_t)(bits >> (16 - l)) + codes->offsets[l]];
    }
    return -1;
}

// Returns the number of coefficients a code covers: the zeroes before a coefficient and itself.
static int places_of(const CJPEGCodes *codes, int symbol) {
    if (!codes->is_ac) return 1;
    if ((symbol & 15) == 0) return symbol == 0xF0 ? 16 : 0;
    return (symbol >> 4) + 1;
}

static bool is_too_long(const CJPEGCodes *codes, int symbol) {
    return codes->is_ac && (symbol & 15) > cjpeg_most_ac_bits;
}

// Packs as many codes as fit the index; extra bits of the last code may exceed it.
static uint32_t entry_of(const CJPEGCodes *codes, uint32_t index) {
    uint32_t entry = 0;
    int used = 0, places = 0;
    while (used < cjpeg_window) {
        int length;
        uint32_t bits = (index << (16 - cjpeg_window + used)) & 0xFFFF;
        int symbol = symbol_of(codes, bits, &length);
        if (symbol < 0 || used + length > cjpeg_window) break;
        int moved = places_of(codes, symbol);
        if (is_too_long(codes, symbol)) break;
        bool is_end = moved == 0;
        // Only end-of-block and 16 zeroes have no extra bits; libjpeg reads others as an end.
        if (is_end && symbol != 0) break;
        length += symbol & 15;
        if (used == 0)
            entry = (uint32_t)length << cjpeg_first_bits_at |
                    (uint32_t)moved << cjpeg_first_places_at | (is_end ? cjpeg_first_ends : 0);
        used += length;
        places += moved;
        if (is_end) entry |= cjpeg_ends;
        if (is_end || !codes->is_ac) break;
    }
    return entry | (uint32_t)used | (uint32_t)places << cjpeg_places_at;
}

void cjpeg_codes_make(CJPEGCodes *codes, const JHUFF_TBL *table, bool is_ac) {
    uint32_t code = 0;
    int32_t index = 0;
    codes->symbols = table->huffval;
    codes->is_ac = is_ac;
    codes->end_length = 0;
    for (int l = 1; l <= 16; l++, code <<= 1) {
        codes->offsets[l] = index - (int32_t)code;
        for (int i = 0; i < table->bits[l] && index < 256; i++, index++, code++) {
            if (table->huffval[index] != 0) continue;
            codes->end_code = code;
            codes->end_length = l;
        }
        codes->limits[l] = code << (16 - l);
    }
    for (uint32_t i = 0; i < 1 << cjpeg_window; i++) codes->entries[i] = entry_of(codes, i);
}

bool cjpeg_codes_find_long(const CJPEGCodes *codes, uint64_t bits, CJPEGCode *code) {
    int length, symbol = symbol_of(codes, (uint32_t)(bits >> 48), &length);
    if (symbol < 0 || is_too_long(codes, symbol)) return false;
    int places = places_of(codes, symbol);
    *code = (CJPEGCode){length + (symbol & 15), places, places == 0};
    return places > 0 || symbol == 0;
}

#endif
