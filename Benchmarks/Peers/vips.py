"""libvips by typical calls through pyvips, on one thread, without its operation cache."""

import os
import sys

os.environ["VIPS_CONCURRENCY"] = "1"

import pyvips

pyvips.cache_set_max(0)


def versions():
    numbers = ".".join(str(pyvips.version(part)) for part in range(3))
    with open(os.path.join(sys.prefix, "vips-jpeg")) as file:
        inside = file.read().strip().replace(" version", "") or "unknown JPEG library"
    return "pyvips %s, libvips %s, %s" % (pyvips.__version__, numbers, inside)


def thumbnail(source, width):
    return lambda: pyvips.Image.thumbnail(source, int(width), height=10_000_000).jpegsave_buffer(Q=80)


def base(source, _):
    """Returns the base of a JPEG with a gain map in memory."""
    return lambda: pyvips.Image.uhdrload(source).copy_memory()


def light(source, _):
    """Returns the light of a JPEG with a gain map in memory."""
    return lambda: pyvips.Image.uhdrload(source).uhdr2scRGB().copy_memory()


def animation(source, width):
    return lambda: pyvips.Image.thumbnail(source + "[n=-1]", int(width), height=10_000_000).webpsave_buffer(Q=80)


def _pixels(source):
    """Returns four channels in memory, so that no decoder is measured."""
    image = pyvips.Image.new_from_file(source).colourspace("srgb")
    if not image.hasalpha():
        image = image.bandjoin(255)
    return image.copy_memory()


def _kernel(source, change, prepare=None):
    image = _pixels(source)
    if prepare:
        image = prepare(image).copy_memory()
    return lambda: change(image).copy_memory()


def save(image, path):
    image.copy(interpretation="srgb").pngsave(path, compression=1)


def resize(source, width):
    return _kernel(source, lambda image: image.resize(width / image.width))


def blur(source, sigma):
    return _kernel(source, lambda image: image.gaussblur(sigma))


def rotate(source, degrees):
    if degrees == 90:
        return _kernel(source, lambda image: image.rot90())
    # The same class of filter as the others: Catmull-Rom over four pixels in each direction.
    cubic = pyvips.Interpolate.new("bicubic")
    return _kernel(source, lambda image: image.rotate(degrees, interpolate=cubic))


def sharpen(source, sigma):
    return _kernel(source, lambda image: image.sharpen(sigma=sigma))


def _linear(image, scale, offset):
    return image.linear([scale] * 3 + [1], [offset] * 3 + [0], uchar=True)


def brightness(source, levels):
    return _kernel(source, lambda image: _linear(image, 1, levels))


def contrast(source, factor):
    return _kernel(source, lambda image: _linear(image, factor, (1 - factor) * 127.5))


def _recombined(image, rows):
    rows = [list(row) + [0] for row in rows] + [[0, 0, 0, 1]]
    return image.recomb(rows).cast("uchar")


def saturation(source, factor):
    luma = [weight * (1 - factor) for weight in (0.299, 0.587, 0.114)]
    rows = [[luma[j] + (factor if i == j else 0) for j in range(3)] for i in range(3)]
    return _kernel(source, lambda image: _recombined(image, rows))


def sepia(source, amount):
    rows = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
    return _kernel(source, lambda image: _recombined(image, rows))


def tint(source, number):
    def change(image):
        color = image.new_from_image([255, 136, 0, 255]).copy(interpretation="srgb")
        return image.composite2(color, "multiply").cast("uchar")

    return _kernel(source, change)


def pixelate(source, side):
    def change(image):
        side_, wide, high = int(side), image.width, image.height
        whole = [-(-length // side_) * side_ for length in (wide, high)]
        blocks = image.embed(0, 0, *whole, extend="mirror").shrink(side_, side_)
        return blocks.zoom(side_, side_).crop(0, 0, wide, high)

    return _kernel(source, change)


def trim(source, threshold):
    def framed(image):
        size = image.width + 600, image.height + 600
        return image.embed(300, 300, *size, extend="background", background=[255] * 4)

    def change(image):
        plain = image.flatten(background=[255, 0, 255])
        box = plain.find_trim(threshold=threshold, background=plain(0, 0))
        return image.crop(*box)

    return _kernel(source, change, framed)


def background(source, number):
    def change(image):
        return image.flatten(background=[255, 136, 0]).bandjoin(255)

    return _kernel(source, change)


def _over(image, top, opacity, x=0, y=0):
    top = top.linear([1, 1, 1, opacity], [0] * 4).copy(interpretation="srgb")
    return image.composite2(top, "over", x=x, y=y).cast("uchar")


def composite(source, opacity):
    def change(image):
        wide, high = image.width // 2, image.height // 2
        return _over(image, image.crop(0, 0, wide, high), opacity, wide // 2, high // 2)

    return _kernel(source, change)


def tiles(source, opacity):
    def change(image):
        counts = [-(-length // 200) for length in (image.width, image.height)]
        counts = [count + (count % 2 == 0) for count in counts]
        sheet = image.crop(0, 0, 200, 200).replicate(*counts)
        left, top = (sheet.width - image.width) // 2, (sheet.height - image.height) // 2
        return _over(image, sheet.crop(left, top, image.width, image.height), opacity)

    return _kernel(source, change)
