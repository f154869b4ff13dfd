"""Compares results with references that numpy computes in floating point.

Files are decoded by Pillow at full size; pictures are arrays of float32, 0 to 255, as stored.
"""

import functools

import numpy
from PIL import Image, ImageSequence

Image.MAX_IMAGE_PIXELS = None


def versions():
    return "numpy %s" % numpy.__version__


def _array(image):
    return numpy.asarray(image.convert("RGB"), dtype=numpy.float32)


def _lanczos(x):
    return numpy.where(numpy.abs(x) < 3, numpy.sinc(x) * numpy.sinc(x / 3), 0)


def _shrink_rows(pixels, count):
    """Resamples the first axis by Lanczos with three lobes, widened by the ratio, cut at edges."""
    length = pixels.shape[0]
    ratio = length / count
    result = numpy.empty((count,) + pixels.shape[1:], numpy.float32)
    for index in range(count):
        centre = (index + 0.5) * ratio
        first = max(0, int(centre - 3 * ratio))
        last = min(length, int(centre + 3 * ratio) + 1)
        weights = _lanczos((numpy.arange(first, last) + 0.5 - centre) / ratio)
        weights = (weights / weights.sum()).astype(numpy.float32)
        result[index] = numpy.tensordot(weights, pixels[first:last], 1)
    return result


def _shrink(pixels, width, height):
    rows = _shrink_rows(pixels, height)
    return _shrink_rows(rows.swapaxes(0, 1), width).swapaxes(0, 1).clip(0, 255)


@functools.lru_cache(maxsize=2)
def _reference(source, width, height):
    with Image.open(source) as image:
        return _shrink(_array(image), width, height)


def _luma(pixels):
    return pixels @ numpy.array([0.299, 0.587, 0.114], numpy.float32)


def _windows(values):
    """Returns the means over windows of 8 x 8, by prefix sums."""
    sums = numpy.cumsum(numpy.cumsum(values.astype(numpy.float64), 0), 1)
    sums = numpy.pad(sums, ((1, 0), (1, 0)))
    return (sums[8:, 8:] - sums[:-8, 8:] - sums[8:, :-8] + sums[:-8, :-8]) / 64


def _ssim(one, other):
    """Returns the mean structural similarity of luma (Wang, Bovik et al., 2004)."""
    a, b = _luma(one), _luma(other)
    mean_a, mean_b = _windows(a), _windows(b)
    spread_a = _windows(a * a) - mean_a**2
    spread_b = _windows(b * b) - mean_b**2
    common = _windows(a * b) - mean_a * mean_b
    c1, c2 = 6.5025, 58.5225
    quotient = (2 * mean_a * mean_b + c1) * (2 * common + c2)
    quotient /= (mean_a**2 + mean_b**2 + c1) * (spread_a + spread_b + c2)
    return float(quotient.mean())


def _psnr(one, other):
    error = float(((one - other) ** 2).mean())
    return 99.0 if error == 0 else 10 * numpy.log10(255**2 / error)


def thumbnail(source, target, width):
    with Image.open(target) as image:
        if image.width != int(width):
            raise ValueError("the result is %d wide" % image.width)
        return _ssim(_array(image), _reference(source, image.width, image.height))


def animation(source, target, width):
    """Returns the mean over every 25th frame; raises if the number of frames differs."""
    values = []
    with Image.open(source) as before, Image.open(target) as after:
        if (before.n_frames, int(width)) != (after.n_frames, after.width):
            raise ValueError("%d frames, %d wide" % (after.n_frames, after.width))
        for index in range(0, before.n_frames, 25):
            before.seek(index)
            after.seek(index)
            values.append(_ssim(_array(after), _shrink(_array(before), *after.size)))
    return sum(values) / len(values)


def resize(source, target, width):
    with Image.open(target) as image:
        result = _array(image)
    return _psnr(result, _reference(source, result.shape[1], result.shape[0]))


_SIDE = 384
"""The side of the square in the middle in which blur and rotation are compared, to save time."""


def _middle(pixels, side):
    top, left = (pixels.shape[0] - side) // 2, (pixels.shape[1] - side) // 2
    return pixels[top : top + side, left : left + side]


def blur(source, target, sigma):
    reach = int(5 * sigma) + 1
    with Image.open(source) as image, Image.open(target) as result:
        before, after = _array(image), _middle(_array(result), _SIDE)
    weights = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    part = _middle(before, _SIDE + 2 * reach)
    for _ in range(2):
        part = sum(
            weight * part[offset : offset + _SIDE] for offset, weight in enumerate(weights)
        ).swapaxes(0, 1)
    return _psnr(part, after)


def _cubic(x):
    x = numpy.abs(x)
    near = (1.5 * x - 2.5) * x * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return numpy.where(x < 1, near, numpy.where(x < 2, far, 0))


def _sampled(pixels, x, y):
    """Returns Catmull-Rom samples at positions in pixels, centres at whole numbers."""
    left, top = numpy.floor(x).astype(int), numpy.floor(y).astype(int)
    result = 0
    for row in range(-1, 3):
        for column in range(-1, 3):
            weight = _cubic(x - left - column) * _cubic(y - top - row)
            result = result + weight[..., None] * pixels[top + row, left + column]
    return result


