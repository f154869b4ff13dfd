#ifdef WEBIMAGE_ENABLED

#include "CPNGShim.h"
#include "direct.h"

#include <setjmp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct CPNGReader {
    png_structp codec;
    png_infop info;
    jmp_buf escape;
    CPNGRow row;
    void *context;
    size_t pixel_bytes;
    uint32_t rows_left;
    CPNGDirect direct;
    bool lacks_memory;
    bool has_plain_samples;
    bool is_behind_rows;
    bool is_settled;
    bool is_unsound;
    char message[200];
};

const char *cpng_version(void) { return PNG_LIBPNG_VER_STRING; }

static void fail(png_structp codec, png_const_charp message) {
    CPNGReader *reader = png_get_error_ptr(codec);
    snprintf(reader->message, sizeof reader->message, "%s", message);
    longjmp(reader->escape, 1);
}

// Behind the last row libpng only says what it thinks of the zlib stream: more rows than there should
// be, which all decoders tolerate, or damage. Damage behind such rows does not matter.
static void note(png_structp codec, png_const_charp message) {
    CPNGReader *reader = png_get_error_ptr(codec);
    if (reader->is_settled || reader->rows_left > 0) return;
    if (strstr(message, "Truncated compressed data")) {
        reader->is_settled = true;
        reader->is_unsound = reader->is_behind_rows;
    } else if (strstr(message, "Extra compress")) {
        reader->is_settled = true;
    }
}

static png_voidp allocate(png_structp codec, png_alloc_size_t count) {
    CPNGReader *reader = png_get_mem_ptr(codec);
    void *memory = malloc(count);
    if (!memory) reader->lacks_memory = true;
    return memory;
}

static void release(png_structp codec, png_voidp memory) {
    (void)codec;
    free(memory);
}

// Passes of an interlaced picture are asked for as they are stored: spreading and combining them
// costs more in libpng than putting each pixel where it belongs.
static void begin(png_structp codec, png_infop info) {
    CPNGReader *reader = png_get_progressive_ptr(codec);
    reader->has_plain_samples = png_get_bit_depth(codec, info) == 8
        && png_get_color_type(codec, info) != PNG_COLOR_TYPE_PALETTE
        && !png_get_valid(codec, info, PNG_INFO_tRNS);
    png_set_expand(codec);
    png_set_scale_16(codec);
    png_read_update_info(codec, info);
    // From here on what is wrong is an error, also where libpng could go on with rows missing.
    png_set_benign_errors(codec, 0);
}

static void hand_out(png_structp codec, png_bytep pixels, png_uint_32 row, int pass) {
    CPNGReader *reader = png_get_progressive_ptr(codec);
    if (reader->rows_left > 0) reader->rows_left--;
    reader->row(reader->context, pixels, row, pass);
}

static CPNGStatus failure(const CPNGReader *reader) {
    return reader->lacks_memory ? CPNGStatusTooLarge : CPNGStatusDamaged;
}

