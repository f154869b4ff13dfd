"""Compares results with references that numpy computes in floating point.

Files are decoded by Pillow at full size; pictures are arrays of float32, 0 to 255, as stored.
"""

import functools

import numpy
from PIL import Image, ImageSequence

Image.MAX_IMAGE_PIXELS = None


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


def still(source, target, width=None):
    """Returns the likeness of a result to its source, shrunk by Lanczos: the SSIM."""
    with Image.open(target) as image:
        if width not in (None, image.width):
            raise ValueError("the result is %d wide" % image.width)
        return _ssim(_array(image), _reference(source, image.width, image.height))


def animation(source, target, width):
    """Returns the mean over every 25th frame; raises if the number of frames differs."""
    values = []
    with Image.open(source) as before, Image.open(target) as after:
        if (before.n_frames, width) != (after.n_frames, after.width):
            raise ValueError("%d frames, %d wide" % (after.n_frames, after.width))
        for index in range(0, before.n_frames, 25):
            before.seek(index)
            after.seek(index)
            values.append(_ssim(_array(after), _shrink(_array(before), *after.size)))
    return sum(values) / len(values)


def agreement(one, other):
    """Returns the peak ratio of signal to noise of two results in dB, of a square in the middle."""
    def middle(path):
        with Image.open(path) as image:
            left, top = (image.width - 384) // 2, (image.height - 384) // 2
            return _array(image.crop((left, top, left + 384, top + 384)))

    error = float(((middle(one) - middle(other)) ** 2).mean())
    return 99.0 if error == 0 else 10 * float(numpy.log10(255**2 / error))
