#ifdef WEBIMAGE_ENABLED

#include "CPNGShim.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct CPNGReader {
    png_structp codec;
    png_infop info;
    jmp_buf escape;
    const uint8_t *bytes;
    size_t count;
    size_t offset;
    bool ran_dry;
    bool lacks_memory;
    char message[200];
};

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

static void take(png_structp codec, png_bytep target, size_t count) {
    CPNGReader *reader = png_get_io_ptr(codec);
    if (count > reader->count - reader->offset) {
        reader->ran_dry = true;
        png_error(codec, "the bytes end too early");
    }
    memcpy(target, reader->bytes + reader->offset, count);
    reader->offset += count;
}

static CPNGStatus failure(const CPNGReader *reader) {
    if (reader->lacks_memory) return CPNGStatusTooLarge;
    return reader->ran_dry ? CPNGStatusTruncated : CPNGStatusDamaged;
}

// Text may be deflated a thousandfold, and nobody here reads it; no more of the rest is needed.
static void skip_unused_chunks(png_structp codec) {
    static const png_byte names[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST\0pCAL\0sCAL\0oFFs\0pHYs\0tIME\0"
                                    "eXIf\0bKGD\0sBIT";
    png_set_keep_unknown_chunks(codec, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(codec, PNG_HANDLE_CHUNK_NEVER, names, sizeof names / 5);
}

CPNGReader *cpng_reader_open(const uint8_t *bytes, size_t count, size_t max_chunk) {
    CPNGReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    if (setjmp(reader->escape)) {
        cpng_reader_close(reader);
        return NULL;
    }
    reader->bytes = bytes;
    reader->count = count;
    reader->codec = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, reader, fail, ignore, reader,
                                             allocate, release);
    if (reader->codec) reader->info = png_create_info_struct(reader->codec);
    if (!reader->info) {
        cpng_reader_close(reader);
        return NULL;
    }
    png_set_read_fn(reader->codec, reader, take);
    // The caller has limits of its own, on the area; these are the format's.
    png_set_user_limits(reader->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(reader->codec, max_chunk);
    skip_unused_chunks(reader->codec);
    return reader;
}

void cpng_reader_close(CPNGReader *reader) {
    png_destroy_read_struct(&reader->codec, &reader->info, NULL);
    free(reader);
}

const char *cpng_reader_message(const CPNGReader *reader) { return reader->message; }

CPNGStatus cpng_reader_header(CPNGReader *reader, CPNGHeader *header) {
    png_structp codec = reader->codec;
    if (setjmp(reader->escape)) return failure(reader);
    png_read_info(codec, reader->info);
    memset(header, 0, sizeof *header);
    header->width = png_get_image_width(codec, reader->info);
    header->height = png_get_image_height(codec, reader->info);
    header->has_alpha = (png_get_color_type(codec, reader->info) & PNG_COLOR_MASK_ALPHA)
        || png_get_valid(codec, reader->info, PNG_INFO_tRNS);
    header->passes =
        png_get_interlace_type(codec, reader->info) == PNG_INTERLACE_ADAM7
        ? PNG_INTERLACE_ADAM7_PASSES : 1;
    png_charp name = NULL;
    int compression = 0;
    png_bytep profile = NULL;
    png_uint_32 count = 0;
    if (png_get_iCCP(codec, reader->info, &name, &compression, &profile, &count)) {
        header->profile = profile;
        header->profile_count = count;
    }
    return CPNGStatusOK;
}

CPNGStatus cpng_reader_start(CPNGReader *reader) {
    png_structp codec = reader->codec;
    if (setjmp(reader->escape)) return failure(reader);
    png_set_expand(codec);
    png_set_scale_16(codec);
    png_set_gray_to_rgb(codec);
    png_set_bgr(codec);
    png_set_add_alpha(codec, 0xFF, PNG_FILLER_AFTER);
    png_set_interlace_handling(codec);
    png_read_update_info(codec, reader->info);
    size_t width = png_get_image_width(codec, reader->info);
    if (png_get_rowbytes(codec, reader->info) != width * 4)
        png_error(codec, "rows do not have four bytes a pixel");
    return CPNGStatusOK;
}

CPNGStatus cpng_reader_rows(CPNGReader *reader, uint8_t *rows, size_t stride, uint32_t count) {
    if (setjmp(reader->escape)) return failure(reader);
    for (uint32_t i = 0; i < count; i++) png_read_row(reader->codec, rows + i * stride, NULL);
    return CPNGStatusOK;
}

CPNGStatus cpng_reader_finish(CPNGReader *reader) {
    if (setjmp(reader->escape)) return failure(reader);
    png_read_end(reader->codec, NULL);
    return CPNGStatusOK;
}

#endif
