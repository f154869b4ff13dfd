// The program of a floor: `floor FILE COUNT` reads a file, and decodes it COUNT times by `decode`.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Decodes the first frame into memory in our pixel format; returns 0 if it cannot.
static int decode(const uint8_t *bytes, size_t count);

// Returns a number multiplied by an alpha, both from 0 to 255.
static inline uint8_t times(unsigned value, unsigned alpha) {
    unsigned product = value * alpha + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

int main(int argc, char **argv) {
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file) return 64;
    fseek(file, 0, SEEK_END);
    size_t count = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(count);
    if (!bytes || fread(bytes, 1, count, file) != count) return 1;
    for (int left = atoi(argv[2]); left > 0; left--)
        if (!decode(bytes, count)) return 1;
    return 0;
}
