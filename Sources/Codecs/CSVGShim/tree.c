#include "CSVGShim.h"

#ifdef WEBIMAGE_ENABLED

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tables.h"

/// Returns the next node in document order outside of `node`.
static CSVGNode *after(const CSVGNode *node) {
    while (node->parent && node->parent->kind == csvg_element) {
        if (node->next) return node->next;
        node = node->parent;
    }
    return NULL;
}

/// Returns the next node in document order: the first child, or the one after `node`.
static CSVGNode *following(const CSVGNode *node) {
    // The children of a reference belong to the document type.
    return node->kind == csvg_element && node->children ? node->children : after(node);
}

static void discard(CSVGNode *node) {
    csvg_xml.xmlUnlinkNode(node);
    csvg_xml.xmlFreeNode(node);
}

/// Replaces characters at which libxml2 would not read the namespace again.
static void repair(CSVGSpace *space) {
    void *parts = space->href ? csvg_xml.xmlParseURI(space->href) : NULL;
    if (parts) {
        csvg_xml.xmlFreeURI(parts);
        return;
    }
    for (char *c = space->href; c && *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./", *c))
            *c = '-';
}

/// Removes comments, instructions, references to unknown entities, and included documents.
static void clean(CSVGNode *root) {
    for (CSVGNode *node = root, *next; node; node = next) {
        bool is_element = node->kind == csvg_element;
        bool is_included = is_element && node != root && node->space && node->space->href
                           && strstr(node->space->href, "/XInclude");
        next = is_included ? after(node) : following(node);
        if (is_included || (!is_element && node->kind != csvg_text)) {
            discard(node);
        } else if (is_element) {
            for (CSVGSpace *space = node->declared; space; space = space->next) repair(space);
            for (CSVGAttribute *at = node->attributes; at; at = at->next) {
                // A value is one text, unless it names an unknown entity.
                while (at->last && (at->last->prev || at->last->kind != csvg_text))
                    discard(at->last);
            }
        }
    }
}

/// Declares an entity, unless it is outside of the document: libxml2 would read files.
static void declare_entity(void *context, const char *name, int kind, const char *public_id,
                           const char *address, char *content) {
    enum { internal = 1, internal_parameter = 4 };
    if ((kind == internal || kind == internal_parameter) && !address)
        csvg_xml.xmlSAX2EntityDecl(context, name, kind, public_id, address, content);
}

CSVGTree *csvg_parse(const uint8_t *bytes, size_t count, bool is_utf8, char *message) {
    enum {
        substitute = 1 << 1, no_errors = 1 << 5, no_warnings = 1 << 6, no_network = 1 << 11,
        merge_cdata = 1 << 14, ignore_encoding = 1 << 21
    };
    int options = substitute | no_errors | no_warnings | no_network | merge_cdata;
    XMLContext *context = count <= INT_MAX ? csvg_xml.xmlNewParserCtxt() : NULL;
    if (!context) return NULL;
    context->handlers->declare_entity = declare_entity;
    if (is_utf8) options |= ignore_encoding;
    CSVGTree *tree =
        csvg_xml.xmlCtxtReadMemory(context, bytes, (int)count, NULL, NULL, options);
    const XMLError *error = csvg_xml.xmlCtxtGetLastError(context);
    if (error && error->message)
        snprintf(message, CSVG_MESSAGE_SIZE, "line %d: %s", error->line, error->message);
    csvg_xml.xmlFreeParserCtxt(context);
    CSVGNode *root = tree ? csvg_root(tree) : NULL;
    if (root) clean(root);
    return tree;
}

void csvg_free(CSVGTree *tree) { csvg_xml.xmlFreeDoc(tree); }
CSVGNode *csvg_root(CSVGTree *tree) { return csvg_xml.xmlDocGetRootElement(tree); }

CSVGNode *csvg_next(const CSVGNode *node) {
    CSVGNode *next = following(node);
    while (next && next->kind != csvg_element) next = following(next);
    return next;
}

void csvg_set_text(CSVGNode *node, const char *content) {
    while (node->children) discard(node->children);
    csvg_xml.xmlNodeAddContent(node, content);
}

CSVGNode *csvg_insert(CSVGNode *node, const char *name, bool is_child) {
    CSVGNode *made = csvg_xml.xmlNewDocNode(node->tree, node->space, name, NULL);
    if (!made) return NULL;
    return is_child ? csvg_xml.xmlAddChild(node, made) : csvg_xml.xmlAddPrevSibling(node, made);
}

void csvg_set(CSVGNode *node, CSVGSpace *space, const char *name, const char *value) {
    csvg_xml.xmlSetNsProp(node, space, name, value);
}
void csvg_rename(CSVGNode *node, const char *name) { csvg_xml.xmlNodeSetName(node, name); }
void csvg_remove(CSVGAttribute *attribute) { csvg_xml.xmlRemoveProp(attribute); }

CSVGDocument *csvg_open(CSVGTree *tree, char *message) {
    CSVGNode *root = csvg_root(tree);
    XMLBuffer *buffer = root ? csvg_xml.xmlBufferCreate() : NULL;
    CSVGDocument *document = NULL;
    if (buffer && csvg_xml.xmlNodeDump(buffer, tree, root, 0, 0) > 0)
        document = csvg_open_text(csvg_xml.xmlBufferContent(buffer),
                                  (size_t)csvg_xml.xmlBufferLength(buffer), message);
    if (buffer) csvg_xml.xmlBufferFree(buffer);
    return document;
}

#endif
