"""Gain maps that are applied, and those that are made of light."""
import os
import pathlib

import imagecodecs
import numpy

import depth_sources as sources
import light
import light_maps
import light_sources
from light_cases import Lights, floats, reduced, shown

try:
    import pyvips
    pyvips.cache_set_max(0)
except ImportError:
    pyvips = None

HEIGHT, WIDTH = 142, 194
# The most difference of a map that was made: the mean and the 99th percentile of a pixel's greatest channel,
# in shares of its light or of white if that is more. Chroma and the map have half the size, and 8 bits.
MEAN, MOST = 0.03, 0.12


def scene(peak):
    """Returns smooth light of red, green and blue up to a peak."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH] / numpy.array([HEIGHT - 1, WIDTH - 1])[:, None, None]
    glow = numpy.exp(-((x - 0.65) ** 2 + (y - 0.3) ** 2) / 0.02) * peak
    return numpy.stack([0.05 + 0.6 * x + glow, 0.04 + 0.5 * y + glow * 0.9, 0.3 - 0.2 * x + glow * 0.7], 2)


def ultra(peak, gamut):
    """Returns a JPEG with a map by libultrahdr."""
    data = numpy.ones((HEIGHT, WIDTH, 4), numpy.float16)
    data[..., :3] = scene(peak)
    return imagecodecs.ultrahdr_encode(data, level=95, gamut=gamut, transfer=0, crange=1)


def files(folder):
    """Yields name and path of files with maps."""
    for gamut, name in enumerate(("srgb", "p3", "bt2020")):
        for peak in (2, 6):
            path = folder / f"ultra-{name}-{peak}.jpg"
            path.write_bytes(ultra(peak, gamut))
            yield f"libultrahdr {name} {peak}", path
    if pyvips and pyvips.at_least_libvips(8, 18):
        for peak, scale in ((2, 1), (6, 2), (12, 4)):
            path = folder / f"vips-{peak}.jpg"
            image = pyvips.Image.new_from_array(scene(peak).astype(numpy.float32), interpretation="scrgb")
            image.uhdrsave(str(path), Q=95, gainmap_scale_factor=scale)
            yield f"libvips {peak}", path
    corpus = pathlib.Path(os.environ.get("WEBIMAGE_CORPUS", "/work/shared/corpus"))
    for path in sorted(corpus.glob("*/*gainmap*")):
        known = ("seine_sdr_gainmap_srgb", "seine_hdr", "paris", "color_grid", "color_nogrid")
        if path.parent.name in ("jpeg", "avif") and any(word in path.name for word in known):
            yield path.stem, path


class Maps(Lights):
    def applied(self):
        """Maps are applied in full, by the formula: within a level of the base and of the map."""
        for name, path in files(self.trial.folder):
            found = light_maps.read(path)
            middle = found.light()
            level = 1 / 255
            steps = [found.light(*step) for step in ((level, 0), (-level, 0), (0, level), (0, -level))]
            most = sum(abs(one - middle) for one in steps).max(2) + abs(middle).max(2) * 2.0 ** -9 + 1e-4
            for kind, options, turn in (
                    ("whole", [], lambda image: image),
                    ("turned", ["--transform", "rotate(90)"], lambda image: numpy.rot90(image, -1)),
                    ("mirrored", ["--transform", "flip(horizontal)"], lambda image: image[:, ::-1])):
                self.shown(f"{name}, {kind}", path, turn(middle), turn(most), *options)
            if found.points and found.points[1] == 16:
                continue  # A base in PQ is scaled by its curve, as other files in PQ are.
            height, width = middle.shape[:2]
            small = numpy.concatenate([middle, numpy.ones((height, width, 1))], 2)
            small = reduced(small, width // 2, height // 2)[..., :3]
            # A base in SDR is scaled in the curve of sRGB, apart from its map.
            size = ["--size", f"{width // 2}x{height // 2}", "--fit", "stretch"]
            self.near(f"{name}, reduced", path, small, *size, limit=0.2)

    def result(self, name, path, wanted, *options):
        path = self.get(name, path, "map.tif", *options)
        if path is None:
            return None
        found, matrix = floats(path)
        if found.shape[:2] != wanted.shape[:2]:
            return self.trial.fault(name, f"{found.shape}, not {wanted.shape}")
        return found[..., :3] @ matrix.T

    def shown(self, name, path, wanted, most, *options):
        found = self.result(name, path, wanted, *options)
        if found is not None:
            self.judge(name, abs(found - wanted).max(2), most)

    def near(self, name, path, wanted, *options, limit=MOST):
        found = self.result(name, path, wanted, *options)
        if found is not None:
            self.alike(name, found, wanted, limit)

    def alike(self, name, found, wanted, limit=MOST):
        share = abs(found - wanted).max(2) / wanted.max(2).clip(1)
        mean, most = share.mean(), numpy.percentile(share, 99)
        if not (mean <= MEAN and most <= limit):
            self.trial.fault(name, f"differs by {mean:.1%} in the mean, {most:.1%} in the 99th percentile")

    def made(self):
        """Maps that are made of light give it back: by the formula, by the command, by libvips."""
        for curve, primaries, peak in (
                ("pq", "srgb", 4), ("pq", "p3", 4), ("pq", "bt2020", 4), ("hlg", "bt2020", 4), ("pq", "srgb", 12),
                ("pq", "srgb", 40)):
            whole = scene(peak)
            if curve == "pq":
                samples = light.pq_sample(whole)
            else:
                samples = light.hlg_sample(whole, primaries)
            samples = numpy.rint(samples.clip(0, 1) * 65535).astype(numpy.uint16)
            chunks = light_sources.cicp(primaries, curve)
            source = self.trial.folder / "bright.png"
            source.write_bytes(sources.png(samples, chunks))
            wanted = shown(samples, 16, primaries, curve)[..., :3] @ light.between(primaries, "srgb").T
            wanted = wanted.clip(0)
            for form in ("jpg", "avif", "jxl"):
                name = f"{primaries} {curve} {peak} to a map in {form}"
                path = self.get(name, source, f"made.{form}", "--curve", "gain-map", "--quality", "95", "--chroma",
                                "444")
                if path is None:
                    continue
                self.alike(f"{name} by the formula", light_maps.read(path).light(), wanted)
                self.near(f"{name} by the command", path, wanted)
                if form == "jpg" and pyvips and pyvips.at_least_libvips(8, 18):
                    self.trial.count += 1
                    image = pyvips.Image.uhdrload(str(path)).uhdr2scRGB()
                    self.alike(f"{name} by libvips", image.numpy()[..., :3].astype(numpy.float64), wanted)

    def blended(self):
        """Half transparent light is blended with white, in light, where a format has no alpha."""
        samples = numpy.rint(light.pq_sample(scene(4)) * 65535).astype(numpy.uint16)
        alpha = numpy.broadcast_to(numpy.linspace(0, 65535, WIDTH).astype(numpy.uint16)[:, None], (HEIGHT, WIDTH, 1))
        source = self.trial.folder / "veiled.png"
        source.write_bytes(sources.png(numpy.concatenate([samples, alpha], 2), light_sources.cicp("srgb", "pq")))
        share = alpha / 65535
        for form, wanted in (("jpg", scene(4) * share + 1 - share), ("avif", scene(4))):
            name = f"half transparent light to a map in {form}"
            path = self.get(name, source, f"veiled.{form}", "--curve", "gain-map", "--quality", "95", "--chroma", "444")
            if path is not None:
                found = light_maps.read(path).light()
                seen = share if form == "avif" else 1
                self.alike(name, found * seen, wanted * seen)

    def kept(self):
        """The light of a map becomes PQ, or the map goes to another format with its base."""
        for name, path in files(self.trial.folder):
            if "hdr" in name or "color_" in name:
                continue
            wanted = light_maps.read(path).light()
            for form in ("avif", "png"):
                middle = self.get(f"{name} to pq in {form}", path, f"kept.{form}", "--curve", "pq", "--lossless")
                if middle is None:
                    continue
                samples, bits, numbers = light_sources.stored(middle)
                if numbers != (9, 16):
                    self.trial.fault(f"{name} to pq in {form}", f"states {numbers}")
                    continue
                own = light.pq_light(samples[..., :3] / ((1 << bits) - 1)) @ light.between("bt2020", "srgb").T
                self.alike(f"{name} to pq in {form}", own, wanted)
            # The profile of a JPEG XL is not read here.
            for form in ("jpg", "avif") + ("jxl",) * ("libultrahdr srgb" in name):
                turned = ["--transform", "rotate(90)", "--quality", "95", "--chroma", "444", "--curve", "gain-map"]
                middle = self.get(f"{name}, turned to {form}", path, f"kept.{form}", *turned)
                if middle is not None:
                    self.alike(f"{name}, turned to {form}", light_maps.read(middle).light(), numpy.rot90(wanted, -1))


def run(trial):
    """Runs all cases."""
    maps = Maps(trial)
    for cases in (maps.applied, maps.made, maps.blended, maps.kept):
        cases()
