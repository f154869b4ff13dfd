"""libvips by typical calls through pyvips, on one thread, without its operation cache."""

import os
import sys

os.environ["VIPS_CONCURRENCY"] = "1"

import pyvips

from files import writer

pyvips.cache_set_max(0)


def versions():
    numbers = ".".join(str(pyvips.version(part)) for part in range(3))
    with open(os.path.join(sys.prefix, "vips-jpeg")) as file:
        inside = file.read().strip().replace(" version", "") or "unknown JPEG library"
    return "pyvips %s, libvips %s, %s" % (pyvips.__version__, numbers, inside)


def thumbnail(source, target, width):
    def work():
        image = pyvips.Image.thumbnail(source, int(width), height=10_000_000)
        return image.jpegsave_buffer(Q=80)

    return work, writer(target)


def animation(source, target, width):
    def work():
        image = pyvips.Image.thumbnail(source + "[n=-1]", int(width), height=10_000_000)
        return image.webpsave_buffer(Q=80)

    return work, writer(target)


def _pixels(source):
    """Returns four channels in memory, so that no decoder is measured."""
    image = pyvips.Image.new_from_file(source).colourspace("srgb")
    if not image.hasalpha():
        image = image.bandjoin(255)
    return image.copy_memory()


def _kernel(source, target, change):
    image = _pixels(source)
    results = []

    def work():
        results[:] = [change(image)]
        return results[0].write_to_memory()

    def finish(data):
        if target:
            shape = results[0]
            plain = pyvips.Image.new_from_memory(data, shape.width, shape.height, 4, "uchar")
            plain.copy(interpretation="srgb").pngsave(target, compression=1)

    return work, finish


def resize(source, target, width):
    return _kernel(source, target, lambda image: image.resize(width / image.width))


def blur(source, target, sigma):
    return _kernel(source, target, lambda image: image.gaussblur(sigma))


def rotate(source, target, degrees):
    if degrees == 90:
        return _kernel(source, target, lambda image: image.rot90())
    # The same class of filter as the others: Catmull-Rom over four pixels in each direction.
    cubic = pyvips.Interpolate.new("bicubic")
    return _kernel(source, target, lambda image: image.rotate(degrees, interpolate=cubic))
