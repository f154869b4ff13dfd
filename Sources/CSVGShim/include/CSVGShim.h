// Plain functions over librsvg, cairo and GIO, which are loaded on first use.
//
// Their headers are not needed: the called functions are declared here and in library.c, and their
// binary interface is stable. A document belongs to one thread at a time.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The image size in the root element; a side that is not absolute is 0.
typedef struct {
    /// The sides in CSS pixels, if they are lengths.
    double width;
    double height;
    /// The fraction of the view box that a percentage takes: 1 for 100 %.
    double width_share;
    double height_share;
    /// The sides of the view box, 0 without one.
    double box_width;
    double box_height;
} CSVGSize;

typedef struct CSVGDocument CSVGDocument;

/// The size of the buffer for an error message.
#define CSVG_MESSAGE_SIZE 200

/// Loads the libraries once; thread-safe.
///
/// - Returns: NULL on success, otherwise the name of the missing library or function.
const char *_Nullable csvg_load(void);

/// Parses a document without a base address, so that it cannot refer to anything outside of itself.
///
/// - Parameter message: The error, if it returns NULL.
CSVGDocument *_Nullable csvg_open(const uint8_t *_Nonnull bytes, size_t count,
                                  char *_Nonnull message);
void csvg_close(CSVGDocument *_Nonnull document);

/// Reads the root's size at 96 pixels an inch and `em` pixels an em.
CSVGSize csvg_size(CSVGDocument *_Nonnull document, double em);

/// Measures the extent of the drawing to the right and down from the origin.
bool csvg_extent(CSVGDocument *_Nonnull document, double *_Nonnull width,
                 double *_Nonnull height);

/// Draws the document of `width` × `height` CSS pixels, scaled to the given pixels.
///
/// - Parameter pixels: Premultiplied BGRA; transparent before the call.
bool csvg_render(CSVGDocument *_Nonnull document, double width, double height,
                 uint8_t *_Nonnull pixels, int columns, int rows, int bytes_per_row,
                 char *_Nonnull message);

/// Inflates gzip data into `target`.
///
/// - Returns: The number of bytes, -1 if the data is damaged or incomplete, -2 if it exceeds
///   `capacity`.
ptrdiff_t csvg_gunzip(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull target,
                      size_t capacity);
