#include "functions.h"

#ifdef WEBIMAGE_ENABLED

#include <stdlib.h>
#include <string.h>

struct CTIFFWriter {
    TIFF *tiff;
    uint8_t *bytes;
    uint64_t count;
    uint64_t capacity;
    uint64_t place;
    char message[CTIFF_MESSAGE_SIZE];
};

static tmsize_t read_bytes(thandle_t client, void *target, tmsize_t count) {
    CTIFFWriter *writer = client;
    if (count <= 0 || writer->place >= writer->count) return 0;
    uint64_t left = writer->count - writer->place;
    uint64_t taken = (uint64_t)count < left ? (uint64_t)count : left;
    memcpy(target, writer->bytes + writer->place, taken);
    writer->place += taken;
    return (tmsize_t)taken;
}

/// Reserves `count` bytes; grows at least to twice the size.
static bool reserve(CTIFFWriter *writer, uint64_t count) {
    if (count <= writer->capacity) return true;
    uint64_t capacity = writer->capacity * 2 > count ? writer->capacity * 2 : count + 4096;
    uint8_t *bytes = realloc(writer->bytes, capacity);
    if (!bytes) return false;
    memset(bytes + writer->capacity, 0, capacity - writer->capacity);
    writer->bytes = bytes;
    writer->capacity = capacity;
    return true;
}

static tmsize_t write_bytes(thandle_t client, void *source, tmsize_t count) {
    CTIFFWriter *writer = client;
    if (count <= 0 || !reserve(writer, writer->place + (uint64_t)count)) return 0;
    memcpy(writer->bytes + writer->place, source, (size_t)count);
    writer->place += (uint64_t)count;
    if (writer->place > writer->count) writer->count = writer->place;
    return count;
}

static toff_t seek_to(thandle_t client, toff_t offset, int whence) {
    CTIFFWriter *writer = client;
    switch (whence) {
    case SEEK_SET: writer->place = offset; break;
    case SEEK_CUR: writer->place += offset; break;
    case SEEK_END: writer->place = writer->count + offset; break;
    }
    return writer->place;
}

static toff_t size_of(thandle_t client) { return ((CTIFFWriter *)client)->count; }

CTIFFWriter *ctiff_writer_open(void) {
    CTIFFWriter *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    // libtiff writes the directory's offset last; little-endian files are equal on all machines.
    writer->tiff = ctiff_open("wl", writer, writer->message, NULL, 0, read_bytes, write_bytes, seek_to,
                              size_of, NULL, NULL);
    if (writer->tiff) return writer;
    free(writer->bytes);
    free(writer);
    return NULL;
}

void ctiff_writer_close(CTIFFWriter *writer) {
    if (writer->tiff) ctiff.TIFFClose(writer->tiff);
    free(writer->bytes);
    free(writer);
}

const char *ctiff_writer_message(const CTIFFWriter *writer) { return writer->message; }

bool ctiff_writer_start(CTIFFWriter *writer, uint32_t width, uint32_t height, uint16_t samples,
                        uint16_t bits, bool is_float, uint32_t rows_per_strip, bool is_small,
                        float x_resolution, float y_resolution) {
    TIFF *tiff = writer->tiff;
    uint16_t plain_alpha = EXTRASAMPLE_UNASSALPHA;
    bool is_set = ctiff.TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
                                     samples == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows_per_strip) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_COMPRESSION,
                                     is_small ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_LZW) &&
                  ctiff.TIFFSetField(tiff, TIFFTAG_PREDICTOR,
                                     is_float ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
    if (is_set && is_float) {
        is_set = ctiff.TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    }
    if (is_set && samples == 4) {
        is_set = ctiff.TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &plain_alpha);
    }
    if (is_set && x_resolution > 0 && y_resolution > 0) {
        is_set = ctiff.TIFFSetField(tiff, TIFFTAG_XRESOLUTION, (double)x_resolution) &&
                 ctiff.TIFFSetField(tiff, TIFFTAG_YRESOLUTION, (double)y_resolution) &&
                 ctiff.TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
    }
    return is_set;
}

bool ctiff_writer_strip(CTIFFWriter *writer, uint32_t strip, uint8_t *bytes, size_t count) {
    return ctiff.TIFFWriteEncodedStrip(writer->tiff, strip, bytes, (tmsize_t)count) >= 0;
}

uint8_t *ctiff_writer_finish(CTIFFWriter *writer, size_t *count) {
    bool is_written = ctiff.TIFFFlush(writer->tiff);
    ctiff.TIFFClose(writer->tiff);
    writer->tiff = NULL;
    if (!is_written || writer->message[0]) return NULL;
    uint8_t *bytes = writer->bytes;
    *count = writer->count;
    writer->bytes = NULL;
    return bytes;
}

#endif
