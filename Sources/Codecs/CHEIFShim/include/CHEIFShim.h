// The functions of libheif that WebImageHEIF calls, loaded on first use, and decoding with this
// module's own decoder plug-in over libde265.
//
// One library name covers every version since 1.0: functions stay, and structs, which the library
// allocates, grow at their ends. Functions added after 1.15 are not used.

#pragma once

#include <COptionalLibrary.h>
#include <libheif/heif.h>

/// The functions of the library that are called.
#define CHEIF_FUNCTIONS(X)                                                                        \
    X(heif_get_version) X(heif_get_version_number) X(heif_init) X(heif_context_alloc) X(heif_context_free)                   \
    X(heif_context_read_from_memory_without_copy) X(heif_context_set_maximum_image_size_limit)    \
    X(heif_context_set_max_decoding_threads) X(heif_context_get_primary_image_ID)                 \
    X(heif_context_get_primary_image_handle)                                                      \
    X(heif_image_handle_release) X(heif_image_handle_get_width) X(heif_image_handle_get_height)   \
    X(heif_image_handle_get_ispe_width) X(heif_image_handle_get_ispe_height)                      \
    X(heif_image_handle_has_alpha_channel) X(heif_image_handle_is_premultiplied_alpha)            \
    X(heif_image_handle_get_number_of_auxiliary_images)                                           \
    X(heif_image_handle_get_list_of_auxiliary_image_IDs)                                          \
    X(heif_image_handle_get_luma_bits_per_pixel)                                                  \
    X(heif_image_handle_get_number_of_thumbnails)                                                 \
    X(heif_image_handle_get_list_of_thumbnail_IDs) X(heif_image_handle_get_thumbnail)             \
    X(heif_image_handle_get_list_of_metadata_block_IDs)                                           \
    X(heif_image_handle_get_metadata_size) X(heif_image_handle_get_metadata)                      \
    X(heif_decoding_options_alloc) X(heif_decoding_options_free) X(heif_decode_image)             \
    X(heif_register_decoder_plugin)                                                               \
    X(heif_image_release) X(heif_image_get_width) X(heif_image_get_height)                        \
    X(heif_image_get_bits_per_pixel_range)                                                        \
    X(heif_image_get_plane_readonly) X(heif_image_get_plane) X(heif_image_create)                 \
    X(heif_image_add_plane) X(heif_image_set_nclx_color_profile)                                  \
    X(heif_image_set_raw_color_profile) X(heif_image_set_content_light_level)                     \
    X(heif_nclx_color_profile_alloc) X(heif_nclx_color_profile_free)                              \
    X(heif_have_encoder_for_format)                                                               \
    X(heif_context_get_encoder_for_format) X(heif_encoder_release)                                \
    X(heif_encoder_set_lossy_quality) X(heif_encoder_set_lossless)                                \
    X(heif_encoder_set_parameter_string) X(heif_encoding_options_alloc)                           \
    X(heif_encoding_options_free) X(heif_context_encode_image) X(heif_context_encode_thumbnail)   \
    X(heif_context_set_primary_image) X(heif_context_add_exif_metadata)                           \
    X(heif_context_add_XMP_metadata) X(heif_context_write)

/// The number that `heif_get_version_number` returns for the first release of a version.
#define CHEIF_VERSION(major, minor) ((uint32_t)(major) << 24 | (uint32_t)(minor) << 16)

/// The table of the library's functions, each under its own name.
typedef struct {
    CHEIF_FUNCTIONS(COPTIONAL_SLOT)
} CHEIF;

/// Fills `heif` with the functions of the first library in `names`, which ends with NULL, and lets
/// it find its plug-ins. If `names` is NULL, the system's library is used.
///
/// - Parameter missing: Set on failure to the missing library, or to the versions that fit and the
///   one that is installed; valid until the thread's next call.
bool cheif_load(CHEIF *_Nonnull heif, const char *_Nullable const *_Nullable names,
                const char *_Nullable *_Nonnull missing);

