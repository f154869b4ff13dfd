// cc: -lgif
#include <gif_lib.h>

#include "floor.h"

static const uint8_t *bytes;
static size_t count, offset;

static int take(GifFileType *file, GifByteType *target, int wanted) {
    size_t n = (size_t)wanted < count - offset ? (size_t)wanted : count - offset;
    (void)file;
    memcpy(target, bytes + offset, n);
    offset += n;
    return (int)n;
}

// Returns the transparent index of the first frame or -1; reads the extensions before the frame.
static int find_frame(GifFileType *file) {
    int transparent = -1;
    GifRecordType kind;
    while (DGifGetRecordType(file, &kind) == GIF_OK && kind == EXTENSION_RECORD_TYPE) {
        int code;
        GifByteType *block;
        if (DGifGetExtension(file, &code, &block) != GIF_OK) exit(1);
        if (code == GRAPHICS_EXT_FUNC_CODE && block && block[1] & 1) transparent = block[4];
        while (block)
            if (DGifGetExtensionNext(file, &block) != GIF_OK) exit(1);
    }
    if (kind != IMAGE_DESC_RECORD_TYPE || DGifGetImageDesc(file) != GIF_OK) exit(1);
    return transparent;
}

static int decode(const uint8_t *data, size_t size) {
    static const int first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
    int error = 0;
    bytes = data, count = size, offset = 0;
    GifFileType *file = DGifOpen(NULL, take, &error);
    if (!file) exit(1);
    int transparent = find_frame(file);
    GifImageDesc *image = &file->Image;
    ColorMapObject *map = image->ColorMap ? image->ColorMap : file->SColorMap;
    uint32_t colors[256] = {0};
    for (int i = 0; map && i < map->ColorCount; i++)
        colors[i] = 0xFF000000u | (uint32_t)map->Colors[i].Red << 16 |
                    (uint32_t)map->Colors[i].Green << 8 | map->Colors[i].Blue;
    if (transparent >= 0) colors[transparent] = 0;
    uint32_t *canvas = calloc((size_t)file->SWidth * file->SHeight, 4);
    GifByteType *line = malloc(image->Width);
    if (!canvas || !line) exit(1);
    for (int pass = 0; pass < (image->Interlace ? 4 : 1); pass++) {
        int y = image->Interlace ? first[pass] : 0;
        for (; y < image->Height; y += image->Interlace ? step[pass] : 1) {
            if (DGifGetLine(file, line, image->Width) != GIF_OK) exit(1);
            if (image->Top + y >= file->SHeight) continue;
            uint32_t *row = canvas + (size_t)(image->Top + y) * file->SWidth + image->Left;
            for (int x = 0; x < image->Width && image->Left + x < file->SWidth; x++)
                if (colors[line[x]]) row[x] = colors[line[x]];
        }
    }
    free(line);
    free(canvas);
    return DGifCloseFile(file, &error) == GIF_OK;
}
