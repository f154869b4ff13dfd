"""Pillow; its operations run on the calling thread."""

import io

from PIL import AvifImagePlugin, Image, ImageFilter, features

AvifImagePlugin.DEFAULT_MAX_THREADS = 1
Image.MAX_IMAGE_PIXELS = None


def versions():
    import PIL

    return "Pillow %s, libjpeg-turbo %s, libwebp %s, libavif %s" % (
        PIL.__version__,
        features.version_feature("libjpeg_turbo"),
        features.version_module("webp"),
        features.version_module("avif"),
    )


def _height(image, width):
    return max(1, round(image.height * width / image.width))


def _encoded(image, form, **settings):
    buffer = io.BytesIO()
    image.save(buffer, form, **settings)
    return buffer.getvalue()


def thumbnail(source, width):
    def work():
        with Image.open(source) as image:
            size = int(width), _height(image, width)
            # Has an effect on JPEG only: scales by the DCT, to no less than this.
            image.draft("RGB", size)
            return _encoded(image.convert("RGB").resize(size, Image.LANCZOS), "JPEG", quality=80)

    return work


def _frames(image, size):
    for index in range(image.n_frames):
        image.seek(index)
        yield image.convert("RGB").resize(size, Image.LANCZOS), image.info.get("duration", 100)


def animation(source, width):
    def work():
        with Image.open(source) as image:
            size = int(width), _height(image, width)
            frames, durations = zip(*_frames(image, size))
        return _encoded(
            frames[0],
            "WEBP",
            quality=80,
            save_all=True,
            append_images=frames[1:],
            duration=list(durations),
        )

    return work


def _kernel(source, change):
    # Premultiplied, as ours are; otherwise Pillow would convert twice each time.
    image = Image.open(source).convert("RGBA").convert("RGBa")
    return lambda: change(image)


def save(image, path):
    image.convert("RGBA").save(path, compress_level=1)


def resize(source, width):
    def change(image):
        return image.resize((int(width), _height(image, width)), Image.LANCZOS)

    return _kernel(source, change)


def blur(source, sigma):
    return _kernel(source, lambda image: image.filter(ImageFilter.GaussianBlur(sigma)))


def rotate(source, degrees):
    if degrees == 90:
        return _kernel(source, lambda image: image.transpose(Image.Transpose.ROTATE_270))

    # Pillow turns counterclockwise.
    def change(image):
        return image.rotate(-degrees, Image.BICUBIC, expand=True)

    return _kernel(source, change)
