"""`webimage get` of JPEGs with gain maps to 1024 wide, next to pyvips.

pyvips makes the three files: a picture of 12 megapixels, whose map has a quarter, half and all of its side. The wheel
has libvips 8.18 or later, which reads and writes them. All results have quality 80, and so do their maps.
"""
import io

from runner.figures import CPU, PEAK, Entry, race
from runner.programs import HERE, INPUTS, OURS, SCRATCH, cost, start, tool

WIDTH, KILOBYTES = 1024, "kB"
DIVISORS = {"a quarter": 4, "half": 2, "all": 1}
DROPPED, CONVERTED = "without the map", "without the map, in sRGB"
# The start of Python and libvips is no part of the call; ours has its own start in each figure.
PEER, START = "pyvips, whole process", "pyvips, only its start"
CALL, WARM = "pyvips without its start", "pyvips in a process that stays"
MODULE = f"import sys; sys.path.insert(0, {str(HERE / 'Peers')!r}); import vips"
THUMBNAIL = f"{MODULE}; open(sys.argv[2], 'wb').write(vips.thumbnail(sys.argv[1], {WIDTH})())"


def scene(pyvips, width, height):
    """Returns a picture in linear light that compresses like a photograph: shapes, texture, grain, a bright glow."""
    def noise(cell):
        return pyvips.Image.perlin(width, height, cell_size=cell, seed=cell)

    # In stops: texture of all sizes, and the edges of shapes.
    stops = (noise(900) + noise(300) * 0.3 > 0.05) / 255 * 1.5 - 2.2
    for cell in (1000, 500, 250, 125, 60, 30, 15, 8, 4):
        stops += noise(cell) * (cell / 250) ** 0.25
    place = pyvips.Image.xyz(width, height)
    distance = ((place[0] - 0.65 * width) ** 2 + (place[1] - 0.3 * height) ** 2) ** 0.5 / height
    glow = (distance / -0.03).exp() * 12 + (distance / -0.25).exp()
    light = ((stops * 0.693).exp() + glow) * pyvips.Image.gaussnoise(width, height, mean=1, sigma=0.08, seed=1)
    hue = noise(700) * 0.3
    bands = [light * (hue + 1), light, light * (hue * -1 + 0.8)]
    return bands[0].bandjoin(bands[1:]).cast("float").copy(interpretation="scrgb").copy_memory()


def pictures():
    """Returns the paths of the three files, which are computed the first time."""
    paths = {share: INPUTS / f"12mp-map-{divisor}.jpg" for share, divisor in DIVISORS.items()}
    if not all(path.exists() for path in paths.values()):
        import pyvips

        INPUTS.mkdir(parents=True, exist_ok=True)
        light = scene(pyvips, 4000, 3000)
        for share, path in paths.items():
            part = path.with_suffix(".part")
            light.uhdrsave(str(part), Q=90, gainmap_scale_factor=DIVISORS[share])
            part.rename(path)
    return paths


def qualities(path):
    """Returns the sizes, the sampling and the quantisation of a JPEG and of its map."""
    import pyvips
    from PIL import Image

    of_map = pyvips.Image.uhdrload(str(path)).get("gainmap-data")
    with Image.open(path) as base, Image.open(io.BytesIO(of_map)) as gains:
        return [(one.size, one.layer, one.quantization) for one in (base, gains)]


def result(name):
    return SCRATCH / f"{name.replace(' ', '-')}.jpg"


def contestants(path, warm):
    """Returns functions that make a thumbnail of a file, and one that only starts Python and libvips."""
    def sized(name, *words):
        return lambda: cost([*words, result(name)]) | {KILOBYTES: result(name).stat().st_size / 1e3}

    python = HERE / ".peers/bin/python"
    ours = [tool("webimage"), "get", "-q", path, "--no-cache", "--size", f"{WIDTH}x", "--quality", "80"]
    drop = [*ours, "--gain-map", "drop"]
    return {
        OURS: sized(OURS, *ours, "-o"),
        # With the map the profile of its base is kept: the same work but for the map.
        DROPPED: sized(DROPPED, *drop, "--icc", "keep", "-o"),
        CONVERTED: sized(CONVERTED, *drop, "-o"),
        PEER: sized(PEER, python, "-c", THUMBNAIL, path),
        START: lambda: cost([python, "-c", MODULE]),
        WARM: warm.run,
    }


def less(whole, part):
    """Returns the CPU that a contestant takes in each round beyond another one."""
    entry = Entry(CALL, [{CPU: one[CPU] - other[CPU]} for one, other in zip(whole.rounds, part.rounds)])
    entry.failure = whole.failure or part.failure
    return entry


def verdicts(report, entries, without, *targets):
    """Reports ours next to pyvips, and next to ours `without` the map, with the targets of bytes and of CPU."""
    ours = entries[OURS]
    report.verdict("bytes / pyvips", ours.ratio(entries[PEER], KILOBYTES), "≤ 1.05")
    for name in (CALL, WARM):
        report.verdict(f"CPU / {name}", ours.ratio(entries[name]), "≤ 0.8")
    report.verdict("peak memory / pyvips", ours.ratio(entries[PEER], PEAK))
    report.verdict(f"bytes / {without}", ours.ratio(entries[without], KILOBYTES), *targets[:1])
    for name in (without, CONVERTED):
        report.verdict(f"CPU / {name}", ours.ratio(entries[name]), *targets[1:])


def measure(report):
    for share, path in pictures().items():
        warm = start("pyvips")
        warm.ask("thumbnail", path, WIDTH)
        report.versions["pyvips"] = warm.versions
        entries = {one.name: one for one in race(contestants(path, warm), seconds=60)}
        warm.stop()
        failed = entries[OURS].failure or entries[PEER].failure
        if not failed and qualities(result(OURS)) != qualities(result(PEER)):
            raise RuntimeError("the results differ in their sizes or qualities")
        entries[CALL] = less(entries[PEER], entries[START])
        report.section(f"JPEG of 12 megapixels whose map has {share} of its side, to 1024 wide",
                       list(entries.values()), (CPU, PEAK, KILOBYTES))
        verdicts(report, entries, DROPPED, *(["≤ 1.15", "≤ 1.25"] if share == "a quarter" else []))
