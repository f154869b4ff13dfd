// What the files of the reader share.

#pragma once

#include "CJPEGShim.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

enum { cjpeg_window_most = 64 };

/// The rows of blocks of an array that are whole while the library works on them.
///
/// It has `most` rows, from row `first` of the array on, of which `loaded` are filled. Rows behind
/// the array are zero. Rows with a bit in `written` may have changed.
typedef struct CJPEGWindow {
    JDIMENSION blocks;
    JDIMENSION row_count;
    JDIMENSION most;
    JDIMENSION first;
    JDIMENSION loaded;
    JBLOCKARRAY rows;
    uint64_t written;
    /// Fills a row of the window with row `y` of the array.
    void (*load)(const struct CJPEGWindow *window, JDIMENSION y, JBLOCKROW row);
    /// Keeps a row of the window as row `y` of the array.
    void (*save)(j_common_ptr codec, struct CJPEGWindow *window, JDIMENSION y, JBLOCKROW row);
} CJPEGWindow;

/// An array that the library keeps, and the most rows of it that may be asked for at once.
typedef struct {
    jvirt_barray_ptr array;
    JDIMENSION row_count;
    JDIMENSION most;
} CJPEGWhole;

struct CJPEGReader {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    jmp_buf escape;
    // The first failure, and its text.
    CJPEGStatus status;
    char message[JMSG_LENGTH_MAX];
    // libjpeg only warns of these and paints the rest grey.
    bool ran_dry;
    bool lacks_detail;
    // Whether the bytes that were fed are the last ones, and whether they have been passed.
    bool is_end;
    bool is_past_end;
    size_t to_skip;
    // Segments of the kinds that are kept.
    uint32_t saved_segments;
    // Bytes of the piece that was fed last, and those that were read of all before it.
    size_t fed;
    uint64_t read_before;
    // Of a scan with arithmetic codes: whether its end was seen, and the bytes without it.
    bool has_scan_end;
    size_t searched;
    // Whether the scan in work changes nothing that is shown, and whether its codes were passed
    // over.
    bool is_hidden;
    bool is_skipped;
    // Whether hidden scans are read nevertheless, and whether the end of one was missing.
    bool reads_hidden;
    bool lacks_hidden_end;
    // Whether codes of which nothing is shown may be left out, of how many bytes on, and what does.
    bool may_trim;
    size_t least_trimmed;
    struct CJPEGTrim *trim;
    // The coefficients of components of which only the first is shown, and the library's own way.
    struct CJPEGFirsts *firsts;
    // Those of components of which more is shown.
    struct CJPEGPacked *packed;
    // Those that the library keeps.
    CJPEGWhole whole[MAX_COMPONENTS];
    int requests;
    jvirt_barray_ptr (*request_array)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION,
                                      JDIMENSION);
    JBLOCKARRAY (*access_array)(j_common_ptr, jvirt_barray_ptr, JDIMENSION, JDIMENSION, boolean);
    // Rows of blocks that were read in all scans, and whether one scan is over.
    uint32_t revision;
    bool has_scan;
    // Where the first scan begins in the file.
    uint64_t first_scan;
    // Pixels of a row that are handed out, and a whole row where the library makes more.
    uint32_t width;
    uint32_t height;
    JSAMPARRAY wide_row;
};

/// Gives the codec its source, which has no bytes yet.
void cjpeg_source_init(CJPEGReader *reader);

/// How many bytes were read.
uint64_t cjpeg_source_read_count(const CJPEGReader *reader);

/// Whether the next step would need bytes in the middle of codes that cannot wait for them.
bool cjpeg_source_lacks_scan(CJPEGReader *reader);

/// Tells that another scan begins at the next byte.
void cjpeg_source_begin_scan(CJPEGReader *reader);

/// Passes over the codes of a hidden scan; OK also where there is nothing to pass over.
CJPEGStatus cjpeg_source_skip_hidden(CJPEGReader *reader);

/// Whether only the first coefficient of each block of a component is shown.
bool cjpeg_shows_firsts_only(const CJPEGReader *reader, int component);

/// Makes the library keep no other coefficients of such components.
void cjpeg_keep_firsts(CJPEGReader *reader);

/// Gives a window its rows; all other members are set, and all rows of the array are zero.
void cjpeg_window_init(j_common_ptr codec, int pool, CJPEGWindow *window);

/// Returns rows from `first` on: `count` to write, or all of the window to read. Fails if `count` rows
/// are not in the array, or are more than `most`.
JBLOCKARRAY cjpeg_window_access(j_common_ptr codec, CJPEGWindow *window, JDIMENSION first,
                                JDIMENSION count, bool writes);

/// How many pixels a block of a component becomes on a side.
int cjpeg_scaled_size(const jpeg_component_info *component);

/// Whether the coefficients of a component are kept without their zeroes.
bool cjpeg_packs(const CJPEGReader *reader, int component);

/// An array of coefficients that is kept so.
jvirt_barray_ptr cjpeg_packed_request(j_common_ptr codec, int pool, JDIMENSION blocks,
                                      JDIMENSION count, JDIMENSION most);

/// Returns the window of such an array, NULL for another one.
CJPEGWindow *cjpeg_packed_window(const CJPEGReader *reader, jvirt_barray_ptr wanted);

/// Frees all such arrays, which are not in the library's memory.
void cjpeg_packed_free(CJPEGReader *reader);

/// Makes the library see no codes of which nothing is shown, if there are any in the scan to come.
void cjpeg_trim_begin(CJPEGReader *reader);

/// Feeds the next codes that are left; false where they are not as they should be.
bool cjpeg_trim_fill(CJPEGReader *reader);

/// Frees what it needed.
void cjpeg_trim_free(CJPEGReader *reader);

/// Keeps a failure that the library did not notice, unless there is one; returns the one kept.
CJPEGStatus cjpeg_reader_refuse(CJPEGReader *reader, CJPEGStatus status, const char *message);
