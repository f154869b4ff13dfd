#ifdef WEBIMAGE_ENABLED

#include "CPNGShim.h"
#include "deep.h"
#include "deflate.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct CPNGWriter {
    png_structp codec;
    png_infop info;
    jmp_buf escape;
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    // The level of libdeflate, which compresses all pixels at the end; 0 if zlib does row by row.
    int level;
    // The stream that compresses rows of 16 bits in the place of libpng; NULL for other rows.
    CPNGDeepRows *deep;
    char message[200];
};

static void fail(png_structp codec, png_const_charp message) {
    CPNGWriter *writer = png_get_error_ptr(codec);
    snprintf(writer->message, sizeof writer->message, "%s", message);
    longjmp(writer->escape, 1);
}

static void ignore(png_structp codec, png_const_charp message) {
    (void)codec;
    (void)message;
}

static void put(png_structp codec, png_bytep source, size_t count) {
    CPNGWriter *writer = png_get_io_ptr(codec);
    if (count > writer->capacity - writer->count) {
        size_t capacity = writer->capacity * 2 + count + 4096;
        uint8_t *bytes = realloc(writer->bytes, capacity);
        if (!bytes) png_error(codec, "not enough memory for the encoded bytes");
        writer->bytes = bytes;
        writer->capacity = capacity;
    }
    memcpy(writer->bytes + writer->count, source, count);
    writer->count += count;
}

static void flush(png_structp codec) { (void)codec; }

