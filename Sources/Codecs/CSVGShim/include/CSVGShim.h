// Plain functions over libxml2, librsvg and cairo, which are loaded on first use.
//
// Their headers are not needed: the called functions are declared here, in tables.h and in
// library.c, and their binary interface is stable. A tree and a document belong to one thread at a
// time.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A length as librsvg has it; a percentage is a fraction.
typedef struct {
    double number;
    /// The unit: %, px, em, ex, in, cm, mm, pt or pc, counted from 0.
    int unit;
} CSVGLength;

#pragma clang assume_nonnull begin

typedef struct CSVGDocument CSVGDocument;
/// A document as a tree of libxml2, which is read by these members and changed by functions only.
typedef struct CSVGTree CSVGTree;

/// A namespace that an element declares.
typedef struct CSVGSpace {
    struct CSVGSpace *_Nullable next;
    int kind;
    char *_Nullable href;
} CSVGSpace;

/// The members that elements, texts and attributes have in common, as in libxml/tree.h.
#define CSVG_MEMBERS(Self) \
    void *_Nullable reserved; \
    int kind; \
    const char *name; \
    struct CSVGNode *_Nullable children, *_Nullable last, *_Nullable parent; \
    struct Self *_Nullable next, *_Nullable prev; \
    CSVGTree *tree; \
    CSVGSpace *_Nullable space;

typedef struct CSVGAttribute { CSVG_MEMBERS(CSVGAttribute) } CSVGAttribute;

/// An element or text.
typedef struct CSVGNode {
    CSVG_MEMBERS(CSVGNode)
    char *_Nullable content;
    CSVGAttribute *_Nullable attributes;
    CSVGSpace *_Nullable declared;
} CSVGNode;

/// The kinds of nodes.
enum { csvg_element = 1, csvg_text = 3 };

/// The size of a buffer for the message of an error, set by functions that return NULL or `false`.
#define CSVG_MESSAGE_SIZE 200

/// Loads the libraries once; thread-safe.
///
/// - Returns: NULL on success, otherwise the name of the missing library or function.
const char *_Nullable csvg_load(void);

/// Parses text into a tree without comments, instructions and document type; entities are replaced.
///
/// Nothing outside of the text is read.
///
/// - Parameter is_utf8: `true` to ignore the declared encoding.
CSVGTree *_Nullable csvg_parse(const uint8_t *bytes, size_t count, bool is_utf8, char *message);
void csvg_free(CSVGTree *tree);

CSVGNode *_Nullable csvg_root(CSVGTree *tree);
/// Returns the next element in document order.
CSVGNode *_Nullable csvg_next(const CSVGNode *element);
void csvg_rename(CSVGNode *element, const char *name);
/// Replaces everything in an element by text.
void csvg_set_text(CSVGNode *element, const char *content);
/// Creates an element of the same namespace, before `element` or at the end of it.
CSVGNode *_Nullable csvg_insert(CSVGNode *element, const char *name, bool is_child);
/// Adds or replaces an attribute.
void csvg_set(CSVGNode *element, CSVGSpace *_Nullable space, const char *name,
              const char *value);
void csvg_remove(CSVGAttribute *attribute);

/// Parses the text of a tree without a base address, so that it cannot refer to anything outside.
CSVGDocument *_Nullable csvg_open(CSVGTree *tree, char *message);
void csvg_close(CSVGDocument *document);

/// Reads the root's sides, 0 px if it has none, and its view box's, 0 without one.
void csvg_size(CSVGDocument *document, CSVGLength *width, CSVGLength *height, double *box_width,
               double *box_height);

/// Measures the extent of the drawing to the right and down from the origin.
bool csvg_extent(CSVGDocument *document, double *width, double *height);

/// Draws the document of `width` × `height` CSS pixels, scaled to the given pixels.
///
/// - Parameter pixels: Premultiplied BGRA; transparent before the call.
bool csvg_render(CSVGDocument *document, double width, double height, uint8_t *pixels, int columns,
                 int rows, int bytes_per_row, char *message);

#pragma clang assume_nonnull end
