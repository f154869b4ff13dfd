"""Round trips of light above white: to PQ, HLG, floats and gain maps, and back by other readers."""
import itertools

import imagecodecs
import numpy

import depth_sources as sources
import light
import light_sources
from light_cases import HEIGHT, ONE, WIDTH, Lights, floats, reduced, shown

CURVES = {"pq": 16, "hlg": 18}


def error_of_halves(sample, primaries, curve):
    """Returns how far samples, 0 to 1, are from those of halves of their light.

    In HLG it is that of each channel and of the luminance, of which a sixth is in each channel.
    """
    exact = light.light(sample, primaries, curve)
    most = numpy.spacing(exact.astype(numpy.float16)).astype(numpy.float64) * 0.55
    if curve == "pq":
        return light.pq_sample(exact + most) - light.pq_sample((exact - most).clip(0))
    change = abs(light.hlg_sample(exact + most, primaries) - light.hlg_sample((exact - most).clip(0), primaries))
    return change + 2.0 ** -11


def content_light(samples, bits):
    """Returns the light of a picture in PQ in cd/m²: the most and the average (CTA-861.3)."""
    most = light.pq_light(samples[..., :3].max(2) / ((1 << bits) - 1)) * light.WHITE
    return most.max(), most.mean()


class Trips(Lights):
    def curves(self):
        """PQ and HLG to the same curve in files of all formats, without loss, in the same primaries."""
        for (curve, number), (bits, channels) in (
                (pair, kind) for pair in CURVES.items() for kind in ((16, 3), (16, 4), (10, 3), (12, 4))):
            samples = light_sources.scene(HEIGHT, WIDTH, channels, bits, 40 + bits + channels)
            source = self.trial.folder / f"trip.{'png' if bits == 16 else 'avif'}"
            if bits == 16:
                source.write_bytes(sources.png(samples, light_sources.cicp("bt2020", curve)))
            else:
                source.write_bytes(imagecodecs.avif_encode(
                    samples, level=100, bitspersample=bits, matrix=0, primaries=9, transfer=number))
            for form in ("avif", "png", "jxl"):
                name = f"{curve} {bits} {channels} to {curve} in {form}"
                path = self.get(name, source, f"trip-result.{form}", "--curve", curve, "--lossless")
                if path is not None:
                    self.same(name, path, samples, bits, curve)

    def same(self, name, path, samples, bits, curve):
        found, kept, numbers = light_sources.stored(path)
        if numbers != (9, CURVES[curve]):
            return self.trial.fault(name, f"states {numbers}")
        if kept < min(bits, 12):
            return self.trial.fault(name, f"{kept} bits")
        if found.shape != samples.shape:
            return self.trial.fault(name, f"{found.shape}, not {samples.shape}")
        scale, part = (1 << kept) - 1, samples.astype(numpy.float64) / ((1 << bits) - 1)
        difference = abs(found / scale - part) * scale
        most = 1 + error_of_halves(part[..., :3], "bt2020", curve) * scale
        self.judge(name, difference[..., :3].max(2), most.max(2))
        if samples.shape[2] == 4:
            # Alpha is a half, too.
            self.judge(f"{name}: alpha", difference[..., 3], numpy.full(found.shape[:2], 1 + scale * 2.0 ** -12))
        if curve == "pq":
            self.stated_light(name, path, samples, bits)

    def stated_light(self, name, path, samples, bits):
        """The file states the light of its content, in full cd/m²."""
        data = path.read_bytes()
        if path.suffix == ".jxl":
            return
        place = data.find(b"clli" if path.suffix == ".avif" else b"cLLI") + 4
        if place < 4:
            return self.trial.fault(name, "states no light of its content")
        size, unit = (2, 1) if path.suffix == ".avif" else (4, 10000)
        found = [int.from_bytes(data[at:at + size], "big") / unit for at in (place, place + size)]
        wanted = content_light(samples, bits)
        # The step of 10 bits is 1 % of light, those of halves and of 12 bits are less.
        if any(abs(one - other) > 1 + 0.01 * other for one, other in zip(found, wanted)):
            self.trial.fault(name, f"states {found} cd/m², not {wanted}")

    def light_to(self, name, source, expected, primaries, form, curve, *options):
        """Light to a file in a curve that is read by another reader, in the primaries of BT.2020."""
        path = self.get(name, source, f"other.{form}", "--curve", curve, *options)
        if path is None:
            return
        found, bits, numbers = light_sources.stored(path)
        if numbers != (9, CURVES[curve]):
            return self.trial.fault(name, f"states {numbers}")
        wide = expected[..., :3] @ light.between(primaries, "bt2020").T
        # Of the greatest channel's rounding a matrix leaves some in the others, darker ones.
        error = abs(wide).max(2, keepdims=True) * 2.0 ** -10 + 2.0 ** -24
        if curve == "hlg":
            ends = [light.hlg_sample((wide + change).clip(0), "bt2020") for change in (-error, 0, error)]
        else:
            ends = [light.pq_sample(wide + change) for change in (-error, 0, error)]
        step = 1 / ((1 << bits) - 1)
        most = step + 2.0 ** -11 * (curve == "hlg") + ends[2] - ends[0]
        self.judge(name, abs(found[..., :3] * step - ends[1]).max(2), most.max(2))

    def crosses(self):
        """P3, BT.709 and BT.2020 to PQ and HLG of BT.2020."""
        for primaries, (curve, other) in itertools.product(("p3", "srgb", "bt2020"), itertools.product(CURVES, CURVES)):
            if primaries == "bt2020" and curve == other:
                continue
            samples = light_sources.scene(HEIGHT, WIDTH, 3, 16, 70)
            source = self.trial.folder / "narrow.png"
            source.write_bytes(sources.png(samples, light_sources.cicp(primaries, curve)))
            whole = shown(samples, 16, primaries, curve)
            if other == "hlg" and curve == "pq":
                # Light above 1,000 cd/m² is not in HLG, in which way is not said.
                samples = (samples * 0.7).astype(numpy.uint16)
                source.write_bytes(sources.png(samples, light_sources.cicp(primaries, curve)))
                whole = shown(samples, 16, primaries, curve)
            for form in ("avif", "png", "jxl"):
                name = f"{primaries} {curve} to {other} of BT.2020 in {form}"
                self.light_to(name, source, whole, primaries, form, other, "--lossless")

    def halves(self):
        """Floats of TIFF and JPEG XL, and files without loss that keep them."""
        for name, path, whole, primaries in linear_files(self.trial.folder):
            self.compare(f"{name}, turned", path, whole[:, ::-1], primaries, "--transform", "flip(horizontal)")
            small = reduced(whole, 31, 23)
            more = 1.6 ** 2 * 2.0 ** -11 * abs(whole[..., :3]).max()
            self.compare(f"{name}, reduced", path, small, primaries, "--size", "31x23", more=more)
            middle = self.get(f"{name} to jxl", path, "floats.jxl", "--lossless")
            if middle is not None:
                self.compare(f"{name} to jxl and tiff", middle, whole, primaries)
            self.light_to(f"{name} to pq", path, whole, primaries, "png", "pq")
        for primaries in ("bt2020", "p3", "srgb"):
            samples = light_sources.scene(HEIGHT, WIDTH, 3, 16, 71)
            source = self.trial.folder / "wide.png"
            source.write_bytes(sources.png(samples, light_sources.cicp(primaries, "pq")))
            whole = shown(samples, 16, primaries, "pq")
            for form, options in (("jxl", ["--lossless"]), ("tiff", [])):
                name = f"{primaries} pq to {form} of floats"
                middle = self.get(name, source, f"floats.{form}", *options)
                if middle is not None:
                    self.compare(f"{name} and tiff", middle, whole, primaries, more=1e-3)

    def lossy(self):
        """Lossy files in PQ are near their source."""
        samples = light_sources.smooth(HEIGHT * 2, WIDTH * 2, 16)
        source = self.trial.folder / "smooth.png"
        source.write_bytes(sources.png(samples, light_sources.cicp("bt2020", "pq")))
        wanted = shown(samples, 16, "bt2020", "pq")[..., :3]
        for form in ("avif", "heic", "jxl"):
            for curve in CURVES:
                name = f"lossy {form} in {curve}"
                middle = self.get(name, source, f"lossy.{form}", "--curve", curve, "--quality", "90")
                path = middle and self.get(f"{name} to floats", middle, "lossy.tif")
                if path is None:
                    continue
                found, matrix = floats(path)
                own = found[..., :3] @ (numpy.linalg.inv(light.between("bt2020", "srgb")) @ matrix).T
                limited = wanted.clip(0, light.TOP / light.WHITE) if curve == "hlg" else wanted
                difference = abs(light.pq_sample(own) - light.pq_sample(limited))
                # A code of 10 bits in PQ is 0.001; chroma of half the size is smoother.
                self.judge(name, difference.mean(2).mean(keepdims=True), 0.006 * ONE)

    def losses(self):
        """What a format cannot hold is told, and what it can, or was asked to go, is not."""
        samples = light_sources.smooth(HEIGHT, WIDTH, 10)
        avif, png = self.trial.folder / "loss-of.avif", self.trial.folder / "loss-of.png"
        avif.write_bytes(imagecodecs.avif_encode(
            samples, level=100, bitspersample=10, matrix=0, primaries=9, transfer=16))
        png.write_bytes(sources.png(samples * 64, light_sources.cicp("bt2020", "hlg")))
        for source, form, depth, options, is_lost in (
                (avif, "webp", None, [], True), (png, "webp", None, [], True), (avif, "webp", "hdr", [], True),
                (avif, "bmp", "hdr", [], True), (avif, "png", "hdr", [], False), (avif, "avif", "hdr", [], False),
                (avif, "jpg", "hdr", [], False), (avif, "jpg", "hdr", ["--gain-map", "drop"], True),
                (avif, "jpg", None, [], True), (png, "jxl", None, [], True), (avif, "webp", "8", [], False)):
            name = f"losses of {source.suffix} to {form} {depth} {' '.join(options)}".strip()
            if self.get(name, source, f"loss.{form}", *options, depth=depth) is not None:
                if ("the light above white" in self.errors) != is_lost:
                    self.trial.fault(name, f"tells {self.errors.strip()!r}")

    def peaks(self):
        """8 bits are mapped from the peak that a file states."""
        for name, chunk, peak in (
                ("cLLI", (4000, 400), 4000), ("cLLI", (203, 100), 203), ("mDCV", 2000, 2000), ("none", None, 1000)):
            samples = light_sources.scene(HEIGHT, WIDTH, 3, 16, 72)
            body = b"" if chunk is None else light_sources.screen(chunk) if name == "mDCV" else b"".join(
                (number * 10000).to_bytes(4, "big") for number in chunk)
            chunks = light_sources.cicp("bt2020", "pq") + (sources.chunk(name.encode(), body) if body else b"")
            path = self.trial.folder / "peak.png"
            path.write_bytes(sources.png(samples, chunks))
            whole = shown(samples, 16, "bt2020", "pq")
            self.eight(f"{name} {peak}", path, whole, "bt2020", max(peak, light.WHITE) / light.WHITE)
            self.compare(f"{name} {peak} to floats", path, whole, "bt2020")


