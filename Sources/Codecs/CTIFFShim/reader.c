#include "functions.h"

#ifdef WEBIMAGE_ENABLED

#include <stdlib.h>
#include <string.h>

struct CTIFFReader {
    TIFF *tiff;
    const uint8_t *bytes;
    uint64_t count;
    uint64_t place;
    char message[CTIFF_MESSAGE_SIZE];
    bool is_damaged;
};

static tmsize_t read_bytes(thandle_t client, void *target, tmsize_t count) {
    CTIFFReader *reader = client;
    if (count <= 0 || reader->place >= reader->count) return 0;
    uint64_t left = reader->count - reader->place;
    uint64_t taken = (uint64_t)count < left ? (uint64_t)count : left;
    memcpy(target, reader->bytes + reader->place, taken);
    reader->place += taken;
    return (tmsize_t)taken;
}

static tmsize_t write_bytes(thandle_t client, void *source, tmsize_t count) {
    (void)client, (void)source, (void)count;
    return 0;
}

static toff_t seek_to(thandle_t client, toff_t offset, int whence) {
    CTIFFReader *reader = client;
    switch (whence) {
    case SEEK_SET: reader->place = offset; break;
    case SEEK_CUR: reader->place += offset; break;
    case SEEK_END: reader->place = reader->count + offset; break;
    }
    return reader->place;
}

static toff_t size_of(thandle_t client) { return ((CTIFFReader *)client)->count; }

/// Maps the bytes in place, so that libtiff copies none; it does not write to them.
static int map(thandle_t client, void **base, toff_t *count) {
    CTIFFReader *reader = client;
    *base = (void *)reader->bytes;
    *count = reader->count;
    return 1;
}

static void unmap(thandle_t client, void *base, toff_t count) {
    (void)client, (void)base, (void)count;
}

CTIFFReader *ctiff_reader_open(const uint8_t *bytes, size_t count, size_t max_alloc) {
    CTIFFReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->bytes = bytes;
    reader->count = count;
    // Only the header is read here.
    reader->tiff = ctiff_open("rh", reader, reader->message, &reader->is_damaged, max_alloc,
                              read_bytes, write_bytes, seek_to, size_of, map, unmap);
    if (reader->tiff) return reader;
    free(reader);
    return NULL;
}

void ctiff_reader_close(CTIFFReader *reader) {
    ctiff.TIFFClose(reader->tiff);
    free(reader);
}

const char *ctiff_reader_message(const CTIFFReader *reader) { return reader->message; }

bool ctiff_reader_is_damaged(const CTIFFReader *reader) { return reader->is_damaged; }

/// Requests 8-bit RGB if the compression stores colours in its own form.
static void choose_colors(TIFF *tiff, CTIFFDirectory *it) {
    if (it->compression == COMPRESSION_JPEG && it->photometric == PHOTOMETRIC_YCBCR) {
        ctiff.TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        it->photometric = PHOTOMETRIC_RGB;
    }
    bool is_log = it->compression == COMPRESSION_SGILOG || it->compression == COMPRESSION_SGILOG24;
    if (is_log && (it->photometric == PHOTOMETRIC_LOGL || it->photometric == PHOTOMETRIC_LOGLUV)) {
        ctiff.TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_8BIT);
        it->photometric = it->photometric == PHOTOMETRIC_LOGL ? PHOTOMETRIC_MINISBLACK
                                                              : PHOTOMETRIC_RGB;
        it->sample_format = SAMPLEFORMAT_UINT;
        ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &it->bits);
    }
}

static void read_layout(TIFF *tiff, CTIFFDirectory *it) {
    uint16_t planar = PLANARCONFIG_CONTIG;
    ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
    it->is_planar = planar == PLANARCONFIG_SEPARATE && it->samples > 1;
    it->is_tiled = ctiff.TIFFIsTiled(tiff);
    if (it->is_tiled) {
        ctiff.TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &it->block_width);
        ctiff.TIFFGetField(tiff, TIFFTAG_TILELENGTH, &it->block_height);
        it->block_bytes = ctiff.TIFFTileSize64(tiff);
        it->row_bytes = ctiff.TIFFTileRowSize64(tiff);
    } else {
        it->block_width = it->width;
        ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &it->block_height);
        if (it->block_height > it->height) it->block_height = it->height;
        it->block_bytes = ctiff.TIFFStripSize64(tiff);
        it->row_bytes = ctiff.TIFFScanlineSize64(tiff);
    }
}

