#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cpng_version(void) { return PNG_LIBPNG_VER_STRING; }

static void fail(png_structp codec, png_const_charp message) {
    CPNGReader *reader = png_get_error_ptr(codec);
    snprintf(reader->message, sizeof reader->message, "%s", message);
    longjmp(reader->escape, 1);
}

static void ignore(png_structp codec, png_const_charp message) {
    (void)codec;
    (void)message;
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

// Returns the bytes of all rows in the stream, including their filter bytes.
static uint64_t byte_count(png_structp codec, png_infop info) {
    uint64_t width = png_get_image_width(codec, info), height = png_get_image_height(codec, info);
    uint64_t bits = (uint64_t)png_get_channels(codec, info) * png_get_bit_depth(codec, info);
    if (png_get_interlace_type(codec, info) == PNG_INTERLACE_NONE)
        return height * (1 + (width * bits + 7) / 8);
    uint64_t sum = 0;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
        uint64_t columns = PNG_PASS_COLS(width, pass), rows = PNG_PASS_ROWS(height, pass);
        if (columns > 0) sum += rows * (1 + (columns * bits + 7) / 8);
    }
    return sum;
}

// Requests passes of an interlaced image as stored: spreading and combining them costs more in
// libpng than storing each pixel at its position.
static void begin(png_structp codec, png_infop info) {
    CPNGReader *reader = png_get_progressive_ptr(codec);
    if (!reader->is_started) png_error(codec, "pixels stand before the end of the header chunks");
    reader->left = byte_count(codec, info);
    // All other images need libpng's conversions of pixels and palettes.
    reader->stored_channels = png_get_channels(codec, info);
    reader->is_plain = png_get_bit_depth(codec, info) == (reader->is_deep ? 16 : 8)
        && png_get_color_type(codec, info) != PNG_COLOR_TYPE_PALETTE
        && !png_get_valid(codec, info, PNG_INFO_tRNS)
        && png_get_interlace_type(codec, info) == PNG_INTERLACE_NONE;
    png_set_expand(codec);
    if (reader->is_deep) {
        png_set_expand_16(codec);
        png_set_gray_to_rgb(codec);
        if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) png_set_swap(codec);
    } else {
        png_set_scale_16(codec);
    }
    png_read_update_info(codec, info);
    // From here any error is fatal, even if libpng could continue with rows missing.
    png_set_benign_errors(codec, 0);
}

static void hand_out(png_structp codec, png_bytep pixels, png_uint_32 row, int pass) {
    CPNGReader *reader = png_get_progressive_ptr(codec);
    reader->row(reader->context, pixels, row, pass);
}

CPNGStatus cpng_reader_failure(CPNGReader *reader) {
    reader->is_broken = true;
    return reader->lacks_memory ? CPNGStatusTooLarge : CPNGStatusDamaged;
}

CPNGReader *cpng_reader_open(size_t max_chunk) {
    CPNGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    if (setjmp(reader->escape)) {
        cpng_reader_close(reader);
        return NULL;
    }
    reader->codec = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, fail, ignore, reader,
                                             allocate, release);
    if (reader->codec) reader->info = png_create_info_struct(reader->codec);
    if (!reader->info) {
        cpng_reader_close(reader);
        return NULL;
    }
    png_set_progressive_read_fn(reader->codec, reader, begin, hand_out, NULL);
    // The caller checks its own limits on the area; these are the format's.
    png_set_user_limits(reader->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(reader->codec, max_chunk);
    // The caller has checked the checksums; it synthesizes the chunks of animation frames.
    png_set_crc_action(reader->codec, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    return reader;
}

void cpng_reader_close(CPNGReader *reader) {
    cpng_stream_close(&reader->stream);
    cpng_rows_close(&reader->rows);
    free(reader->wide);
    png_destroy_read_struct(&reader->codec, &reader->info, NULL);
    free(reader);
}

const char *cpng_reader_message(const CPNGReader *reader) { return reader->message; }

// Passes bytes to libpng, whose parameter is not const, but which does not modify them.
void cpng_reader_process(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    png_process_data(reader->codec, reader->info, (png_bytep)bytes, count);
}

CPNGStatus cpng_reader_chunks(CPNGReader *reader, const uint8_t *bytes, size_t count) {
    if (reader->is_broken) return CPNGStatusDamaged;
    if (setjmp(reader->escape)) return cpng_reader_failure(reader);
    if (reader->is_started) png_error(reader->codec, "a header chunk follows the pixels");
    cpng_reader_process(reader, bytes, count);
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

#endif