def run(trial):
    """Runs all cases."""
    trips = Trips(trial)
    for cases in (trips.decoding, trips.kinds, trips.corpus, trips.curves, trips.crosses, trips.halves, trips.lossy,
                  trips.losses, trips.peaks):
        cases()





def run(trial):
    """Runs all cases."""
    trips = Trips(trial)
    for cases in (trips.decoding, trips.kinds, trips.corpus, trips.curves, trips.crosses, trips.halves, trips.lossy,
                  trips.losses, trips.peaks):
        cases()


def linear_files(folder):
    """Yields name, path, straight light with alpha and primaries of files of floats."""
    ramp = light_sources.scene(HEIGHT, WIDTH, 4, 16, 73) / 65535.0
    whole = numpy.concatenate([ramp[..., :3] ** 3 * 30 - 0.25, ramp[..., 3:]], 2)
    for kind, primaries, channels in (
            (numpy.float32, "srgb", 3), (numpy.float16, "srgb", 4), (numpy.float32, "bt2020", 3),
            (numpy.float16, "p3", 4)):
        data = whole[..., :channels].astype(kind)
        path = folder / f"linear-{kind.__name__}-{primaries}-{channels}.tif"
        sources.tiff(path, data, iccprofile=light_sources.linear_profile(primaries))
        full = numpy.ones((HEIGHT, WIDTH, 4))
        full[..., :channels] = data
        yield f"tiff {kind.__name__} {primaries} {channels}", path, full, primaries
    for kind, primaries in ((numpy.float32, "srgb"), (numpy.float16, "srgb"), (numpy.float32, "bt2020")):
        path = folder / f"linear-{kind.__name__}-{primaries}.jxl"
        path.write_bytes(light_sources.jxl(whole[..., :3].astype(kind), primaries, "linear", 255))
        exact = imagecodecs.jpegxl_decode(path.read_bytes()).astype(numpy.float64)
        exact = numpy.concatenate([exact, numpy.ones((HEIGHT, WIDTH, 1))], 2)
        yield f"jxl {kind.__name__} {primaries}", path, exact, primaries


def run(trial):
    """Runs all cases."""
    trips = Trips(trial)
    for cases in (trips.decoding, trips.kinds, trips.corpus, trips.curves, trips.crosses, trips.halves, trips.lossy,
                  trips.losses, trips.peaks):
        cases()
