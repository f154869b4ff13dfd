// Declarations shared by the reader's files.

#pragma once

#include "CJPEGShim.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

enum { cjpeg_window_most = 64 };

/// The rows of blocks of an array that are unpacked while libjpeg works on them.
///
/// It has `most` rows, beginning at row `first` of the array, of which `loaded` are filled. Rows
/// past the array are zero. Rows with a bit in `written` may have changed.
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
    /// Stores a row of the window as row `y` of the array.
    void (*save)(j_common_ptr codec, struct CJPEGWindow *window, JDIMENSION y, JBLOCKROW row);
} CJPEGWindow;

/// An array kept by libjpeg, and its maximum number of rows for one access.
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
    // The first failure and its message.
    CJPEGStatus status;
    char message[JMSG_LENGTH_MAX];
    // libjpeg only warns of these and fills the rest with grey.
    bool ran_dry;
    bool lacks_detail;
    // `true` if the bytes end inside of a segment.
    bool ends_in_segment;
    // `true` if missing rows are left grey, and if any were.
    bool allows_truncated;
    bool is_truncated;
    // `true` if the fed bytes are the last ones, and if the end was passed.
    bool is_end;
    bool is_past_end;
    size_t to_skip;
    // The number of saved segments.
    uint32_t saved_segments;
    // The bytes of the last feed, and the bytes read from those before.
    size_t fed;
    uint64_t read_before;
    // For an arithmetic-coded scan: `true` if its end was seen, and the bytes searched for it.
    bool has_scan_end;
    size_t searched;
    // `true` if the current scan affects no pixel, and if its codes were skipped.
    bool is_hidden;
    bool is_skipped;
    // `true` if hidden scans are read too, and if the end of one was missing.
    bool reads_hidden;
    bool lacks_hidden_end;
    // `true` if codes that affect no pixel may be skipped, the minimum size, and the skipper.
    bool may_trim;
    size_t least_trimmed;
    struct CJPEGTrim *trim;
    // The arrays of components of which only the first coefficient is shown.
    struct CJPEGFirsts *firsts;
    // The arrays of components of which more coefficients are shown.
    struct CJPEGPacked *packed;
    // The arrays kept by libjpeg, and its own functions.
    CJPEGWhole whole[MAX_COMPONENTS];
    int requests;
    jvirt_barray_ptr (*request_array)(j_common_ptr, int, boolean, JDIMENSION, JDIMENSION,
                                      JDIMENSION);
    JBLOCKARRAY (*access_array)(j_common_ptr, jvirt_barray_ptr, JDIMENSION, JDIMENSION, boolean);
    // The block rows read in all scans, and `true` once a scan is complete.
    uint32_t revision;
    bool has_scan;
    // The file offset of the first scan.
    uint64_t first_scan;
    // The size of the output, and a buffer for a row if libjpeg's rows are wider.
    uint32_t width;
    uint32_t height;
    JSAMPARRAY wide_row;
};

/// Sets the codec's source, which is empty.
void cjpeg_source_init(CJPEGReader *reader);

/// Returns the number of bytes read.
uint64_t cjpeg_source_read_count(const CJPEGReader *reader);

/// Returns `true` if the next step needs bytes within codes at which libjpeg cannot suspend.
bool cjpeg_source_lacks_scan(CJPEGReader *reader);

/// Marks the beginning of another scan at the next byte.
void cjpeg_source_begin_scan(CJPEGReader *reader);

/// Skips the codes of a hidden scan; OK if there is nothing to skip.
CJPEGStatus cjpeg_source_skip_hidden(CJPEGReader *reader);

/// Returns `true` if only the first coefficient of each block of a component is shown.
bool cjpeg_shows_firsts_only(const CJPEGReader *reader, int component);

/// Makes libjpeg keep no other coefficients of such components.
void cjpeg_keep_firsts(CJPEGReader *reader);

/// Allocates a window's rows; all other members are set, and all rows of the array are zero.
void cjpeg_window_init(j_common_ptr codec, int pool, CJPEGWindow *window);

/// Returns rows from `first`: `count` to write, or the whole window to read. Fails if `count` rows
/// are out of bounds or exceed `most`.
JBLOCKARRAY cjpeg_window_access(j_common_ptr codec, CJPEGWindow *window, JDIMENSION first,
                                JDIMENSION count, bool writes);

/// Returns the side in pixels of a component's scaled block.
int cjpeg_scaled_size(const jpeg_component_info *component);

/// Returns `true` if the coefficients of a component are stored packed.
bool cjpeg_packs(const CJPEGReader *reader, int component);

/// Creates a packed array of coefficients.
jvirt_barray_ptr cjpeg_packed_request(j_common_ptr codec, int pool, JDIMENSION blocks,
                                      JDIMENSION count, JDIMENSION most);

/// Returns the window of a packed array; NULL for other arrays.
CJPEGWindow *cjpeg_packed_window(const CJPEGReader *reader, jvirt_barray_ptr wanted);

/// Frees all packed arrays, which are not in libjpeg's memory.
void cjpeg_packed_free(CJPEGReader *reader);

/// Hides codes that affect no pixel from libjpeg, if the next scan has any.
void cjpeg_trim_begin(CJPEGReader *reader);

/// Feeds the next remaining codes; returns `false` if they are invalid.
bool cjpeg_trim_fill(CJPEGReader *reader);

/// Frees the skipper's memory.
void cjpeg_trim_free(CJPEGReader *reader);

/// Records a failure that libjpeg did not report, unless there is one; returns the recorded one.
CJPEGStatus cjpeg_reader_refuse(CJPEGReader *reader, CJPEGStatus status, const char *message);