def _turned(pixels, shape, degrees, side, shift):
    """Returns the middle of `pixels`, turned clockwise on a canvas of `shape`, moved by `shift`."""
    angle = numpy.radians(degrees)
    rows, columns = numpy.mgrid[0:side, 0:side].astype(float)
    down = rows + (shape[0] - side) // 2 - (shape[0] - 1) / 2 + shift[0]
    right = columns + (shape[1] - side) // 2 - (shape[1] - 1) / 2 + shift[1]
    x = numpy.cos(angle) * right + numpy.sin(angle) * down + (pixels.shape[1] - 1) / 2
    y = numpy.cos(angle) * down - numpy.sin(angle) * right + (pixels.shape[0] - 1) / 2
    return _sampled(pixels, x, y).clip(0, 255)


def rotate(source, target, degrees):
    """Returns the best of all shifts, since a canvas may begin at any fraction of a pixel."""
    with Image.open(source) as image, Image.open(target) as result:
        before, after = _array(image), _array(result)

    def quality(shift, side):
        turned = _turned(before, after.shape, degrees, side, shift)
        return _psnr(turned, _middle(after, side))

    best, step = (0.0, 0.0), 0.5
    while step > 0.01:
        near = [(best[0] + i * step, best[1] + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        best = max(near, key=lambda shift: quality(shift, 64))
        step /= 2
    return quality(best, _SIDE)


def _changed(source, target, change):
    """Returns the quality of a picture whose pixels `change` makes of the source's."""
    with Image.open(source) as image, Image.open(target) as result:
        return _psnr(change(_array(image)).clip(0, 255), _array(result))


def brightness(source, target, levels):
    return _changed(source, target, lambda pixels: pixels + levels)


def contrast(source, target, factor):
    return _changed(source, target, lambda pixels: (pixels - 127.5) * factor + 127.5)


def saturation(source, target, factor):
    def change(pixels):
        luma = _luma(pixels)[..., None]
        return luma + (pixels - luma) * factor

    return _changed(source, target, change)


def sepia(source, target, amount):
    rows = numpy.array(
        [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]], numpy.float32
    )
    return _changed(source, target, lambda pixels: pixels @ rows.T)


def tint(source, target, number):
    color = numpy.array([255, 136, 0], numpy.float32) / 255
    return _changed(source, target, lambda pixels: pixels * color)


def pixelate(source, target, side):
    side = int(side)

    def change(pixels):
        high, wide = pixels.shape[:2]
        margins = (0, -high % side), (0, -wide % side), (0, 0)
        pixels = numpy.pad(pixels, margins, "symmetric")
        blocks = pixels.reshape(pixels.shape[0] // side, side, -1, side, 3).mean((1, 3))
        return blocks.repeat(side, 0).repeat(side, 1)[:high, :wide]

    return _changed(source, target, change)


def trim(source, target, threshold):
    return _changed(source, target, lambda pixels: pixels)


def background(source, target, number):
    return _changed(source, target, lambda pixels: pixels)


def composite(source, target, opacity):
    def change(pixels):
        high, wide = pixels.shape[0] // 2, pixels.shape[1] // 2
        result = pixels.astype(numpy.float32)
        middle = result[high // 2 : high // 2 + high, wide // 2 : wide // 2 + wide]
        middle += (pixels[:high, :wide] - middle) * opacity
        return result

    return _changed(source, target, change)


def tiles(source, target, opacity):
    def change(pixels):
        places = []
        for side in pixels.shape[:2]:
            count = -(-side // 200)
            start = ((count + (count % 2 == 0)) * 200 - side) // 2
            places.append((numpy.arange(side) + start) % 200)
        sheet = pixels[:200, :200][numpy.ix_(*places)]
        return pixels + (sheet.astype(numpy.float32) - pixels) * opacity

    return _changed(source, target, change)


_XYZ = numpy.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)
_WHITE = numpy.array([0.9505, 1, 1.089])


def sharpen(source, target, sigma):
    """Moves CIE lightness away from that of libvips' integer Gaussian; the middle only."""
    with Image.open(source) as image, Image.open(target) as result:
        before, after = _array(image), _middle(_array(result), _SIDE)
    half = [weight for weight in numpy.exp(-0.5 * (numpy.arange(64) / sigma) ** 2) if weight >= 0.1]
    half = numpy.rint(20 * numpy.array(half))
    weights = numpy.concatenate([half[:0:-1], half]) / (2 * half.sum() - half[0])
    reach = len(half) - 1
    part = _middle(before, _SIDE + 2 * reach).astype(float) / 255
    light = numpy.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    share = light @ _XYZ.T / _WHITE
    root = numpy.where(share > 216 / 24389, numpy.cbrt(share), (24389 / 27 * share + 16) / 116)
    blurred = 116 * root[..., 1] - 16
    for _ in range(2):
        blurred = sum(
            weight * blurred[offset : offset + _SIDE] for offset, weight in enumerate(weights)
        ).swapaxes(0, 1)
    root = _middle(root, _SIDE)
    apart = 116 * root[..., 1] - 16 - blurred
    step = numpy.sign(apart) * numpy.maximum(abs(apart) - 2, 0) * 3
    root = root + (step.clip(-20, 10) / 116)[..., None]
    share = numpy.where(root > 6 / 29, root**3, (116 * root - 16) * 27 / 24389) * _WHITE
    light = (share @ numpy.linalg.inv(_XYZ).T).clip(0, 1)
    levels = numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return _psnr((levels * 255).clip(0, 255), after)
