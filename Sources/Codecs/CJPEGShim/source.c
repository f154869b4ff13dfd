#ifdef WEBIMAGE_ENABLED

#include "reader.h"

#include <string.h>

#include <jerror.h>

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static void do_nothing(j_decompress_ptr codec) { (void)codec; }

// Repeats the end marker past the end, as libjpeg's own sources do.
static boolean fill(j_decompress_ptr codec) {
    CJPEGReader *reader = codec->client_data;
    if (!reader->is_end) return FALSE;
    if (reader->trim && !reader->is_past_end) {
        if (!cjpeg_trim_fill(reader)) {
            cjpeg_reader_refuse(reader, CJPEGStatusDamaged, "Huffman codes cannot be skipped");
            longjmp(reader->escape, 1);
        }
        if (reader->source.bytes_in_buffer > 0) return TRUE;
    }
    // libjpeg reads a segment as long as its marker is unread; codes end at such a marker.
    if (codec->unread_marker != 0) reader->ends_in_segment = true;
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

// Skips available bytes that `skip` asked for. It never calls `fill`, which may jump out of a
// libjpeg call: none is active here.
static void skip_fed(CJPEGReader *reader) {
    struct jpeg_source_mgr *source = &reader->source;
    size_t count = reader->to_skip;
    if (count > source->bytes_in_buffer) count = source->bytes_in_buffer;
    source->next_input_byte += count;
    source->bytes_in_buffer -= count;
    reader->to_skip -= count;
}

void cjpeg_reader_feed(CJPEGReader *reader, const uint8_t *bytes, size_t count, bool is_end) {
    if (reader->is_past_end) return;
    reader->read_before = cjpeg_source_read_count(reader);
    if (reader->trim) {
        // The bytes that it reads no longer exist.
        cjpeg_trim_free(reader);
        cjpeg_reader_refuse(reader, CJPEGStatusDamaged, "more bytes after the end of the input");
        bytes = NULL;
        is_end = true;
    }
    reader->fed = bytes ? count : 0;
    reader->source.next_input_byte = bytes;
    reader->source.bytes_in_buffer = reader->fed;
    reader->is_end = is_end;
    if (reader->to_skip > 0) skip_fed(reader);
}

size_t cjpeg_reader_unread(const CJPEGReader *reader) {
    return reader->is_past_end || reader->trim ? 0 : reader->source.bytes_in_buffer;
}

uint64_t cjpeg_source_read_count(const CJPEGReader *reader) {
    return reader->read_before + reader->fed - cjpeg_reader_unread(reader);
}

// Finds the end of a scan, at which the arithmetic decoder fails instead of suspending. It reads up
// to a marker, or after a lost restart marker, up to one that begins no restart interval.
static bool finds_scan_end(CJPEGReader *reader) {
    const JOCTET *bytes = reader->source.next_input_byte;
    size_t count = reader->source.bytes_in_buffer;
    size_t at = reader->searched;
    for (; at + 1 < count; at++) {
        const JOCTET *next = memchr(bytes + at, 0xFF, count - 1 - at);
        at = next ? (size_t)(next - bytes) : count - 1;
        if (!next) break;
        JOCTET code = bytes[at + 1];
        bool is_restart = code >= JPEG_RST0 && code <= JPEG_RST0 + 7;
        if (code < 0xC0 || code == 0xFF || is_restart) continue;
        reader->searched = at;
        return true;
    }
    reader->searched = at;
    return false;
}

bool cjpeg_source_lacks_scan(CJPEGReader *reader) {
    if (!reader->codec.arith_code || reader->is_end || reader->has_scan_end) return false;
    reader->has_scan_end = finds_scan_end(reader);
    return !reader->has_scan_end;
}

static bool is_hidden(const CJPEGReader *reader) {
    const struct jpeg_decompress_struct *codec = &reader->codec;
    if (codec->global_state == 0 || codec->Ss == 0) return false;
    for (int i = 0; i < codec->comps_in_scan; i++)
        if (!cjpeg_shows_firsts_only(reader, codec->cur_comp_info[i]->component_index))
            return false;
    return true;
}

void cjpeg_source_begin_scan(CJPEGReader *reader) {
    reader->has_scan_end = false;
    reader->searched = 0;
    reader->is_skipped = false;
    reader->is_hidden = is_hidden(reader);
}

static CJPEGStatus skip_to_scan_end(CJPEGReader *reader) {
    reader->source.next_input_byte += reader->searched;
    reader->source.bytes_in_buffer -= reader->searched;
    reader->is_skipped = true;
    return CJPEGStatusOK;
}

// Moves to the end of a hidden scan, so that libjpeg treats it as empty and keeps the blocks.
CJPEGStatus cjpeg_source_skip_hidden(CJPEGReader *reader) {
    if (!reader->is_hidden || reader->is_skipped) return CJPEGStatusOK;
    if (!finds_scan_end(reader)) {
        if (!reader->is_end) return CJPEGStatusNeedsMore;
        if (reader->allows_truncated) {
            reader->searched = reader->source.bytes_in_buffer;
            return skip_to_scan_end(reader);
        }
        // Only reading the codes shows if any are missing.
        reader->lacks_hidden_end = true;
        return cjpeg_reader_refuse(reader, CJPEGStatusTruncated, "the last scan is cut off");
    }
    return skip_to_scan_end(reader);
}

#endif
