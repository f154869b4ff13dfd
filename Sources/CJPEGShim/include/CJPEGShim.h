// libjpeg behind functions that return: its errors jump inside of this target only.
//
// A handle belongs to one thread at a time. Nothing here calls back.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// How a call ended; the text of a failure is in the handle's message.
///
/// The first failure of a reader stays: what follows from it does not hide it, however the bytes
/// were cut into pieces.
typedef enum __attribute__((enum_extensibility(closed))) {
    CJPEGStatusOK,
    /// The bytes that were fed are used up, and are not the last ones; feed more and call again.
    CJPEGStatusNeedsMore,
    /// The bytes break the rules.
    CJPEGStatusDamaged,
    /// The bytes end before the picture does.
    CJPEGStatusTruncated,
    /// A feature that libjpeg does not have.
    CJPEGStatusUnsupported,
    /// Memory or work beyond what was allowed.
    CJPEGStatusTooLarge,
} CJPEGStatus;

/// What stands before the first scan.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Whether rows come as cyan, magenta, yellow, black; else as blue, green, red, 255.
    bool is_cmyk;
    /// Whether all data must be read before the first row: progressive, or one component a scan.
    bool has_multiple_scans;
    /// Bytes of memory for the coefficients of a file of multiple scans, else 0.
    uint64_t coefficient_bytes;
    /// The densities in the JFIF segment, and their unit: 1 an inch, 2 a centimetre, 0 for none.
    uint16_t density_x;
    uint16_t density_y;
    uint8_t density_unit;
    /// The TIFF structure of the first EXIF segment, NULL for none; lives as long as the reader.
    const uint8_t *_Nullable exif;
    size_t exif_count;
} CJPEGHeader;

typedef struct CJPEGReader CJPEGReader;
typedef struct CJPEGWriter CJPEGWriter;

/// The version of the libjpeg-turbo that was compiled against.
const char *_Nonnull cjpeg_version(void);

/// A reader without bytes yet, NULL without memory.
CJPEGReader *_Nullable cjpeg_reader_open(size_t max_memory);
void cjpeg_reader_close(CJPEGReader *_Nonnull reader);
const char *_Nonnull cjpeg_reader_message(const CJPEGReader *_Nonnull reader);

/// Gives the bytes to read next, which stay until the next call: first those that were unread.
void cjpeg_reader_feed(CJPEGReader *_Nonnull reader, const uint8_t *_Nullable bytes, size_t count,
                       bool is_end);

/// How many of the bytes that were fed are still unread.
size_t cjpeg_reader_unread(const CJPEGReader *_Nonnull reader);

/// Reads up to the first scan.
CJPEGStatus cjpeg_reader_header(CJPEGReader *_Nonnull reader, CJPEGHeader *_Nonnull header);

/// The ICC profile in memory that the caller frees; NULL for none or a damaged one.
uint8_t *_Nullable cjpeg_reader_profile(CJPEGReader *_Nonnull reader, size_t *_Nonnull count);

/// Makes it read also what is not shown; to be called before decoding begins.
void cjpeg_reader_read_hidden(CJPEGReader *_Nonnull reader);

/// Lets it leave out codes of which nothing is shown, where at least so many bytes follow the header;
/// to be called before decoding begins, for which all bytes are fed at once.
void cjpeg_reader_may_trim(CJPEGReader *_Nonnull reader, size_t least);

/// Whether it failed at what was to be passed over or left out: the end of a scan is missing, or
/// codes are not as they should be. That may do no harm, which only reading all of them tells.
bool cjpeg_reader_lacks_hidden_end(const CJPEGReader *_Nonnull reader);

/// Begins decoding at `eighths` / 8 of the size, rounded; tells the size of the rows to come.
CJPEGStatus cjpeg_reader_start(CJPEGReader *_Nonnull reader, uint32_t eighths,
                               uint32_t *_Nonnull width, uint32_t *_Nonnull height);

/// Reads the scans of a file of multiple scans, some rows of blocks a call, until `is_done`.
CJPEGStatus cjpeg_reader_consume(CJPEGReader *_Nonnull reader, uint32_t steps,
                                 bool *_Nonnull is_done);

/// How many rows of blocks of a file of multiple scans were read, 0 while there is nothing to see.
uint32_t cjpeg_reader_revision(const CJPEGReader *_Nonnull reader);

/// Begins a pass over what was read of a file of multiple scans; tells how many rows show something.
CJPEGStatus cjpeg_reader_begin_pass(CJPEGReader *_Nonnull reader, uint32_t *_Nonnull visible);

/// Ends a pass, whether all of its rows were taken or not.
CJPEGStatus cjpeg_reader_end_pass(CJPEGReader *_Nonnull reader);

/// Decodes the next `count` rows into memory whose rows are `stride` bytes apart; tells how many.
CJPEGStatus cjpeg_reader_rows(CJPEGReader *_Nonnull reader, uint8_t *_Nonnull rows, size_t stride,
                              uint32_t count, uint32_t *_Nonnull done);

/// What is to be written.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// 1 to 100, as IJG's tables are scaled.
    int quality;
    /// Pixels of a row and of a column that share a sample of colour, 1 or 2.
    int chroma_x;
    int chroma_y;
    /// Whether only brightness is stored.
    bool is_grey;
    bool is_progressive;
    /// Whether Huffman tables are made for this picture.
    bool optimizes;
    bool is_arithmetic;
    /// Rows of blocks between two restart markers, 0 for none.
    int restart_rows;
    /// Whether a JFIF segment is written, and the dots an inch in it, 0 for none.
    bool has_jfif;
    uint16_t density_x;
    uint16_t density_y;
} CJPEGPicture;

/// A writer, NULL without memory.
CJPEGWriter *_Nullable cjpeg_writer_open(void);
void cjpeg_writer_close(CJPEGWriter *_Nonnull writer);
const char *_Nonnull cjpeg_writer_message(const CJPEGWriter *_Nonnull writer);

/// Begins a picture.
bool cjpeg_writer_start(CJPEGWriter *_Nonnull writer, const CJPEGPicture *_Nonnull picture);

/// Writes a segment of up to 65,533 bytes, before the first row.
bool cjpeg_writer_segment(CJPEGWriter *_Nonnull writer, uint8_t marker,
                          const uint8_t *_Nonnull bytes, size_t count);

/// Encodes the next `count` rows of blue, green, red and a byte that is ignored.
bool cjpeg_writer_rows(CJPEGWriter *_Nonnull writer, const uint8_t *_Nonnull rows, size_t stride,
                       uint32_t count);

/// Ends the picture and hands out its bytes, which the caller frees; NULL when that failed.
uint8_t *_Nullable cjpeg_writer_finish(CJPEGWriter *_Nonnull writer, size_t *_Nonnull count);