/// Reads the optional fields.
static void read_extras(TIFF *tiff, CTIFFDirectory *it) {
    uint16_t *kinds = NULL;
    void *profile = NULL;
    uint16_t *red = NULL, *green = NULL, *blue = NULL;
    if (ctiff.TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &it->extra_count, &kinds) &&
        it->extra_count > 0 && kinds) {
        it->extra_kind = kinds[0];
        for (uint16_t index = 0; index < it->extra_count; index++) {
            if (kinds[index] != EXTRASAMPLE_ASSOCALPHA && kinds[index] != EXTRASAMPLE_UNASSALPHA) {
                continue;
            }
            it->extra_kind = kinds[index];
            it->extra_index = index;
            break;
        }
    }
    ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &it->orientation);
    ctiff.TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &it->x_resolution);
    ctiff.TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &it->y_resolution);
    ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &it->resolution_unit);
    if (ctiff.TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &it->profile_count, &profile)) {
        it->profile = profile;
    }
    if (it->photometric == PHOTOMETRIC_PALETTE &&
        ctiff.TIFFGetField(tiff, TIFFTAG_COLORMAP, &red, &green, &blue)) {
        it->red = red;
        it->green = green;
        it->blue = blue;
    }
}

bool ctiff_reader_directory(CTIFFReader *reader, uint64_t offset, CTIFFDirectory *directory) {
    TIFF *tiff = reader->tiff;
    reader->message[0] = 0;
    memset(directory, 0, sizeof *directory);
    if (!ctiff.TIFFSetSubDirectory(tiff, offset)) return false;
    if (!ctiff.TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &directory->width) ||
        !ctiff.TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &directory->height)) {
        return false;
    }
    ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &directory->bits);
    ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &directory->samples);
    ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &directory->sample_format);
    ctiff.TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &directory->compression);
    if (!ctiff.TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &directory->photometric)) {
        directory->photometric = directory->samples < 3 ? PHOTOMETRIC_MINISBLACK
                                                        : PHOTOMETRIC_RGB;
    }
    choose_colors(tiff, directory);
    read_layout(tiff, directory);
    read_extras(tiff, directory);
    return true;
}

uint32_t ctiff_reader_block_count(CTIFFReader *reader) {
    TIFF *tiff = reader->tiff;
    return ctiff.TIFFIsTiled(tiff) ? ctiff.TIFFNumberOfTiles(tiff) : ctiff.TIFFNumberOfStrips(tiff);
}

void ctiff_reader_block(CTIFFReader *reader, uint32_t index, uint64_t *offset, uint64_t *count) {
    *offset = ctiff.TIFFGetStrileOffset(reader->tiff, index);
    *count = ctiff.TIFFGetStrileByteCount(reader->tiff, index);
}

bool ctiff_reader_row(CTIFFReader *reader, uint8_t *target, uint32_t row) {
    reader->message[0] = 0;
    return ctiff.TIFFReadScanline(reader->tiff, target, row, 0) == 1;
}

bool ctiff_reader_strip(CTIFFReader *reader, uint8_t *target, size_t count, uint32_t row,
                        uint16_t plane) {
    reader->message[0] = 0;
    uint32_t strip = ctiff.TIFFComputeStrip(reader->tiff, row, plane);
    return ctiff.TIFFReadEncodedStrip(reader->tiff, strip, target, (tmsize_t)count) >= 0;
}

bool ctiff_reader_tile(CTIFFReader *reader, uint8_t *target, size_t count, uint32_t x, uint32_t y,
                       uint16_t plane) {
    reader->message[0] = 0;
    uint32_t tile = ctiff.TIFFComputeTile(reader->tiff, x, y, 0, plane);
    return ctiff.TIFFReadEncodedTile(reader->tiff, tile, target, (tmsize_t)count) >= 0;
}

bool ctiff_reader_can_convert(CTIFFReader *reader) {
    char reason[1024] = "";
    // Rows and columns are returned as stored; the orientation is applied later.
    ctiff.TIFFSetField(reader->tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    if (ctiff.TIFFRGBAImageOK(reader->tiff, reason)) return true;
    strncpy(reader->message, reason, CTIFF_MESSAGE_SIZE - 1);
    return false;
}

bool ctiff_reader_converted(CTIFFReader *reader, uint32_t *target, uint32_t x, uint32_t y,
                            bool is_tiled) {
    reader->message[0] = 0;
    if (is_tiled) return ctiff.TIFFReadRGBATileExt(reader->tiff, x, y, target, 1) == 1;
    return ctiff.TIFFReadRGBAStripExt(reader->tiff, y, target, 1) == 1;
}

#endif
