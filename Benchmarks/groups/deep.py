"""Pictures of 16 bits, and a gain map that is applied, next to pyvips.

pyvips makes the files: a PNG of 24 megapixels in 16 bits, an AVIF of 12 megapixels in 10 bits, and a JPEG of 12
megapixels with a map of half its side. The first two are whole processes, pyvips without its start; the map is what
decoding takes with it beyond decoding without it, in processes that stay.

pyvips rounds the red, green and blue of a file of 10 bits to 10 bits and shifts them, so that white is 65472; ours have
16 bits, and white is 65535. So bytes are compared for the same samples, which pyvips reads from our file and saves.
"""
from groups.gain_maps import CALL, MODULE, START, less, scene
from runner.figures import CPU, PEAK, Entry, race
from runner.programs import HERE, INPUTS, OURS, SCRATCH, cost, start, tool

PEER, KILOBYTES = "pyvips, whole process", "kB"
PYVIPS = f"{MODULE}; import pyvips; image = pyvips.Image.new_from_file(sys.argv[1])"
SAVED = "pngsave(sys.argv[2], compression=6, bitdepth=16)"


def sources():
    """Returns the paths of the three files, which are computed the first time."""
    paths = [INPUTS / name for name in ("24mp-16-bits.png", "12mp-10-bits.avif", "12mp-light.jpg")]
    if not all(path.exists() for path in paths):
        import pyvips

        INPUTS.mkdir(parents=True, exist_ok=True)
        light = scene(pyvips, 4000, 3000)
        deep = light.colourspace("rgb16").copy_memory()
        large = deep.resize(1.5, vscale=4 / 3).cast("ushort").copy(interpretation="rgb16")
        large.pngsave(str(paths[0]), compression=6, bitdepth=16)
        deep.heifsave(str(paths[1]), compression="av1", bitdepth=10, Q=85, effort=2)
        light.uhdrsave(str(paths[2]), Q=90, gainmap_scale_factor=2)
    return paths


def whole(report, title, source, words, script):
    """Measures `webimage get` of a file to a PNG next to pyvips without its start."""
    def sized(name, *line):
        path = SCRATCH / f"deep-{name[:4]}.png"
        return lambda: cost([*line, path]) | {KILOBYTES: path.stat().st_size / 1e3}

    def resaved():
        """Returns the kB of our file as pyvips saves its samples."""
        ours, path = (SCRATCH / f"deep-{name}.png" for name in (OURS[:4], "same"))
        cost([python, "-c", f"{PYVIPS}; image.{SAVED}", ours, path])
        return path.stat().st_size / 1e3

    python = HERE / ".peers/bin/python"
    entries = {one.name: one for one in race({
        OURS: sized(OURS, tool("webimage"), "get", "-q", source, "--no-cache", "--depth", "keep", *words, "-o"),
        PEER: sized(PEER, python, "-c", f"{PYVIPS}; {script}", source),
        START: lambda: cost([python, "-c", MODULE]),
    }, seconds=90)}
    entries[CALL] = less(entries[PEER], entries[START])
    report.section(title, list(entries.values()), (CPU, PEAK, KILOBYTES))
    report.verdict("CPU / pyvips", entries[OURS].ratio(entries[CALL]), "≤ 0.8")
    report.verdict("bytes / pyvips", entries[OURS].ratio(entries[PEER], KILOBYTES))
    size = entries[OURS].value(KILOBYTES)
    report.verdict("bytes / pyvips, the same samples", size and size / resaved(), "≤ 1.05")
    report.verdict("peak memory / pyvips", entries[OURS].ratio(entries[PEER], PEAK))


def applied(report, source):
    """Measures what a gain map adds to the decoding of its base."""
    workers, contestants = {}, {}
    for peer in (OURS, "pyvips"):
        for operation in ("light", "base"):
            name = f"{peer}, {'with the map' if operation == 'light' else 'the base'}"
            workers[name] = start(peer)
            workers[name].ask(operation, source, 0)
            contestants[name] = workers[name].run
    entries = {one.name: one for one in race(contestants, seconds=60)}
    for worker in workers.values():
        worker.stop()
    for peer in (OURS, "pyvips"):
        map_ = less(entries[f"{peer}, with the map"], entries[f"{peer}, the base"])
        entries[peer] = Entry(f"{peer}, the map", map_.rounds)
        entries[peer].failure = map_.failure
    report.section("A gain map applied to a JPEG of 12 megapixels", list(entries.values()), (CPU,))
    report.verdict("CPU / pyvips", entries[OURS].ratio(entries["pyvips"]), "≤ 0.3")


def measure(report):
    png, avif, jpeg = sources()
    whole(report, "PNG of 24 megapixels in 16 bits to 1024 wide in 16 bits", png, ["--size", "1024x"],
          f"image.resize(1024 / image.width).{SAVED}")
    whole(report, "AVIF of 12 megapixels in 10 bits to PNG of 16 bits", avif, [], f"image.{SAVED}")
    applied(report, jpeg)