CPNGReader *cpng_reader_open(size_t max_chunk) {
    CPNGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    if (setjmp(reader->escape)) {
        cpng_reader_close(reader);
        return NULL;
    }
    reader->codec = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, fail, note, reader,
                                             allocate, release);
    if (reader->codec) reader->info = png_create_info_struct(reader->codec);
    if (!reader->info) {
        cpng_reader_close(reader);
        return NULL;
    }
    png_set_progressive_read_fn(reader->codec, reader, begin, hand_out, NULL);
    // The caller has limits of its own, on the area; these are the format's.
    png_set_user_limits(reader->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(reader->codec, max_chunk);
    // The caller has looked at checksums; it makes up the chunks of an animation's frames.
    png_set_crc_action(reader->codec, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    return reader;
}

void cpng_reader_close(CPNGReader *reader) {
    cpng_direct_close(&reader->direct);
    png_destroy_read_struct(&reader->codec, &reader->info, NULL);
    free(reader);
}

const char *cpng_reader_message(const CPNGReader *reader) { return reader->message; }

// The end is judged as libpng does, by the same rules as in `note`.
static void process_directly(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    CPNGDirect *direct = &reader->direct;
    cpng_direct_feed(direct, bytes, count);
    for (;;) {
        switch (cpng_direct_next(direct)) {
        case CPNGDirectNone: return;
        case CPNGDirectRow:
            reader->rows_left--;
            reader->row(reader->context, direct->previous + 1, direct->row_count - 1, 0);
            break;
        case CPNGDirectExtra: reader->is_settled = true; return;
        case CPNGDirectUnsound:
            reader->is_settled = true;
            reader->is_unsound = true;
            return;
        case CPNGDirectDamaged: png_error(reader->codec, "damaged compressed data");
        case CPNGDirectBadFilter: png_error(reader->codec, "a filter that there is not");
        }
    }
}

// libpng takes a pointer to bytes that it may change, and changes none.
static void process(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    if (reader->direct.is_open) return process_directly(reader, bytes, count);
    png_process_data(reader->codec, reader->info, (png_bytep)bytes, count);
}

CPNGStatus cpng_reader_chunks(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    if (setjmp(reader->escape)) return failure(reader);
    process(reader, bytes, count);
    return CPNGStatusOK;
}

const uint8_t *cpng_reader_profile(CPNGReader *reader, size_t *count) {
    png_charp name = NULL;
    int compression = 0;
    png_bytep profile = NULL;
    png_uint_32 length = 0;
    if (setjmp(reader->escape)) return NULL;
    if (!png_get_iCCP(reader->codec, reader->info, &name, &compression, &profile, &length))
        return NULL;
    *count = length;
    return profile;
}

// What libpng does by pixel and by table; all else is a difference of bytes to undo.
static bool is_plain(const CPNGReader *reader) {
    const png_structp codec = reader->codec;
    return reader->has_plain_samples
        && png_get_interlace_type(codec, reader->info) == PNG_INTERLACE_NONE;
}

static void begin_directly(CPNGReader *reader, uint32_t rows, unsigned channels) {
    size_t row_bytes = png_get_rowbytes(reader->codec, reader->info);
    if (!is_plain(reader) || row_bytes >= UINT_MAX) return;
    if (cpng_direct_open(&reader->direct, row_bytes, channels, rows)) return;
    reader->lacks_memory = true;
    png_error(reader->codec, "no memory for rows");
}

CPNGStatus cpng_reader_start(CPNGReader *reader, uint32_t rows, int *channels) {
    // One chunk for all pixels, as long as a chunk can be; where it ends nobody asks.
    static const uint8_t header[] = {0x7F, 0xFF, 0xFF, 0xFF, 'I', 'D', 'A', 'T'};
    if (setjmp(reader->escape)) return failure(reader);
    reader->rows_left = rows;
    png_set_chunk_malloc_max(reader->codec, 0);
    process(reader, header, sizeof header);
    *channels = png_get_channels(reader->codec, reader->info);
    size_t width = png_get_image_width(reader->codec, reader->info);
    if (*channels < 1 || *channels > 4
        || png_get_rowbytes(reader->codec, reader->info) != width * (size_t)*channels)
        png_error(reader->codec, "rows do not have whole bytes");
    begin_directly(reader, rows, (unsigned)*channels);
    return CPNGStatusOK;
}

CPNGStatus cpng_reader_pixels(CPNGReader *reader, const uint8_t *bytes, size_t count, CPNGRow row,
                              void *context) {
    if (setjmp(reader->escape)) return failure(reader);
    if (count > PNG_UINT_31_MAX - reader->pixel_bytes)
        png_error(reader->codec, "more than 2 GB of pixels");
    reader->pixel_bytes += count;
    reader->row = row;
    reader->context = context;
    reader->is_behind_rows = reader->rows_left == 0;
    // Byte by byte the end is judged the same, whatever pieces it comes in.
    if (reader->is_behind_rows)
        for (size_t i = 0; i < count && !reader->is_settled; i++) process(reader, bytes + i, 1);
    else
        process(reader, bytes, count);
    return CPNGStatusOK;
}

bool cpng_reader_is_sound(const CPNGReader *reader) { return !reader->is_unsound; }

#endif
