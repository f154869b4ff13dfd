"""Pictures of more than 8 bits by writers that are not ours, and what they show."""
import struct
import zlib

import imagecodecs
import numpy
import tifffile


def colors(height, width, channels, bits, seed):
    """Returns samples of all values: ramps of odd steps, and noise in the last channel of an alpha."""
    y, x = numpy.mgrid[0:height, 0:width]
    most = (1 << bits) - 1
    planes = [(x * (997 + 440 * c) + y * (661 + 313 * c) + seed * 7919) % (most + 1) for c in range(channels)]
    if channels in (2, 4):
        random = numpy.random.default_rng(seed)
        planes[-1] = random.integers(0, most + 1, (height, width))
        planes[-1][:2] = [[0], [most]]
    return numpy.stack(planes, 2).astype(numpy.uint16)


def png(samples, chunks=b""):
    """Returns a PNG of 16 bits with filter 0 in every row."""
    height, width, channels = samples.shape
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    rows = samples.astype(">u2").tobytes()
    stride = width * channels * 2
    raw = b"".join(b"\0" + rows[y * stride:(y + 1) * stride] for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 16, kind, 0, 0, 0))
            + chunks + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def tiff(path, samples, **options):
    photometric = "minisblack" if samples.shape[2] < 3 else "rgb"
    extra = {2: ["unassalpha"], 4: ["unassalpha"]}.get(samples.shape[2])
    data = samples[..., 0] if samples.shape[2] == 1 else samples
    options.setdefault("photometric", photometric)
    if extra:
        options.setdefault("extrasamples", extra)
    if data.ndim == 3:
        options.setdefault("planarconfig", "contig")
        if options["planarconfig"] == "separate":
            data = numpy.moveaxis(data, 2, 0)
    tifffile.imwrite(path, data, **options)


def lanczos(samples, width, height):
    """Returns floats scaled by the filter of the library, with premultiplied alpha."""
    most = 65535.0
    image = samples.astype(numpy.float64)
    has_alpha = image.shape[2] in (2, 4)
    if has_alpha:
        image[..., :-1] *= image[..., -1:] / most
    image = axis(axis(image, height).swapaxes(0, 1), width).swapaxes(0, 1)
    if has_alpha:
        alpha = image[..., -1:].clip(0, most)
        limited = numpy.minimum(image[..., :-1].clip(0), alpha)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            straight = numpy.where(alpha >= 0.5, limited * most / alpha, 0)
        image = numpy.concatenate([straight, alpha], 2)
    return image.clip(0, most)


def axis(image, target):
    """Scales the rows of an image."""
    source = image.shape[0]
    scale = source / target
    stretch = max(scale, 1)
    rows = numpy.arange(source) + 0.5
    weights = numpy.empty((target, source))
    for row in range(target):
        distance = (rows - (row + 0.5) * scale) / stretch
        weights[row] = numpy.where(abs(distance) < 3, numpy.sinc(distance) * numpy.sinc(distance / 3), 0)
    weights /= weights.sum(1, keepdims=True)
    return numpy.tensordot(weights, image, 1)


def encoded(light):
    """Returns samples of sRGB of linear light, both 0 to 1."""
    light = light.clip(0, 1)
    return numpy.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def linear(sample):
    return numpy.where(sample <= 0.04045, sample / 12.92, ((sample + 0.055) / 1.055) ** 2.4)


PRIMARIES = {
    "srgb": [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)],
    "p3": [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)],
    "bt2020": [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)],
}


def matrix(name):
    """Returns the matrix from linear light of primaries under D65 to XYZ."""
    columns = numpy.array([[x / y, 1, (1 - x - y) / y] for x, y in PRIMARIES[name]]).T
    white = numpy.array([0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290])
    return columns * numpy.linalg.solve(columns, white)


def shown(samples, primaries, curve):
    """Returns the floats in sRGB, 0 to 65535, of samples of other colours."""
    has_color = samples.shape[2] > 2
    color = (samples[..., :3] if has_color else samples[..., [0, 0, 0]]).astype(numpy.float64) / 65535
    light = {"srgb": linear, "linear": lambda v: v, "gamma22": lambda v: v ** 2.2}[curve](color)
    light = light @ (numpy.linalg.inv(matrix("srgb")) @ matrix(primaries)).T
    result = encoded(light) * 65535
    parts = [result, samples[..., 3:]] if has_color else [result[..., :1], samples[..., 1:]]
    return numpy.concatenate(parts, 2)


def read(path):
    """Returns the samples of a file by a reader that is not ours, and the bits of a sample."""
    data = path.read_bytes()
    if data[:4] in (b"II*\0", b"MM\0*"):
        array, bits = tifffile.imread(path), 16
    elif data[:8] == b"\x89PNG\r\n\x1a\n":
        array = imagecodecs.png_decode(data)
        bits = 8 * array.itemsize
    elif data[4:12] in (b"ftypavif", b"ftypavis"):
        array = imagecodecs.avif_decode(data)
        bits = 12 if array.max() > 1023 else 10 if array.dtype.itemsize == 2 else 8
    else:
        array = imagecodecs.jpegxl_decode(data)
        bits = 8 * array.itemsize
    return (array[..., None] if array.ndim == 2 else array), bits
