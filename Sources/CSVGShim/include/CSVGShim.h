// librsvg, cairo and GIO behind plain functions, loaded on first use.
//
// Their headers are not needed: what is called is declared here and in library.c, and its binary
// interface is stable. A document belongs to one thread at a time.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What the root element says of the picture's size; a side that is not absolute is 0.
typedef struct {
    /// Width and height in CSS pixels, where they are lengths.
    double width;
    double height;
    /// The part of the view box that a percentage takes: 1 for 100 %.
    double width_share;
    double height_share;
    /// Width and height of the view box, 0 without one.
    double box_width;
    double box_height;
} CSVGSize;

typedef struct CSVGDocument CSVGDocument;

/// Room for the reason of a failure.
#define CSVG_MESSAGE_SIZE 200

/// Loads the libraries when called for the first time; any thread may call.
///
/// - Returns: NULL when everything is there, else the name of the library or function that is not.
const char *_Nullable csvg_load(void);

/// Parses a document without base address, so that it can refer to nothing outside of itself.
///
/// - Parameter message: Why it failed, when it returns NULL.
CSVGDocument *_Nullable csvg_open(const uint8_t *_Nonnull bytes, size_t count,
                                  char *_Nonnull message);
void csvg_close(CSVGDocument *_Nonnull document);

/// Reads the root's size at 96 pixels an inch.
CSVGSize csvg_size(CSVGDocument *_Nonnull document);

/// Measures how far what is drawn reaches to the right and down from the origin.
bool csvg_extent(CSVGDocument *_Nonnull document, double *_Nonnull width,
                 double *_Nonnull height);

/// Draws the document, `width` × `height` CSS pixels large, over all of the given pixels.
///
/// - Parameter pixels: Premultiplied blue, green, red, alpha; transparent before the call.
bool csvg_render(CSVGDocument *_Nonnull document, double width, double height,
                 uint8_t *_Nonnull pixels, int columns, int rows, int bytes_per_row,
                 char *_Nonnull message);

/// Inflates gzip data into `target`.
///
/// - Returns: The number of bytes, -1 when the data is damaged or incomplete, -2 when it does not
///   fit `capacity`.
ptrdiff_t csvg_gunzip(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull target,
                      size_t capacity);