/// Loads libde265 and registers the decoder plug-in with `heif`, which stays valid for good.
///
/// Called once. The plug-in is active only in `cheif_decode`: other users of libheif in the process
/// keep their decoder.
///
/// - Parameter names: The library's file names, ended by NULL; NULL for the system's library.
/// - Parameter missing: Set as by `cheif_load` on failure.
/// - Returns: `true` if HEVC can be decoded.
bool cheif_prepare(const CHEIF *_Nonnull heif, const char *_Nullable const *_Nullable names,
                   const char *_Nullable *_Nonnull missing);

/// Consecutive coded pictures of one size, such as a grid's cells.
typedef struct {
    uint32_t width, height;
    uint32_t count;
} CHEIFRun;

/// The coded pictures that one call of `cheif_decode` may decode.
typedef struct {
    /// All runs, in order; a width of 0 allows any size.
    const CHEIFRun *_Nonnull runs;
    size_t count;
    /// The number of first coded pictures whose planes are returned as they are, luma as green,
    /// chroma of full size as blue and red. The boxes of the file must then state RGB in the full
    /// range, or nothing.
    size_t kept;
    /// The maximum area of a coded picture.
    uint64_t most_pixels;
} CHEIFPlan;

/// The decoding of a track of pictures that refer to each other.
typedef struct CHEIFSequence CHEIFSequence;

/// Creates a decoder of a track; NULL if memory is short.
///
/// - Parameter most_pixels: The maximum area of a picture.
/// - Parameter most_bytes: The maximum size of the planes of a picture.
/// - Parameter is_second: `true` to fill planes with other values before they are decoded.
CHEIFSequence *_Nullable cheif_sequence_open(uint64_t most_pixels, uint64_t most_bytes,
                                             bool is_second);
void cheif_sequence_close(CHEIFSequence *_Nonnull sequence);

/// Returns `true` if part of the current picture may not be decoded: it equals the fill.
bool cheif_sequence_is_doubtful(const CHEIFSequence *_Nonnull sequence);
/// Returns a digest of the samples of the current picture; 0 if there is none.
uint64_t cheif_sequence_digest(const CHEIFSequence *_Nonnull sequence);

/// Queues the units of a sample, or of the parameters before the first one.
///
/// Fails if a sample has more than one coded picture or begins inside of one, or the parameters
/// have one.
///
/// - Parameter data: Units, each preceded by its length; valid until the sequence is closed.
/// - Parameter length_size: The size of a length: 1, 2 or 4 bytes.
/// - Parameter index: The number of the picture in the order of presentation; -1 for parameters.
struct heif_error cheif_sequence_push(CHEIFSequence *_Nonnull sequence,
                                      const uint8_t *_Nonnull data, size_t size,
                                      unsigned length_size, int64_t index);

/// Decodes the next queued unit, or takes the next picture in the order of presentation.
///
/// The picture of a sample is complete before the next sample is asked for. Only the first error of
/// a sequence is reported: pictures that were complete before it are still returned, the first of
/// them possibly by the call that reports the error.
///
/// - Parameter is_end: `true` if no sample follows.
/// - Parameter index: Set to the number of the picture; -1 if there is none yet.
/// - Parameter more: Set to `true` if the function is to be called again before the next sample.
struct heif_error cheif_sequence_next(CHEIFSequence *_Nonnull sequence, bool is_end,
                                      int64_t *_Nonnull index, bool *_Nonnull more);

/// Decodes the image of `handle` into interleaved RGB or RGBA of 8 bits, or into planes of RGB and
/// alpha with the bits of the samples.
///
/// Calls `heif_decode_image`, which decodes each coded picture with this module's plug-in. Fails if
/// one is damaged, incomplete, or not the next one in `plan`. libheif itself neither clears the
/// memory of a grid nor compares the size of an alpha plane.
///
/// - Parameter sequences: The sequences whose current pictures replace the coded ones, in order;
///   NULL to decode the data of the image.
struct heif_error cheif_decode(const struct heif_image_handle *_Nonnull handle, bool has_alpha,
                               bool into_planes, const CHEIFPlan *_Nonnull plan,
                               const CHEIFSequence *const _Nonnull *_Nullable sequences,
                               size_t sequence_count,
                               struct heif_image *_Nullable *_Nonnull image);
