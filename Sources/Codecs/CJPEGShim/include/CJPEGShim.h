// Functions over libjpeg that return errors: its `longjmp` stays within this target.
//
// A handle belongs to one thread at a time. There are no callbacks.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of a call; the handle has the message of a failure.
///
/// The first failure of a reader is final: later ones do not replace it, regardless of how the
/// bytes were divided.
typedef enum __attribute__((enum_extensibility(closed))) {
    CJPEGStatusOK,
    /// All bytes were consumed, and more are to come; feed them and call again.
    CJPEGStatusNeedsMore,
    /// The bytes are invalid.
    CJPEGStatusDamaged,
    /// The bytes end before the image.
    CJPEGStatusTruncated,
    /// The feature is not supported by libjpeg.
    CJPEGStatusUnsupported,
    /// The memory or work exceeds the limits.
    CJPEGStatusTooLarge,
} CJPEGStatus;

/// The data before the first scan.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// `true` if rows are CMYK, otherwise BGRA with alpha 255.
    bool is_cmyk;
    /// `true` if all data must be read before the first row: progressive, or one component a scan.
    bool has_multiple_scans;
    /// The bytes of coefficients of a file of multiple scans, otherwise 0.
    uint64_t coefficient_bytes;
    /// The densities in the JFIF segment, and their unit: 1 inch, 2 centimetre, 0 none.
    uint16_t density_x;
    uint16_t density_y;
    uint8_t density_unit;
    /// The TIFF structure of the first EXIF segment, or NULL; valid as long as the reader.
    const uint8_t *_Nullable exif;
    size_t exif_count;
} CJPEGHeader;

typedef struct CJPEGReader CJPEGReader;
typedef struct CJPEGWriter CJPEGWriter;

/// Returns the version of the libjpeg-turbo headers.
const char *_Nonnull cjpeg_version(void);

/// Creates a reader; NULL if memory is short.
CJPEGReader *_Nullable cjpeg_reader_open(size_t max_memory);
void cjpeg_reader_close(CJPEGReader *_Nonnull reader);
const char *_Nonnull cjpeg_reader_message(const CJPEGReader *_Nonnull reader);

/// Sets the bytes to read next, the unread ones first; they stay valid until the next feed.
void cjpeg_reader_feed(CJPEGReader *_Nonnull reader, const uint8_t *_Nullable bytes, size_t count,
                       bool is_end);

/// Returns the number of fed bytes that are still unread.
size_t cjpeg_reader_unread(const CJPEGReader *_Nonnull reader);

/// Reads up to the first scan.
CJPEGStatus cjpeg_reader_header(CJPEGReader *_Nonnull reader, CJPEGHeader *_Nonnull header);

/// Returns the ICC profile, which the caller frees; NULL if there is none or it is damaged.
uint8_t *_Nullable cjpeg_reader_profile(CJPEGReader *_Nonnull reader, size_t *_Nonnull count);

/// Makes the reader read hidden scans too; called before decoding begins.
void cjpeg_reader_read_hidden(CJPEGReader *_Nonnull reader);

/// Allows skipping codes that affect no pixel, if at least `least` bytes follow the header. Called
/// before decoding begins, for which all bytes are fed at once.
void cjpeg_reader_may_trim(CJPEGReader *_Nonnull reader, size_t least);

/// Leaves rows grey whose codes are missing, after a first row of blocks. Called before decoding
/// begins; all components still need their first scan.
void cjpeg_reader_allow_truncated(CJPEGReader *_Nonnull reader);

/// Returns `true` if rows were left grey.
bool cjpeg_reader_is_truncated(const CJPEGReader *_Nonnull reader);

/// Returns `true` if the failure concerns skipped data: the end of a scan is missing, or codes are
/// invalid. Only reading all of them shows if that is harmful.
bool cjpeg_reader_lacks_hidden_end(const CJPEGReader *_Nonnull reader);

/// Begins decoding at `eighths` / 8 of the size, rounded; sets the size of the rows.
CJPEGStatus cjpeg_reader_start(CJPEGReader *_Nonnull reader, uint32_t eighths,
                               uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/// Reads some rows of blocks of a file of multiple scans, until `is_done`.
CJPEGStatus cjpeg_reader_consume(CJPEGReader *_Nonnull reader, uint32_t steps,
                                 bool *_Nonnull is_done);

/// Returns the number of block rows read from multiple scans; 0 while nothing is visible.
uint32_t cjpeg_reader_revision(const CJPEGReader *_Nonnull reader);

/// Begins an output pass of a file of multiple scans; sets the number of visible rows.
CJPEGStatus cjpeg_reader_begin_pass(CJPEGReader *_Nonnull reader, uint32_t *_Nonnull visible);

/// Ends a pass, even before all of its rows are read.
CJPEGStatus cjpeg_reader_end_pass(CJPEGReader *_Nonnull reader);

/// Decodes up to `count` rows, `stride` bytes apart; sets the number that is done.
CJPEGStatus cjpeg_reader_rows(CJPEGReader *_Nonnull reader, uint8_t *_Nonnull rows, size_t stride,
                              uint32_t count, uint32_t *_Nonnull done);

/// The parameters of an encode.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// 1 to 100, on the scale of IJG's tables.
    int quality;
    /// The horizontal and vertical subsampling of chroma, 1 or 2.
    int chroma_x;
    int chroma_y;
    /// `true` to store luminance only.
    bool is_grey;
    bool is_progressive;
    /// `true` to optimize Huffman tables.
    bool optimizes;
    bool is_arithmetic;
    /// The block rows between two restart markers, 0 for none.
    int restart_rows;
    /// `true` to write a JFIF segment, and its dots an inch, 0 for none.
    bool has_jfif;
    uint16_t density_x;
    uint16_t density_y;
} CJPEGPicture;

/// Creates a writer; NULL if memory is short.
CJPEGWriter *_Nullable cjpeg_writer_open(void);
void cjpeg_writer_close(CJPEGWriter *_Nonnull writer);
const char *_Nonnull cjpeg_writer_message(const CJPEGWriter *_Nonnull writer);

/// Begins an image.
bool cjpeg_writer_start(CJPEGWriter *_Nonnull writer, const CJPEGPicture *_Nonnull picture);

/// Writes a segment of up to 65,533 bytes, before the first row.
bool cjpeg_writer_segment(CJPEGWriter *_Nonnull writer, uint8_t marker,
                          const uint8_t *_Nonnull bytes, size_t count);

/// Encodes the next `count` rows of BGRX.
bool cjpeg_writer_rows(CJPEGWriter *_Nonnull writer, const uint8_t *_Nonnull rows, size_t stride,
                       uint32_t count);

/// Ends the image and returns its bytes, which the caller frees; NULL on failure.
uint8_t *_Nullable cjpeg_writer_finish(CJPEGWriter *_Nonnull writer, size_t *_Nonnull count);
