"""The cases of light above white of try-depth: files in PQ, HLG and floats, become floats, curves and 8 bits."""
import itertools
import os
import pathlib

import imagecodecs
import numpy
import tifffile

import depth_sources as sources
import light
import light_sources

WIDTH, HEIGHT = 97, 71
ONE = numpy.ones((1, 1))
# The rounding of a half is 2^-11 of the number, and 2^-25 below 2^-14. Tables of 32-bit floats add less.
HALF, LEAST = 2.0 ** -11 * 1.1, 2.0 ** -25 * 1.1


def files(folder):
    """Yields name, path, samples, bits, primaries and curve of each source."""
    seed = itertools.count(1)

    def one(name, suffix, channels, bits, primaries, curve, write):
        samples = light_sources.scene(HEIGHT, WIDTH, channels, bits, next(seed))
        path = folder / f"{name.replace(' ', '-')}{suffix}"
        path.write_bytes(write(samples))
        return name, path, samples, bits, primaries, curve

    colors = list(itertools.product(("bt2020", "p3", "srgb"), ("pq", "hlg")))
    for primaries, curve in colors:
        chunk = light_sources.cicp(primaries, curve)
        for bits, channels in ((16, 3), (16, 4), (8, 3)) + ((16, 1), (8, 4), (16, 2)) * (primaries == "bt2020"):
            write = sources.png if bits == 16 else light_sources.png8
            yield one(f"png {primaries} {curve} {bits} {channels}", ".png", channels, bits, primaries, curve,
                      lambda samples: write(samples, chunk))
        for bits, channels in ((10, 3), (12, 4)) + ((8, 3), (12, 3), (10, 4)) * (primaries == "bt2020"):
            numbers = {"primaries": light.NUMBERS[primaries], "transfer": {"pq": 16, "hlg": 18}[curve]}
            yield one(f"avif {primaries} {curve} {bits} {channels}", ".avif", channels, bits, primaries, curve,
                      lambda samples: imagecodecs.avif_encode(
                          samples, level=100, bitspersample=bits, matrix=0, pixelformat="444", **numbers))
        for bits, channels in ((16, 3),) + ((16, 1), (8, 4)) * (primaries == "bt2020"):
            yield one(f"jxl {primaries} {curve} {bits} {channels}", ".jxl", channels, bits, primaries, curve,
                      lambda samples: light_sources.jxl(samples, primaries, curve))


def fractions(samples, bits):
    """Returns red, green, blue and alpha of samples, 0 to 1."""
    return numpy.concatenate(split(samples.astype(numpy.float64) / ((1 << bits) - 1)), 2)


def lit(fractions, primaries, curve):
    """Returns straight light of red, green, blue in the primaries, and alpha."""
    return numpy.concatenate([light.light(fractions[..., :3], primaries, curve), fractions[..., 3:]], 2)


def shown(samples, bits, primaries, curve):
    """Returns straight light of samples in the primaries, and alpha."""
    return lit(fractions(samples, bits), primaries, curve)


def split(array):
    """Returns three channels of colour and alpha."""
    has_alpha = array.shape[2] in (2, 4)
    colors = array[..., :-1] if has_alpha else array
    colors = numpy.repeat(colors, 3, 2) if colors.shape[2] == 1 else colors
    return colors, array[..., -1:] if has_alpha else numpy.ones(array.shape[:2] + (1,))


def floats(path):
    """Returns what a TIFF of floats holds, with alpha, and the matrix of its profile to BT.709."""
    with tifffile.TiffFile(path) as file:
        page = file.pages[0]
        assert page.dtype == numpy.float16, f"{page.dtype}, not halves"
        array = page.asarray().astype(numpy.float64)
        profile = page.tags[34675].value
        assert page.samplesperpixel % 2 or page.tags["ExtraSamples"].value[0] == 2, "premultiplied"
    assert abs(light.curve_light(profile, 0.5) - 0.5) < 1e-4, "a profile that is not linear"
    array = array[..., None] if array.ndim == 2 else array
    return numpy.concatenate(split(array), 2), light.to_bt709(profile)


