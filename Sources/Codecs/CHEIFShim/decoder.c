#ifdef WEBIMAGE_ENABLED

#include "decoder.h"
#include <limits.h>
#include <string.h>

/// `true` if a warning of the library does not concern the image.
static bool is_harmless(de265_error warning) {
    switch (warning) {
    case DE265_WARNING_NO_WPP_CANNOT_USE_MULTITHREADING:
    case DE265_WARNING_NUMBER_OF_THREADS_LIMITED_TO_MAXIMUM:
    // A message unit that is not understood, such as the hash of a picture.
    case DE265_WARNING_SPS_MISSING_CANNOT_DECODE_SEI: return true;
    default: return false;
    }
}

enum { SEQUENCE = 33, SUFFIX_MESSAGE = 40, PICTURE_HASH = 132, MD5 = 0 };

/// `true` if a unit is a picture hash other than MD5 (ITU-T H.265, section D.2.19). libde265
/// rejects valid pictures by their CRC, and deep ones by their checksum.
static bool is_doubtful_hash(const uint8_t *unit, size_t length) {
    return length > 4 && (unit[0] >> 1 & 63) == SUFFIX_MESSAGE && unit[2] == PICTURE_HASH &&
           unit[4] != MD5;
}

/// `true` if a unit describes the sequence of the only decoded layer.
static bool is_sequence(const uint8_t *unit) {
    return (unit[0] >> 1 & 63) == SEQUENCE && (unit[0] & 1) == 0 && unit[1] >> 3 == 0;
}

/// `true` if a unit is a slice segment of the only decoded layer.
static bool is_slice(const uint8_t *unit, size_t length) {
    return (unit[0] >> 1 & 63) < 32 && (unit[0] & 1) == 0 && unit[1] >> 3 == 0 && length > 2;
}

/// `true` if a slice segment is the first of a coded picture (ITU-T H.265, section 7.3.6.1).
static bool begins_picture(const uint8_t *unit) { return unit[2] >> 7 != 0; }

/// Queues one unit.
static struct heif_error push_unit(de265_decoder_context *decoder, const uint8_t *unit,
                                   size_t length, int64_t index, CHEIFParameters *known) {
    if (is_doubtful_hash(unit, length))
        cheif_de265.de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_BOOL_SEI_CHECK_HASH, 0);
    if (is_sequence(unit)) {
        if (known->sequence &&
            (known->length != length || memcmp(known->sequence, unit, length) != 0))
            return cheif_damaged("an image has two different sequence parameter sets");
        // Some writers repeat it.
        if (known->sequence) return cheif_ok();
        const char *refused = cheif_parameters_refused(unit, length);
        if (refused)
            return cheif_error(heif_error_Unsupported_feature, heif_suberror_Unsupported_codec,
                               refused);
        known->sequence = unit, known->length = length;
    }
    if (is_slice(unit, length)) {
        if (begins_picture(unit) && known->pictures++ == known->most_pictures)
            return cheif_damaged("more coded pictures than the tables say");
        // libde265 would decode it into the picture before.
        if (known->pictures == 0)
            return cheif_damaged("a picture without the first of its slices");
    }
    de265_error error = cheif_de265.de265_push_NAL(decoder, unit, (int)length, index, NULL);
    return error == DE265_OK ? cheif_ok() : cheif_damaged(cheif_de265.de265_get_error_text(error));
}

struct heif_error cheif_push_units(de265_decoder_context *decoder, const uint8_t *data, size_t size,
                                   unsigned length_size, int64_t index, CHEIFParameters *known) {
    while (size > 0) {
        if (size < length_size)
            return cheif_error(heif_error_Invalid_input, heif_suberror_End_of_data,
                               "the length of an HEVC unit is cut off");
        size_t length = 0;
        for (unsigned i = 0; i < length_size; i++) length = length << 8 | data[i];
        data += length_size, size -= length_size;
        if (length > size || length > INT_MAX)
            return cheif_error(heif_error_Invalid_input, heif_suberror_End_of_data,
                               "an HEVC unit is longer than the data");
        // Shorter units have no header.
        if (length >= 2) {
            struct heif_error error = push_unit(decoder, data, length, index, known);
            if (error.code != heif_error_Ok) return error;
        }
        data += length, size -= length;
    }
    return cheif_ok();
}

struct heif_error cheif_failure(const char *text) {
    if (cheif_task->is_beyond_limit)
        return cheif_error(heif_error_Memory_allocation_error,
                           heif_suberror_Security_limit_exceeded,
                           "the HEVC stream has more pixels than allowed");
    if (cheif_task->lacks_memory)
        return cheif_error(heif_error_Memory_allocation_error, heif_suberror_Unspecified,
                           "not enough memory for the image");
    if (cheif_task->pictures > 1 && !cheif_task->is_sequence)
        return cheif_damaged(
            "the HEVC stream has several pictures, or one that is not a key picture");
    return cheif_damaged(text);
}

de265_decoder_context *cheif_new_decoder(void) {
    // No worker threads: the caller's is enough, and the result depends on no race.
    de265_decoder_context *decoder = cheif_de265.de265_new_decoder();
    if (!decoder) return NULL;
    cheif_de265.de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_BOOL_SEI_CHECK_HASH, 1);
    cheif_de265.de265_set_parameter_bool(decoder, DE265_DECODER_PARAM_SUPPRESS_FAULTY_PICTURES, 1);
    return decoder;
}

struct heif_error cheif_pending_warnings(de265_decoder_context *decoder) {
    for (;;) {
        de265_error warning = cheif_de265.de265_get_warning(decoder);
        if (warning == DE265_OK) return cheif_ok();
        if (!is_harmless(warning)) return cheif_failure(cheif_de265.de265_get_error_text(warning));
    }
}

struct heif_error cheif_decode_units(const uint8_t *data, size_t size, CHEIFFill fill,
                                     de265_decoder_context **decoder,
                                     const struct de265_image **picture) {
    CHEIFTask *task = cheif_task;
    task->fill = fill;
    task->pictures = 0;
    task->first_plane = NULL;
    *picture = NULL;
    *decoder = cheif_new_decoder();
    if (!*decoder)
        return cheif_error(heif_error_Memory_allocation_error, heif_suberror_Unspecified,
                           "not enough memory for the decoder");
    CHEIFParameters known = {.most_pictures = SIZE_MAX};
    struct heif_error error = cheif_push_units(*decoder, data, size, 4, 0, &known);
    if (error.code != heif_error_Ok) return error;
    cheif_de265.de265_flush_data(*decoder);
    int more = 0;
    do {
        de265_error result = cheif_de265.de265_decode(*decoder, &more);
        if (result != DE265_OK) return cheif_failure(cheif_de265.de265_get_error_text(result));
        const struct de265_image *next = cheif_de265.de265_get_next_picture(*decoder);
        if (next) *picture = next;
    } while (more);
    error = cheif_pending_warnings(*decoder);
    if (error.code != heif_error_Ok) return error;
    if (task->is_beyond_limit || task->pictures > 1 || !*picture)
        return cheif_failure("libde265 decoded no picture");
    const uint8_t *plane = cheif_de265.de265_get_image_plane(*picture, 0, NULL);
    if (!task->first_plane || plane < task->first_plane ||
        plane >= task->first_plane + task->first_size)
        return cheif_error(heif_error_Unsupported_feature, heif_suberror_Unspecified,
                           "libde265 ignores the memory that it is given");
    return cheif_ok();
}

#endif
