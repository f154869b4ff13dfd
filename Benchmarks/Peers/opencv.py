"""OpenCV on one thread."""

import re

import cv2

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


def thumbnail(source, width):
    flag = _flag(source, width)
    return lambda: _jpeg(_shrunk(cv2.imread(source, flag), width))


def animation(source, width):
    def work():
        good, animation = cv2.imreadanimation(source)
        if not good:
            raise ValueError("cannot read the animation")
        smaller = cv2.Animation()
        smaller.durations = animation.durations
        smaller.frames = [_shrunk(frame, width) for frame in animation.frames]
        settings = [cv2.IMWRITE_WEBP_QUALITY, 80]
        return cv2.imencodeanimation(".webp", smaller, settings)[1].tobytes()

    return work
