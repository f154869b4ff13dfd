"""OpenCV on one thread."""

import re

import cv2

from files import writer

cv2.setNumThreads(1)

_REDUCED = {
    8: cv2.IMREAD_REDUCED_COLOR_8,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    2: cv2.IMREAD_REDUCED_COLOR_2,
}


def versions():
    found = re.search(r"JPEG:\s*(.*)", cv2.getBuildInformation())
    inside = " ".join(found.group(1).split()) if found else "unknown JPEG library"
    return "OpenCV %s, JPEG by %s" % (cv2.__version__, inside)


def _size(shape, width):
    return int(width), max(1, round(shape[0] * width / shape[1]))


def _shrunk(image, width):
    if image is None:
        raise ValueError("cannot read the file")
    return cv2.resize(image, _size(image.shape, width), interpolation=cv2.INTER_AREA)


def _jpeg(image):
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def _flag(source, width):
    """Returns the flag for a picture at least as wide; only JPEGs are decoded smaller."""
    if not source.endswith(".jpg"):
        return cv2.IMREAD_COLOR
    eighth = cv2.imread(source, cv2.IMREAD_REDUCED_COLOR_8).shape[1]
    fitting = [part for part in _REDUCED if eighth * 8 / part >= width]
    return _REDUCED[fitting[0]] if fitting else cv2.IMREAD_COLOR


def thumbnail(source, target, width):
    flag = _flag(source, width)
    return lambda: _jpeg(_shrunk(cv2.imread(source, flag), width)), writer(target)


def animation(source, target, width):
    def work():
        good, animation = cv2.imreadanimation(source)
        if not good:
            raise ValueError("cannot read the animation")
        smaller = cv2.Animation()
        smaller.durations = animation.durations
        smaller.frames = [_shrunk(frame, width) for frame in animation.frames]
        settings = [cv2.IMWRITE_WEBP_QUALITY, 80]
        return cv2.imencodeanimation(".webp", smaller, settings)[1].tobytes()

    return work, writer(target)


def _kernel(source, target, change):
    image = cv2.cvtColor(cv2.imread(source), cv2.COLOR_BGR2BGRA)

    def finish(result):
        if target:
            cv2.imwrite(target, result, [cv2.IMWRITE_PNG_COMPRESSION, 1])

    return lambda: change(image), finish


def resize(source, target, width):
    def change(image):
        return cv2.resize(image, _size(image.shape, width), interpolation=cv2.INTER_AREA)

    return _kernel(source, target, change)


def blur(source, target, sigma):
    def change(image):
        return cv2.GaussianBlur(image, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)

    return _kernel(source, target, change)


def rotate(source, target, degrees):
    if degrees == 90:
        return _kernel(source, target, lambda image: cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE))

    def change(image):
        height, width = image.shape[:2]
        turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1)
        wide = int(height * abs(turn[0, 1]) + width * abs(turn[0, 0]) + 0.999)
        high = int(height * abs(turn[0, 0]) + width * abs(turn[0, 1]) + 0.999)
        turn[0, 2] += (wide - width) / 2
        turn[1, 2] += (high - height) / 2
        return cv2.warpAffine(image, turn, (wide, high), flags=cv2.INTER_CUBIC)

    return _kernel(source, target, change)
