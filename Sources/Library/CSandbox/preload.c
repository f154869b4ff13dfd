#ifdef __linux__

#define _GNU_SOURCE
#include "CSandbox.h"

#include <dlfcn.h>
#include <iconv.h>
#include <unistd.h>

// Opens the C library's converters of encodings. Each is kept open: a closed one may be unloaded.
static void load_encodings(void) {
    static const char *const names[] = {
        "UTF-7", "UTF-16", "UTF-32", "ISO-8859-1", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4",
        "ISO-8859-5", "ISO-8859-6", "ISO-8859-7", "ISO-8859-8", "ISO-8859-9", "ISO-8859-10",
        "ISO-8859-11", "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "WINDOWS-1250",
        "WINDOWS-1251", "WINDOWS-1252", "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1255",
        "WINDOWS-1256", "WINDOWS-1257", "WINDOWS-1258", "KOI8-R", "KOI8-U", "IBM866", "MACINTOSH",
        "MAC-CYRILLIC", "TIS-620", "SHIFT_JIS", "WINDOWS-31J", "EUC-JP", "ISO-2022-JP", "GBK",
        "GB2312", "GB18030", "BIG5", "EUC-KR", "UHC", NULL};
    for (const char *const *name = names; *name; name++) iconv_open("UTF-8", *name);
}

// Loads gdk-pixbuf's modules, one for each format of pictures that an SVG can embed.
static void load_image_modules(void) {
    typedef struct list {
        void *data;
        struct list *next;
    } list;
    void *library = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    if (!library) return;
    list *(*get_formats)(void) = (list * (*)(void)) dlsym(library, "gdk_pixbuf_get_formats");
    char *(*get_name)(void *) = (char *(*)(void *))dlsym(library, "gdk_pixbuf_format_get_name");
    void *(*make)(const char *, void *) =
        (void *(*)(const char *, void *))dlsym(library, "gdk_pixbuf_loader_new_with_type");
    int (*close)(void *, void *) = (int (*)(void *, void *))dlsym(library, "gdk_pixbuf_loader_close");
    // Of the libraries that it depends on.
    void (*release)(void *) = (void (*)(void *))dlsym(library, "g_object_unref");
    void (*deallocate)(void *) = (void (*)(void *))dlsym(library, "g_free");
    if (!get_formats || !get_name || !make || !close || !release || !deallocate) return;
    for (list *format = get_formats(); format; format = format->next) {
        char *name = get_name(format->data);
        void *loader = make(name, NULL);
        deallocate(name);
        if (!loader) continue;
        // An error, since there are no bytes.
        close(loader, NULL);
        release(loader);
    }
}

// Reads the settings and caches of fontconfig.
static void load_fonts(void) {
    void *library = dlopen("libfontconfig.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    int (*initialize)(void) = library ? (int (*)(void))dlsym(library, "FcInit") : NULL;
    if (initialize) initialize();
}

// Gives up pango's map of fonts, which has a thread.
static void release_font_map(void) {
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    void (*set_default)(void *) =
        library ? (void (*)(void *))dlsym(library, "pango_cairo_font_map_set_default") : NULL;
    if (set_default) set_default(NULL);
}

void csandbox_settle(void) {
    enum { longest_ms = 10000 };
    release_font_map();
    for (int i = 0; i < longest_ms && csandbox_thread_count(0) > 1; i++) usleep(1000);
}

void csandbox_preload(void) {
    load_encodings();
    load_image_modules();
    load_fonts();
}

#endif
