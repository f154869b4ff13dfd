#ifdef WEBIMAGE_ENABLED

#include "CPNGShim.h"

#include <pthread.h>

// tables[k][b]: the remainder of the byte b followed by k zero bytes (ISO 3309, as in PNG).
static uint32_t tables[8][256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; bit++) rest = rest & 1 ? rest >> 1 ^ 0xEDB88320u : rest >> 1;
        tables[0][byte] = rest;
    }
    for (int k = 1; k < 8; k++)
        for (uint32_t byte = 0; byte < 256; byte++) {
            uint32_t rest = tables[k - 1][byte];
            tables[k][byte] = rest >> 8 ^ tables[0][rest & 0xFF];
        }
}

// Processes eight bytes a step; single bytes would dominate the time of a stored image.
uint32_t cpng_checksum(uint32_t sum, const uint8_t *bytes, size_t count) {
    pthread_once(&once, fill);
    sum = ~sum;
    for (; count >= 8; count -= 8, bytes += 8) {
        sum ^= bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16
            | (uint32_t)bytes[3] << 24;
        sum = tables[7][sum & 0xFF] ^ tables[6][sum >> 8 & 0xFF] ^ tables[5][sum >> 16 & 0xFF]
            ^ tables[4][sum >> 24] ^ tables[3][bytes[4]] ^ tables[2][bytes[5]]
            ^ tables[1][bytes[6]] ^ tables[0][bytes[7]];
    }
    for (; count > 0; count--, bytes++) sum = sum >> 8 ^ tables[0][(sum ^ *bytes) & 0xFF];
    return ~sum;
}

#endif
