#ifdef WEBIMAGE_ENABLED

// The decoding of a track, whose pictures refer to each other, one picture at a time.

#include "decoder.h"
#include <stdlib.h>

struct CHEIFSequence {
    de265_decoder_context *decoder;
    CHEIFParameters known;
    uint64_t most_pixels, most_bytes;
    CHEIFFill fill;
    /// The picture decoded last, owned by the decoder.
    const struct de265_image *picture;
    /// `true` if the picture of the last sample is still to be filtered and released.
    bool is_open;
    /// `true` if an error is reported, after which no other one is.
    bool has_failed;
    bool is_flushed;
};

CHEIFSequence *cheif_sequence_open(uint64_t most_pixels, uint64_t most_bytes,
                                   bool is_second) {
    CHEIFSequence *sequence = calloc(1, sizeof *sequence);
    if (!sequence) return NULL;
    sequence->most_pixels = most_pixels;
    sequence->most_bytes = most_bytes;
    sequence->fill = is_second ? cheif_second_fill : cheif_first_fill;
    sequence->decoder = cheif_new_decoder();
    if (sequence->decoder) return sequence;
    free(sequence);
    return NULL;
}

void cheif_sequence_close(CHEIFSequence *sequence) {
    cheif_de265.de265_free_decoder(sequence->decoder);
    free(sequence);
}

const struct de265_image *cheif_sequence_picture(const CHEIFSequence *sequence) {
    return sequence->picture;
}

bool cheif_sequence_is_doubtful(const CHEIFSequence *sequence) {
    return sequence->picture && cheif_planes_show(sequence->picture, sequence->fill);
}

uint64_t cheif_sequence_digest(const CHEIFSequence *sequence) {
    return sequence->picture ? cheif_planes_digest(sequence->picture) : 0;
}

struct heif_error cheif_sequence_push(CHEIFSequence *sequence, const uint8_t *data, size_t size,
                                      unsigned length_size, int64_t index) {
    sequence->known.pictures = 0;
    sequence->known.most_pictures = index < 0 ? 0 : 1;
    struct heif_error error = cheif_push_units(sequence->decoder, data, size, length_size, index,
                                               &sequence->known);
    sequence->is_open = sequence->known.pictures > 0;
    sequence->has_failed |= error.code != heif_error_Ok;
    return error;
}

/// Takes a picture, or decodes one unit, or ends a picture; sets the picture to NULL if that does
/// not suffice.
///
/// libde265 ends a picture when it reads the first slice of the next one, whose damage it would
/// then report with it. So the end of the frame is stated as soon as its units are decoded. One
/// call decodes after that: another would release pictures that are shown later.
static struct heif_error step(CHEIFSequence *sequence, bool is_end, bool *more) {
    de265_decoder_context *decoder = sequence->decoder;
    sequence->picture = cheif_de265.de265_get_next_picture(decoder);
    if (sequence->picture) return cheif_ok();
    int units = cheif_de265.de265_get_number_of_NAL_units_pending(decoder);
    if (units == 0) {
        if (sequence->is_open) {
            cheif_de265.de265_push_end_of_frame(decoder);
            sequence->is_open = false;
        } else if (is_end && !sequence->is_flushed) {
            cheif_de265.de265_flush_data(decoder);
            sequence->is_flushed = true;
        } else {
            return cheif_ok();
        }
    }
    de265_error result = cheif_de265.de265_decode(decoder, NULL);
    // A step without progress is not repeated.
    *more = units == 0 || cheif_de265.de265_get_number_of_NAL_units_pending(decoder) < units;
    if (result != DE265_OK) return cheif_failure(cheif_de265.de265_get_error_text(result));
    sequence->picture = cheif_de265.de265_get_next_picture(decoder);
    *more &= !sequence->picture;
    return cheif_ok();
}

struct heif_error cheif_sequence_next(CHEIFSequence *sequence, bool is_end, int64_t *index,
                                      bool *more) {
    const CHEIFPlan plan = {.most_pixels = sequence->most_pixels};
    CHEIFTask task = {.plan = &plan,
                      .fill = sequence->fill,
                      .is_sequence = true,
                      .most_bytes = sequence->most_bytes};
    *index = -1;
    *more = false;
    cheif_task = &task;
    struct heif_error error = step(sequence, is_end, more);
    if (error.code == heif_error_Ok) error = cheif_pending_warnings(sequence->decoder);
    if (error.code == heif_error_Ok && (task.is_beyond_limit || task.lacks_memory))
        error = cheif_failure("libde265 has no memory");
    cheif_task = NULL;
    if (sequence->picture) *index = cheif_de265.de265_get_image_PTS(sequence->picture);
    if (error.code != heif_error_Ok && sequence->has_failed) return cheif_ok();
    sequence->has_failed |= error.code != heif_error_Ok;
    return error;
}

#endif
