"""Inks of 16 bits in TIFF, compared with floats of Little CMS, and the bits of a sample that PNG states."""
import imagecodecs
import numpy

import depth_sources as sources

HEIGHT, WIDTH = 53, 67
MOST = 65535.0


def profile():
    """Returns the profile of inks that libvips brings; None without pyvips."""
    try:
        import pyvips
    except ImportError:
        return None
    return bytes(pyvips.Operation.call("profile_load", "cmyk"))


def shown(inks, icc):
    """Returns floats of sRGB, 0 to 65535, of inks as a profile has them, or as their product with black."""
    if icc is None:
        return (MOST - inks[..., :3]) * (MOST - inks[..., 3:4]) / MOST
    flags = imagecodecs.CMS.FLAGS.BLACKPOINTCOMPENSATION | imagecodecs.CMS.FLAGS.NOOPTIMIZE
    percent = numpy.ascontiguousarray(inks / MOST * 100, numpy.float32)
    light = imagecodecs.cms_transform(
        percent, icc, imagecodecs.cms_profile("srgb"), colorspace="cmyk", outcolorspace="rgb",
        outdtype="float32", intent=imagecodecs.CMS.INTENT.RELATIVE_COLORIMETRIC, flags=flags)
    return light.astype(numpy.float64).clip(0, 1) * MOST


def inks(trial):
    """The cases of inks: layouts of TIFF, with and without a profile, and beside alpha."""
    layouts = [
        ("little", {}), ("big", {"byteorder": ">"}), ("deflate", {"compression": "zlib", "predictor": True}),
        ("tiled", {"tile": (32, 48)}), ("planar", {"planarconfig": "separate"}),
        ("tiled planar", {"tile": (16, 16), "planarconfig": "separate"}),
    ]
    kinds = [("plain", None), ("profile", profile())]
    for seed, (layout, options) in enumerate(layouts):
        for kind, icc in kinds[:1 if kinds[1][1] is None else 2]:
            # The last plane has noise, and its extremes.
            samples = sources.colors(HEIGHT, WIDTH, 4, 16, 90 + seed)
            path = trial.folder / "inks.tif"
            sources.tiff(path, samples, photometric="separated", extrasamples=(), iccprofile=icc, **options)
            compare(trial, f"inks {layout} {kind}", path, samples, icc)
        colors = sources.colors(HEIGHT, WIDTH, 4, 16, 190 + seed)
        samples = numpy.concatenate([colors, alpha(seed)], 2)
        path = trial.folder / "inks-alpha.tif"
        sources.tiff(path, samples, photometric="separated", extrasamples=["unassalpha"], **options)
        whole = numpy.concatenate([shown(colors, None), samples[..., 4:]], 2)
        trial.run(f"inks {layout} alpha", path, "inks.png", [], whole, 0.51, 16)
        stretch = ["--size", "31x23", "--fit", "stretch"]
        small = sources.lanczos(whole.round().astype(numpy.uint16), 31, 23)
        trial.run(f"inks {layout} alpha, reduced", path, "inks.png", stretch, small, 3, 16)


def alpha(seed):
    return numpy.random.default_rng(seed).integers(0, 65536, (HEIGHT, WIDTH, 1)).astype(numpy.uint16)


def compare(trial, name, path, samples, icc):
    """Compares files of a picture, whole, turned and reduced; inks are scaled before they are converted."""
    # Little CMS of the command and of imagecodecs may be of two versions, which differ by up to 11.
    whole, most = shown(samples, icc), 0.51 if icc is None else 16
    # A TIFF of a TIFF is a copy.
    for suffix in (".png", ".jxl"):
        lossless = ["--lossless"] if suffix == ".jxl" else []
        trial.run(f"{name} to {suffix}", path, f"inks{suffix}", lossless, whole, most, 16)
    trial.run(f"{name}, turned", path, "turned.tif", ["--transform", "flip(horizontal)"], whole[:, ::-1], most, 16)
    for width, height in ((31, 23), (80, 90)):
        options = ["--size", f"{width}x{height}", "--fit", "stretch", "--enlarge"]
        planes = [sources.lanczos(samples[..., ink:ink + 1], width, height) for ink in range(4)]
        scaled = shown(numpy.concatenate(planes, 2).round(), icc)
        # Inks may be rounded the other way.
        trial.run(f"{name}, {width} wide", path, "scaled.png", options, scaled, 3 if icc is None else 24, 16)


def stated(trial):
    """The cases of `sBIT`: AVIF has the bits that it states, and nothing is told as lost."""
    for bits in (10, 12):
        for channels in (1, 2, 3, 4):
            trial.count += 1
            name = f"sBIT {bits} of {channels} channels"
            samples = sources.colors(HEIGHT, WIDTH, channels, bits, 290 + channels)
            most = (1 << bits) - 1
            wide = ((samples.astype(numpy.uint32) * 65535 + most // 2) // most).astype(numpy.uint16)
            source, path = trial.folder / "stated.png", trial.folder / "stated.avif"
            source.write_bytes(sources.png(wide, sources.chunk(b"sBIT", bytes([bits] * channels))))
            done = trial.get(source, path, "--depth", "keep", "--lossless")
            if done.returncode != 0 or "bits" in done.stderr:
                trial.fault(name, done.stderr.strip())
                continue
            found, _ = sources.read(path)
            if numpy.any(found[..., 0] != samples[..., 0]) or found.max() >> bits:
                trial.fault(name, f"differs by {abs(found[..., 0].astype(int) - samples[..., 0]).max()}")