def reduced(image, width, height):
    """Returns straight light scaled by the filter of the library, by premultiplied colours."""
    colors, alpha = image[..., :3] * image[..., 3:], image[..., 3:]
    both = numpy.concatenate([colors, alpha], 2)
    both = sources.axis(sources.axis(both, height).swapaxes(0, 1), width).swapaxes(0, 1)
    alpha = both[..., 3:].clip(0, 1)
    return numpy.concatenate([numpy.where(alpha > 0, both[..., :3] / alpha.clip(1e-9), 0), alpha], 2)


class Lights:
    """The cases, which use the folder, the command and the list of faults of a trial."""

    def __init__(self, trial):
        self.trial = trial

    def get(self, name, source, result, *options, depth="hdr"):
        """Returns the path of the command's result; None if it failed."""
        self.trial.count += 1
        path = self.trial.folder / result
        done = self.trial.get(source, path, *(["--depth", depth] if depth else []), *options)
        if done.returncode != 0:
            return self.trial.fault(name, done.stderr.strip())
        self.errors = done.stderr
        return path

    def compare(self, name, source, expected, primaries, *options, more=0.0):
        """Compares floats with straight light of primaries, as light of BT.709: roundings to halves before and
        after a matrix, which adds them up, and to the 2^-16 of a profile's numbers. `more` is added to light that is
        multiplied by alpha."""
        path = self.get(name, source, "light.tif", *options)
        if path is None:
            return
        try:
            found, matrix = floats(path)
        except (AssertionError, KeyError) as error:
            return self.trial.fault(name, f"no linear halves: {error}")
        if found.shape != expected.shape:
            return self.trial.fault(name, f"{found.shape}, not {expected.shape}")
        own, wanted = found[..., :3], expected[..., :3] @ light.between(primaries, "srgb").T
        greatest = numpy.maximum(abs(own), abs(wanted)).max(2)
        alpha = expected[..., 3] if more else 1
        most = greatest * (3 * HALF + 1e-4) + 2 * LEAST + more
        self.judge(name, abs(own @ matrix.T - wanted).max(2) * alpha, most)
        self.judge(f"{name}: alpha", abs(found[..., 3] - expected[..., 3]), HALF + more / 100)

    def judge(self, name, difference, most):
        share = difference / numpy.maximum(most, 1e-30)
        if not share.max() <= 1:
            place = numpy.unravel_index(numpy.nanargmax(share), share.shape)
            self.trial.fault(name, f"differs by {difference[place]:.3g} at {place}, {share.max():.2f} times the most"
                                   f", {(share > 1).mean():.1%} of pixels")

    def decoding(self):
        """Files in PQ and HLG become floats: whole, in BT.709, cut, turned and scaled."""
        for name, path, samples, bits, primaries, curve in files(self.trial.folder):
            whole = shown(samples, bits, primaries, curve)
            self.compare(f"{name} to floats", path, whole, primaries)
            self.eight(name, path, whole, primaries)
            if bits == 16:
                self.compare(f"{name} in BT.709", path, whole, primaries, "--icc", "srgb")
            turns = ["--transform", "crop(40x30,11,7)", "--transform", "rotate(90)"]
            self.compare(f"{name}, cut and turned", path, numpy.rot90(whole[7:37, 11:51], -1), primaries, *turns)
            small, top = reduced(whole, 31, 23), whole[..., :3].max()
            # The sum of the filter's weights without signs is below 1.6 for each axis.
            more = 1.6 ** 2 * HALF * top
            self.compare(f"{name}, resized", path, small, primaries, "--transform", "resize(31x23)", more=more)
            # Sizes scale PQ and HLG by their curve, in which two steps of 16 bits are a thousandth of the top.
            small = lit(reduced(fractions(samples, bits), 31, 23).clip(0, 1), primaries, curve)
            self.compare(f"{name}, reduced", path, small, primaries, "--size", "31x23", more=top / 1000)

    def kinds(self):
        """PNGs in PQ with a palette, few bits, a transparent colour and a narrow range."""
        for name, path, samples in light_sources.kinds(self.trial.folder):
            whole = shown(samples, 16, "bt2020", "pq")
            # A narrow range is a sample off by rounding.
            more = 0.02 if name == "narrow range" else 0.0
            self.compare(f"png {name} to floats", path, whole, "bt2020", more=more)
            self.eight(f"png {name}", path, whole, "bt2020")

    def corpus(self):
        """Files in PQ of other writers, by imagecodecs, which spreads chroma in another way."""
        root = pathlib.Path(os.environ.get("WEBIMAGE_CORPUS", "/work/shared/corpus"))
        wanted = ("*/*TestHDR.jxl", "*/*TestHDR.avif", "*/*pq*.jxl", "*/*cicp_pq.png", "*/*colors*_hdr_*.avif")
        for path in sorted(path for pattern in wanted for path in root.glob(pattern)):
            array, bits, (primaries, _) = light_sources.stored(path)
            primaries = {1: "srgb", 9: "bt2020", 11: "p3", 12: "p3"}[primaries]
            colors, _ = split(array.astype(numpy.float64) / ((1 << bits) - 1))
            result = self.get(path.name, path, "corpus.tif")
            if result is None:
                continue
            found, matrix = floats(result)
            own = found[..., :3] @ (light.between("srgb", primaries) @ matrix).T
            difference = abs(light.pq_sample(own) - colors)
            # A code of 10 bits is 0.001; edges of chroma of half the size differ more, and so do the dark channels
            # of saturated colours, for which halves of BT.709 have few steps.
            limit = 0.01 if path.suffix == ".png" else 0.002
            self.judge(f"{path.name}, mean", difference.mean(2).mean(keepdims=True), limit * ONE)
            most = numpy.percentile(difference.max(2), 99, keepdims=True)
            self.judge(f"{path.name}, 99th percentile", most, 0.05 * ONE)

    def eight(self, name, path, whole, primaries, peak=light.TOP / light.WHITE):
        """8 bits are those of the EETF within a level, and the same where they are not asked for."""
        first = self.get(f"{name} to 8 bits", path, "eight.png", depth="8")
        second = self.get(f"{name} to the usual bits", path, "usual.png", depth=None)
        if first is None or second is None:
            return
        # A PNG of which nothing is asked is copied.
        if path.suffix != ".png" and first.read_bytes() != second.read_bytes():
            self.trial.fault(name, "8 bits are not the usual file")
        found, _ = sources.read(first)
        has_alpha = found.shape[2] in (2, 4)
        colors, alpha = split(found.astype(numpy.float64))
        alpha = alpha if has_alpha else alpha * 255
        # 8 bits in the file's primaries, premultiplied, are what the matrix gets.
        step = 0.51 * (1 + (255 / alpha.clip(1) if has_alpha else 0))
        levels, matrix = sources.encoded(light.mapped(whole[..., :3], peak)) * 255, light.between(primaries, "srgb")
        middle = sources.linear(levels / 255)
        ends = [sources.linear(((levels + way * step) / 255).clip(0)) for way in (1, -1)]
        error = sum(abs(end - middle) for end in ends) @ abs(matrix).T * (primaries != "srgb")
        least, wanted, most = (sources.encoded(middle @ matrix.T + way * error) * 255 for way in (-1, 0, 1))
        over = numpy.maximum(colors - most, least - colors).max(2, keepdims=True) - (alpha < 255) * step
        self.judge(f"{name} to 8 bits", over.clip(0) * (alpha > 0), step + 0.3)
        # Most pixels are nearer.
        self.judge(f"{name} to 8 bits, mean", (abs(colors - wanted) * (alpha > 250)).mean(2).mean(keepdims=True), ONE)
