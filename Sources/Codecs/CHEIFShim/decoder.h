// The decoding of one coded picture by libde265, for the plug-in.

#pragma once

#include "CHEIFShim.h"
#include <libde265/de265.h>

/// The functions of libde265 that are called.
#define DE265_FUNCTIONS(X)                                                                        \
    X(de265_get_version) X(de265_get_error_text) X(de265_new_decoder) X(de265_free_decoder)                            \
    X(de265_set_parameter_bool) X(de265_push_NAL) X(de265_flush_data) X(de265_decode)             \
    X(de265_push_end_of_frame) X(de265_get_number_of_NAL_units_pending)                           \
    X(de265_get_warning) X(de265_get_next_picture) X(de265_get_image_width)                       \
    X(de265_get_image_height) X(de265_get_chroma_format) X(de265_get_bits_per_pixel)              \
    X(de265_get_image_plane) X(de265_set_image_plane) X(de265_get_image_full_range_flag)          \
    X(de265_get_image_colour_primaries) X(de265_get_image_transfer_characteristics)               \
    X(de265_get_image_matrix_coefficients) X(de265_get_image_PTS)                                 \
    X(de265_get_default_image_allocation_functions)

/// The table of libde265's functions, each under its own name.
typedef struct {
    DE265_FUNCTIONS(COPTIONAL_SLOT)
} DE265;

/// The loaded library; filled by `cheif_prepare`.
extern DE265 cheif_de265;

/// The sample values of planes before anything is decoded into them.
typedef struct {
    uint16_t luma, chroma;
} CHEIFFill;

/// A call of `cheif_decode` in progress on this thread.
typedef struct {
    const CHEIFPlan *_Nonnull plan;
    /// The position of the next coded picture in the plan.
    size_t run;
    uint32_t index;
    /// The fill of the next allocated planes.
    CHEIFFill fill;
    /// The number of pictures for which the current decoder requested planes; only one is allowed.
    unsigned pictures;
    const uint8_t *_Nullable first_plane;
    size_t first_size;
    /// The sequences whose current pictures are the coded pictures, in order; NULL to decode them.
    const CHEIFSequence *const _Nonnull *_Nullable sequences;
    size_t sequence_count;
    /// The number of next coded pictures whose planes libheif is to return as they are.
    size_t kept;
    /// `true` while pictures that refer to each other are decoded.
    bool is_sequence;
    /// The maximum size of the planes of a picture of a sequence.
    uint64_t most_bytes;
    /// `true` if the area of a coded picture exceeds the plan's.
    bool is_beyond_limit;
    /// `true` if the system had no memory for the planes.
    bool lacks_memory;
} CHEIFTask;

/// The task of the current thread; NULL outside of `cheif_decode`.
extern _Thread_local CHEIFTask *_Nullable cheif_task;

/// Makes libde265 allocate the planes of a task's pictures in this module.
void cheif_planes_install(void);

/// `true` if part of the picture seems to hold `fill` still.
bool cheif_planes_show(const struct de265_image *_Nonnull picture, CHEIFFill fill);

/// Returns a digest of the visible samples.
uint64_t cheif_planes_digest(const struct de265_image *_Nonnull picture);

/// Returns the unsupported feature of a sequence parameter set (ITU-T H.265, section 7.3.2.2) of at
/// least two bytes; NULL if libde265 may decode it.
const char *_Nullable cheif_parameters_refused(const uint8_t *_Nonnull unit, size_t length);

/// Decodes the units in `data`, each preceded by its length in four bytes.
///
/// - Parameter decoder: Set to the decoder, which owns the picture; the caller always frees it.
/// - Parameter picture: Set to the decoded picture.
/// - Returns: An error if libde265 reports any damage.
struct heif_error cheif_decode_units(const uint8_t *_Nonnull data, size_t size, CHEIFFill fill,
                                     de265_decoder_context *_Nullable *_Nonnull decoder,
                                     const struct de265_image *_Nullable *_Nonnull picture);

/// The state of a stream whose units are pushed.
typedef struct {
    /// The sequence parameter set; NULL before it is pushed.
    const uint8_t *_Nullable sequence;
    size_t length;
    /// The number of coded pictures in the current sample, and its maximum.
    size_t pictures, most_pictures;
} CHEIFParameters;

/// The fill of planes before their first decode.
extern const CHEIFFill cheif_first_fill;
/// Another fill, to find samples that are not decoded.
extern const CHEIFFill cheif_second_fill;

/// Creates a decoder without worker threads, which checks hashes; NULL if memory is short.
de265_decoder_context *_Nullable cheif_new_decoder(void);

/// Queues the units in `data`, each preceded by its length in `length_size` bytes, for the picture
/// with number `index`. The data stays valid as long as `known`.
struct heif_error cheif_push_units(de265_decoder_context *_Nonnull decoder,
                                   const uint8_t *_Nonnull data, size_t size, unsigned length_size,
                                   int64_t index, CHEIFParameters *_Nonnull known);

/// Returns an error if libde265 has reported damage since the last call.
struct heif_error cheif_pending_warnings(de265_decoder_context *_Nonnull decoder);

/// Returns the error of a failed step; a rejection by this module has precedence.
struct heif_error cheif_failure(const char *_Nonnull text);

/// Returns the current picture of a sequence; NULL before the first.
const struct de265_image *_Nullable cheif_sequence_picture(const CHEIFSequence *_Nonnull sequence);

/// Returns an error of libheif with a static text.
static inline struct heif_error cheif_error(enum heif_error_code code,
                                            enum heif_suberror_code subcode,
                                            const char *_Nonnull text) {
    struct heif_error error = {code, subcode, text};
    return error;
}

/// Returns success.
static inline struct heif_error cheif_ok(void) {
    return cheif_error(heif_error_Ok, heif_suberror_Unspecified, "Success");
}

/// Returns the error of damaged bytes.
static inline struct heif_error cheif_damaged(const char *_Nonnull text) {
    return cheif_error(heif_error_Decoder_plugin_error, heif_suberror_Unspecified, text);
}

/// Returns the error of memory that is short.
static inline struct heif_error cheif_no_memory(void) {
    return cheif_error(heif_error_Memory_allocation_error, heif_suberror_Unspecified,
                       "out of memory");
}

/// Copies a decoded picture into a new image with the planes that the current task asks for.
struct heif_error cheif_convert(const CHEIF *_Nonnull heif,
                                const struct de265_image *_Nonnull picture,
                                struct heif_image *_Nullable *_Nonnull image);