CPNGWriter *cpng_writer_open(void) {
    CPNGWriter *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    if (setjmp(writer->escape)) {
        cpng_writer_close(writer);
        return NULL;
    }
    writer->codec = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, fail, ignore);
    if (writer->codec) writer->info = png_create_info_struct(writer->codec);
    if (!writer->info) {
        cpng_writer_close(writer);
        return NULL;
    }
    png_set_write_fn(writer->codec, writer, put, flush);
    png_set_user_limits(writer->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
#ifdef PNG_SKIP_sRGB_CHECK_PROFILE
    // libpng refuses common profiles of sRGB whose white is not adapted; they are written as they
    // are.
    png_set_option(writer->codec, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
#endif
    return writer;
}

void cpng_writer_close(CPNGWriter *writer) {
    cpng_deep_close(writer->deep);
    png_destroy_write_struct(&writer->codec, &writer->info);
    free(writer->bytes);
    free(writer);
}

const char *cpng_writer_message(const CPNGWriter *writer) { return writer->message; }

// Sets the palette, transparent colours first, since alpha is stored up to the last of them.
static void set_palette(CPNGWriter *writer, const CPNGPicture *picture) {
    png_color colors[256];
    png_byte alpha[256];
    int transparent = 0;
    for (int i = 0; i < picture->palette_count && i < 256; i++) {
        const uint8_t *entry = picture->palette + 4 * i;
        colors[i] = (png_color){entry[0], entry[1], entry[2]};
        alpha[i] = entry[3];
        if (entry[3] < 255) transparent = i + 1;
    }
    png_set_PLTE(writer->codec, writer->info, colors, picture->palette_count);
    if (transparent) png_set_tRNS(writer->codec, writer->info, alpha, transparent, NULL);
}

static int depth(const CPNGPicture *picture) {
    if (picture->is_deep) return 16;
    if (picture->layout != CPNGLayoutPalette || picture->palette_count > 16) return 8;
    return picture->palette_count > 4 ? 4 : picture->palette_count > 2 ? 2 : 1;
}

// Sets the colours that libpng states, and the bits of samples.
static void set_colors(CPNGWriter *writer, const CPNGPicture *picture) {
    png_structp codec = writer->codec;
    if (picture->significant_bits) {
        png_byte bits = picture->significant_bits;
        png_set_sBIT(codec, writer->info, &(png_color_8){bits, bits, bits, bits, bits});
    }
    if (picture->primaries) return;
    if (picture->profile_count) {
        png_set_iCCP(codec, writer->info, "icc", PNG_COMPRESSION_TYPE_BASE, picture->profile,
                     picture->profile_count);
        if (!png_get_valid(codec, writer->info, PNG_INFO_iCCP))
            png_error(codec, "the colour profile is invalid");
    } else {
        png_set_sRGB(codec, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    }
}

// Writes chunks that libpng before 1.6.46 does not know, before a palette would stand.
static void write_light(CPNGWriter *writer, const CPNGPicture *picture) {
    png_structp codec = writer->codec;
    if (!picture->primaries) return;
    png_write_info_before_PLTE(codec, writer->info);
    const png_byte code_points[] = {picture->primaries, picture->curve, 0, 1};
    png_write_chunk(codec, (png_const_bytep)"cICP", code_points, sizeof code_points);
    if (!picture->greatest_light && !picture->mean_light) return;
    png_byte light[8];
    png_save_uint_32(light, picture->greatest_light);
    png_save_uint_32(light + 4, picture->mean_light);
    png_write_chunk(codec, (png_const_bytep)"cLLI", light, sizeof light);
}

// Chooses a library that compresses, and filters. The best efforts are zlib's.
static void choose_compression(CPNGWriter *writer, const CPNGPicture *picture) {
    png_structp codec = writer->codec;
    size_t row_bytes = png_get_rowbytes(codec, writer->info);
    bool is_small = row_bytes < cpng_deflate_limit / picture->height, is_deep = picture->is_deep;
    int level = picture->level;
    if (is_deep && !is_small && !picture->is_interlaced && level > 0 && level < 7
        && cpng_deep_is_available()) {
        writer->deep = cpng_deep_open(row_bytes / 2, png_get_channels(codec, writer->info), level);
        if (!writer->deep) png_error(codec, "not enough memory for a row");
    }
    writer->level = level > 0 && is_small && cpng_has_libdeflate() ? level : 0;
    png_set_compression_level(codec, writer->level ? 0 : level);
    // Indices have no numeric relation that a filter could use.
    if (picture->layout == CPNGLayoutPalette)
        png_set_filter(codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    else if (picture->filters_simply)
        png_set_filter(codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    else if (is_deep)
        png_set_filter(codec, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB | PNG_FILTER_UP);
}

bool cpng_writer_start(CPNGWriter *writer, const CPNGPicture *picture, int *passes) {
    static const int types[] = {
        [CPNGLayoutGray] = PNG_COLOR_TYPE_GRAY,
        [CPNGLayoutGrayAlpha] = PNG_COLOR_TYPE_GRAY_ALPHA,
        [CPNGLayoutRGB] = PNG_COLOR_TYPE_RGB,
        [CPNGLayoutRGBA] = PNG_COLOR_TYPE_RGB_ALPHA,
        [CPNGLayoutPalette] = PNG_COLOR_TYPE_PALETTE,
    };
    png_structp codec = writer->codec;
    if (setjmp(writer->escape)) return false;
    png_set_IHDR(codec, writer->info, picture->width, picture->height, depth(picture),
                 types[picture->layout],
                 picture->is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    set_colors(writer, picture);
    if (picture->layout == CPNGLayoutPalette) set_palette(writer, picture);
    if (picture->density_x && picture->density_y)
        png_set_pHYs(codec, writer->info, picture->density_x, picture->density_y,
                     PNG_RESOLUTION_METER);
    if (picture->exif_count)
        png_set_eXIf_1(codec, writer->info, picture->exif_count, (png_bytep)picture->exif);
    choose_compression(writer, picture);
    write_light(writer, picture);
    png_write_info(codec, writer->info);
    png_set_packing(codec);
    if (picture->is_deep && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) png_set_swap(codec);
    *passes = png_set_interlace_handling(codec);
    return true;
}

static void put_pixels(void *owner, const uint8_t *bytes, size_t count) {
    png_write_chunk(owner, (png_const_bytep)"IDAT", bytes, count);
}

static void write_row(CPNGWriter *writer, const uint8_t *row) {
    if (!writer->deep)
        png_write_row(writer->codec, row);
    else if (!cpng_deep_row(writer->deep, (const uint16_t *)row, put_pixels, writer->codec))
        png_error(writer->codec, "the pixels cannot be compressed");
}

bool cpng_writer_rows(CPNGWriter *writer, const uint8_t *rows, size_t stride, uint32_t count) {
    if (setjmp(writer->escape)) return false;
    for (uint32_t i = 0; i < count; i++) write_row(writer, rows + i * stride);
    return true;
}

// Ends the pixels and the file.
static void end(CPNGWriter *writer) {
    png_structp codec = writer->codec;
    if (!writer->deep) return png_write_end(codec, NULL);
    // libpng has not seen the rows.
    if (!cpng_deep_end(writer->deep, put_pixels, codec))
        png_error(codec, "the pixels cannot be compressed");
    png_write_chunk(codec, (png_const_bytep)"IEND", NULL, 0);
}

uint8_t *cpng_writer_finish(CPNGWriter *writer, size_t *count) {
    if (setjmp(writer->escape)) return NULL;
    end(writer);
    // A level lower than zlib's still makes smaller files.
    if (writer->level)
        cpng_deflate(writer->bytes, &writer->count, writer->level > 1 ? writer->level - 1 : 1);
    uint8_t *bytes = writer->bytes;
    *count = writer->count;
    writer->bytes = NULL;
    return bytes;
}

#endif
