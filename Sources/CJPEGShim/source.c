#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <jerror.h>

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static void do_nothing(j_decompress_ptr codec) { (void)codec; }

// Past the end it repeats the end marker, as the library's own sources do.
static boolean fill(j_decompress_ptr codec) {
    CJPEGReader *reader = codec->client_data;
    if (!reader->is_end) return FALSE;
    WARNMS(codec, JWRN_JPEG_EOF);
    reader->is_past_end = true;
    reader->source.next_input_byte = end_of_image;
    reader->source.bytes_in_buffer = sizeof end_of_image;
    return TRUE;
}

static void skip(j_decompress_ptr codec, long count) {
    CJPEGReader *reader = codec->client_data;
    struct jpeg_source_mgr *source = &reader->source;
    size_t rest = count > 0 ? (size_t)count : 0;
    while (rest > source->bytes_in_buffer) {
        rest -= source->bytes_in_buffer;
        source->bytes_in_buffer = 0;
        if (!fill(codec)) {
            reader->to_skip = rest;
            return;
        }
    }
    source->next_input_byte += rest;
    source->bytes_in_buffer -= rest;
}

void cjpeg_source_init(CJPEGReader *reader) {
    reader->source.init_source = do_nothing;
    reader->source.fill_input_buffer = fill;
    reader->source.skip_input_data = skip;
    reader->source.resync_to_restart = jpeg_resync_to_restart;
    reader->source.term_source = do_nothing;
    reader->codec.src = &reader->source;
}

void cjpeg_reader_feed(CJPEGReader *reader, const uint8_t *bytes, size_t count, bool is_end) {
    if (reader->is_past_end) return;
    reader->read_before = cjpeg_source_read_count(reader);
    reader->fed = bytes ? count : 0;
    reader->source.next_input_byte = bytes;
    reader->source.bytes_in_buffer = reader->fed;
    reader->is_end = is_end;
    long rest = (long)reader->to_skip;
    reader->to_skip = 0;
    if (rest > 0) skip(&reader->codec, rest);
}

size_t cjpeg_reader_unread(const CJPEGReader *reader) {
    return reader->is_past_end ? 0 : reader->source.bytes_in_buffer;
}

uint64_t cjpeg_source_read_count(const CJPEGReader *reader) {
    return reader->read_before + reader->fed - cjpeg_reader_unread(reader);
}

// The decoder of arithmetic codes fails where it ought to wait. It reads no further than to a
// marker, or after a lost restart marker to one that begins no restart interval.
static bool finds_scan_end(CJPEGReader *reader) {
    const JOCTET *bytes = reader->source.next_input_byte;
    size_t count = reader->source.bytes_in_buffer;
    size_t at = reader->searched;
    for (; at + 1 < count; at++) {
        JOCTET code = bytes[at + 1];
        bool is_restart = code >= JPEG_RST0 && code <= JPEG_RST0 + 7;
        if (bytes[at] == 0xFF && code >= 0xC0 && code < 0xFF && !is_restart) return true;
    }
    reader->searched = at;
    return false;
}

bool cjpeg_source_lacks_scan(CJPEGReader *reader) {
    if (!reader->codec.arith_code || reader->is_end || reader->has_scan_end) return false;
    reader->has_scan_end = finds_scan_end(reader);
    return !reader->has_scan_end;
}

void cjpeg_source_begin_scan(CJPEGReader *reader) {
    reader->has_scan_end = false;
    reader->searched = 0;
}

#endif
