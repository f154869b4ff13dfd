// cc: -ltiff
// An 8-bit RGB TIFF in strips.
#include <tiffio.h>

#include "floor.h"

static const uint8_t *bytes;
static toff_t count, place;

static tmsize_t get(thandle_t h, void *to, tmsize_t n) {
    (void)h;
    if ((toff_t)n > count - place) n = (tmsize_t)(count - place);
    memcpy(to, bytes + place, (size_t)n);
    place += (toff_t)n;
    return n;
}
static tmsize_t put(thandle_t h, void *from, tmsize_t n) { (void)h, (void)from, (void)n; return 0; }
static toff_t seek(thandle_t h, toff_t to, int whence) {
    (void)h;
    return place = whence == SEEK_SET ? to : whence == SEEK_CUR ? place + to : count + to;
}
static int finish(thandle_t h) { (void)h; return 0; }
static toff_t size(thandle_t h) { (void)h; return count; }
static int map(thandle_t h, void **base, toff_t *n) { (void)h; *base = (void *)bytes; *n = count; return 1; }
static void unmap(thandle_t h, void *base, toff_t n) { (void)h, (void)base, (void)n; }

static int decode(const uint8_t *data, size_t length) {
    bytes = data, count = length, place = 0;
    TIFF *tiff = TIFFClientOpen("memory", "r", NULL, get, put, seek, finish, size, map, unmap);
    uint32_t width = 0, height = 0;
    uint16_t samples = 0, bits = 0;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    if (samples != 3 || bits != 8) return 0;
    unsigned char *row = malloc((size_t)TIFFScanlineSize(tiff));
    unsigned char *pixels = malloc((size_t)width * height * 4);
    for (uint32_t y = 0; y < height; y++) {
        if (TIFFReadScanline(tiff, row, y, 0) != 1) return 0;
        unsigned char *to = pixels + (size_t)y * width * 4;
        for (uint32_t x = 0; x < width; x++, to += 4) {
            to[0] = row[x * 3 + 2];
            to[1] = row[x * 3 + 1];
            to[2] = row[x * 3];
            to[3] = 255;
        }
    }
    free(pixels);
    free(row);
    TIFFClose(tiff);
    return 1;
}
