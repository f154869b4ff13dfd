// Declarations of libxml2 under our own names, and the table of its functions.

#pragma once

#include "COptionalLibrary.h"
#include "CSVGShim.h"

#pragma clang diagnostic ignored "-Wnullability-completeness"

typedef struct XMLBuffer XMLBuffer;

/// A handler of the declaration of an entity.
typedef void XMLDeclareEntity(void *context, const char *name, int kind, const char *public_id,
                              const char *address, char *content);

/// The first member of a parser's state: its own handlers.
typedef struct {
    struct {
        void *others[6];
        XMLDeclareEntity *declare_entity;
    } *handlers;
} XMLContext;

/// The first members of an error.
typedef struct {
    int domain, code;
    const char *message;
    int level;
    const char *file;
    int line;
} XMLError;

extern const char *const xmlParserVersion;
void xmlInitParser(void);
XMLContext *xmlNewParserCtxt(void);
void xmlFreeParserCtxt(XMLContext *context);
CSVGTree *xmlCtxtReadMemory(XMLContext *context, const uint8_t *bytes, int count,
                            const char *address, const char *encoding, int options);
const XMLError *xmlCtxtGetLastError(XMLContext *context);
XMLDeclareEntity xmlSAX2EntityDecl;
void xmlFreeDoc(CSVGTree *tree);
CSVGNode *xmlDocGetRootElement(CSVGTree *tree);
void xmlNodeSetName(CSVGNode *node, const char *name);
CSVGNode *xmlNewDocNode(CSVGTree *tree, CSVGSpace *space, const char *name, const char *content);
void xmlNodeAddContent(CSVGNode *node, const char *content);
CSVGNode *xmlAddChild(CSVGNode *parent, CSVGNode *node);
CSVGNode *xmlAddPrevSibling(CSVGNode *next, CSVGNode *node);
void xmlUnlinkNode(CSVGNode *node);
void xmlFreeNode(CSVGNode *node);
CSVGAttribute *xmlSetNsProp(CSVGNode *node, CSVGSpace *space, const char *name, const char *value);
int xmlRemoveProp(CSVGAttribute *attribute);
void *xmlParseURI(const char *address);
void xmlFreeURI(void *parts);
XMLBuffer *xmlBufferCreate(void);
void xmlBufferFree(XMLBuffer *buffer);
int xmlNodeDump(XMLBuffer *buffer, CSVGTree *tree, CSVGNode *node, int level, int format);
const uint8_t *xmlBufferContent(const XMLBuffer *buffer);
int xmlBufferLength(const XMLBuffer *buffer);

#define XML_FUNCTIONS(X) \
    X(xmlParserVersion) X(xmlInitParser) X(xmlNewParserCtxt) X(xmlFreeParserCtxt) \
    X(xmlCtxtReadMemory) \
    X(xmlCtxtGetLastError) X(xmlSAX2EntityDecl) X(xmlFreeDoc) X(xmlDocGetRootElement) \
    X(xmlNodeSetName) X(xmlNewDocNode) X(xmlNodeAddContent) X(xmlAddChild) X(xmlAddPrevSibling) \
    X(xmlUnlinkNode) X(xmlFreeNode) X(xmlSetNsProp) X(xmlRemoveProp) X(xmlParseURI) X(xmlFreeURI) \
    X(xmlBufferCreate) X(xmlBufferFree) X(xmlNodeDump) X(xmlBufferContent) X(xmlBufferLength)

/// The functions of libxml2, filled by `csvg_load`.
struct XMLTable { XML_FUNCTIONS(COPTIONAL_SLOT) };
extern struct XMLTable csvg_xml;
/// Parses text as a document without a base address, so that it cannot refer to anything outside.
CSVGDocument *csvg_open_text(const uint8_t *bytes, size_t count, char *message);
