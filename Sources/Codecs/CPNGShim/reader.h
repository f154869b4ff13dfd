// The parts of a reader: libpng, and the stream whose rows bypass it.

#pragma once

#include <setjmp.h>

#include <png.h>

#include "CPNGShim.h"
#include "rows.h"
#include "stream.h"

struct CPNGReader {
    png_structp codec;
    png_infop info;
    jmp_buf escape;
    CPNGRow row;
    void *context;
    CPNGStream stream;
    CPNGRows rows;
    // The samples of a pixel in the stream, and a row of deep ones in native byte order, of
    // colours.
    unsigned stored_channels;
    uint16_t *wide;
    // The inflated bytes that the rows still need; the stream's bytes so far, and their maximum.
    uint64_t left;
    uint64_t fed;
    uint64_t most;
    bool is_plain;
    bool is_deep;
    bool is_started;
    // `true` if the rows were complete one check ago, and if the stream's end is decided.
    bool is_behind_rows;
    bool is_settled;
    bool is_unsound;
    bool lacks_memory;
    bool is_broken;
    char message[200];
};

/// Returns the status for an error that jumped to `escape`; the reader accepts no more bytes.
CPNGStatus cpng_reader_failure(CPNGReader *reader);

/// Passes bytes of a PNG to libpng.
void cpng_reader_process(CPNGReader *reader, const uint8_t *bytes, size_t count);
