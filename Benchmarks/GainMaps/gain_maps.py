"""Makes JPEGs with gain maps, reads the maps of AVIF and JPEG XL and applies them, apart from the code
that is tried, for try-gain-maps and try-readers: the formula of ISO 21496-1,
the boxes of both formats by hand, pixels by libvips and djxl."""
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

# The libraries are those that Benchmarks/peers installs, if it did, else those of the system.
PEERS = pathlib.Path(__file__).resolve().parents[1] / ".peers"
if sys.prefix != str(PEERS) and (PEERS / "bin/python").exists():
    os.execv(PEERS / "bin/python", [PEERS / "bin/python", *sys.argv])

import pyvips

if not pyvips.at_least_libvips(8, 18):
    raise ImportError("libvips is older than 8.18")

# Files of one name are not one picture.
pyvips.cache_set_max(0)


class Tools:
    """Programs of this machine, or of a Debian root that stands in a folder."""

    def __init__(self, root=None):
        self.root = pathlib.Path(root) if root else None
        self.temporary = str(self.root / "tmp") if root else None

    def has(self, name):
        return bool(shutil.which(name, path=str(self.root / "usr/bin") if self.root else None))

    def run(self, *arguments):
        """Runs a program; paths are those of this machine and lie in the root."""
        words = [str(word) for word in arguments]
        if self.root:
            words = [word.removeprefix(str(self.root)) for word in words]
            words = ["chroot", str(self.root), *words]
        return subprocess.run(words, capture_output=True, text=True)


def scene(width, height, peak, grey):
    """Returns a picture in linear light with a bright disc, a glow and a pattern."""
    place = pyvips.Image.xyz(width, height)
    x, y = place[0] / width, place[1] / height
    distance = (((x - 0.65) * width / height) ** 2 + (y - 0.3) ** 2) ** 0.5
    light = ((distance / -0.12) ** 2 * -1).exp() * peak + (distance / -0.2).exp() * (peak / 4)
    light += ((x * 2500).sin() * (y * 2100).cos() + 1) * 0.05
    bands = [light] * 3 if grey else [light + x * 0.7, light * 0.9 + y * 0.6, light * 0.7 + 0.3 - x * 0.2]
    return bands[0].bandjoin(bands[1:]).cast("float").copy(interpretation="scrgb")


def sources(folder):
    """Makes the files: name, path."""
    sizes = [(640, 480), (641, 479), (480, 640), (1023, 577)]
    number = 0
    for width, height in sizes:
        for peak, scale in [(2.0, 1), (5.0, 2), (12.0, 4)]:
            path = folder / f"{width}x{height}-peak{peak:g}-scale{scale}.jpg"
            scene(width, height, peak, number % 3 == 2).uhdrsave(
                str(path), Q=95, gainmap_scale_factor=scale)
            number += 1
            yield path


def boxes(data, start, end):
    """Yields the boxes between two places: type, start and end of what is in them."""
    while start + 8 <= end:
        length, head = int.from_bytes(data[start:start + 4], "big"), 8
        if length == 1:
            length, head = int.from_bytes(data[start + 8:start + 16], "big"), 16
        stop = start + length if length else end
        yield data[start + 4:start + 8], start + head, stop
        start = stop


def numbers(block):
    """Reads the numbers of ISO 21496-1 that follow the version of `tmap`."""
    place = 5

    def fraction(signed):
        nonlocal place
        top = int.from_bytes(block[place:place + 4], "big", signed=signed)
        bottom = int.from_bytes(block[place + 4:place + 8], "big")
        place += 8
        return top / bottom

    found = {"base_headroom": fraction(False), "alternate_headroom": fraction(False)}
    names = ["min", "max", "gamma", "base_offset", "alternate_offset"]
    channels = [[fraction(name != "gamma") for name in names]
                for _ in range(3 if block[4] & 0x80 else 1)]
    assert block[:4] == bytes(4) and place == len(block), "versions or length"
    found.update({name: list(values) for name, values in zip(names, zip(*channels))})
    return found


def stated(path):
    """Returns the numbers of a JPEG by its XMP, else by libvips; None for a map of Apple."""
    data = path.read_bytes()
    if b"apple.com" in data:
        return None
    text = data[data.rfind(b"<x:xmpmeta"):].decode("latin-1")

    def attribute(name, otherwise=None):
        found = re.search(f'hdrgm:{name}(="[^"]*"|>.*?</hdrgm)', text, re.S)
        return [float(word) for word in re.findall(r'[">](-?[\d.]+)', found[1])] if found else otherwise

    if attribute("GainMapMax"):
        return {"min": attribute("GainMapMin", [0]), "max": attribute("GainMapMax"),
                "gamma": attribute("Gamma", [1]), "base_offset": attribute("OffsetSDR", [1 / 64]),
                "alternate_offset": attribute("OffsetHDR", [1 / 64]),
                "base_headroom": attribute("HDRCapacityMin", [0])[0],
                "alternate_headroom": attribute("HDRCapacityMax")[0]}
    image = pyvips.Image.uhdrload(str(path))
    return {"min": [math.log2(value) for value in image.get("gainmap-min-content-boost")],
            "max": [math.log2(value) for value in image.get("gainmap-max-content-boost")],
            "gamma": image.get("gainmap-gamma"), "base_offset": image.get("gainmap-offset-sdr"),
            "alternate_offset": image.get("gainmap-offset-hdr"),
            "base_headroom": math.log2(image.get("gainmap-hdr-capacity-min")),
            "alternate_headroom": math.log2(image.get("gainmap-hdr-capacity-max"))}


def avif_parts(data):
    """Returns the numbers and a file whose picture is the map."""
    def number(place, length=2):
        return int.from_bytes(data[place:place + length], "big")

    meta = next(box for box in boxes(data, 0, len(data)) if box[0] == b"meta")
    inner = {kind: (start, end) for kind, start, end in boxes(data, meta[1] + 4, meta[2])}
    items = {}  # the type of an item and where its flags are
    start, end = inner[b"iinf"]
    for _, place, _ in boxes(data, start + 6, end):
        items[number(place + 4)] = (data[place + 8:place + 12], place + 3)
    rendition = next(name for name, item in items.items() if item[0] == b"tmap")
    start, end = inner[b"iref"]
    base, gains = next((number(place + 4), number(place + 6))
                       for kind, place, _ in boxes(data, start + 4, end)
                       if kind == b"dimg" and number(place) == rendition and number(place + 2) == 2)
    primary = inner[b"pitm"][0] + 4
    assert number(primary) == base, "the primary item is not the first part of tmap"
    place = inner[b"iloc"][0]
    assert data[place] == 0 and data[place + 4:place + 6] == b"\x44\x00", "another iloc than ours"
    place += 8
    for _ in range(number(place - 2)):
        if number(place) == rendition:
            offset, length = number(place + 6, 4), number(place + 10, 4)
        place += 6 + 8 * number(place + 4)
    block = data[offset:offset + length]
    assert block[0] == 0, "version of tmap"
    copy = bytearray(data)
    copy[primary:primary + 2] = gains.to_bytes(2, "big")
    copy[items[gains][1]] &= 0xFE  # libheif opens no hidden item
    return numbers(block[1:]), bytes(copy)


def jxl_parts(data):
    """Returns the numbers and the bare codestream of the map."""
    start, end = next(box[1:] for box in boxes(data, 0, len(data)) if box[0] == b"jhgm")
    assert data[start] == 0, "version of jhgm"
    place = start + 3 + int.from_bytes(data[start + 1:start + 3], "big")
    block = data[start + 3:place]
    place += 1 + data[place]
    place += 4 + int.from_bytes(data[place:place + 4], "big")
    return numbers(block), data[place:end]


def alternate(base, gains, found):
    """Returns the alternate in linear light, by the formula, with the base's primaries."""
    def each(name):
        return found[name] * (3 // len(found[name]))

    value = base.cast("float") / 255
    light = (value <= 0.04045).ifthenelse(value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    # As uhdr2scRGB does, which stretches a map half a pixel of the base off its place.
    share = gains.cast("float").resize(
        base.width / gains.width, vscale=base.height / gains.height, kernel="linear") / 255
    share = share ** [1 / gamma for gamma in each("gamma")]
    gain = share * [high - low for low, high in zip(each("min"), each("max"))] + each("min")
    return (light + each("base_offset")) * gain.math2_const("wop", [2.0]) - each("alternate_offset")


def djxl(path, tools):
    output = path.with_suffix(".png")
    done = tools.run("djxl", path, output)
    assert done.returncode == 0, done.stderr
    return pyvips.Image.new_from_file(str(output)).copy_memory()


def rendition(path, tools):
    """Returns the alternate of a file, of JPEG by libvips alone."""
    data = path.read_bytes()
    if path.suffix == ".jpg":
        return pyvips.Image.uhdrload(str(path)).uhdr2scRGB()
    if path.suffix == ".avif":
        found, copy = avif_parts(data)
        return alternate(pyvips.Image.heifload(str(path)),
                         pyvips.Image.heifload_buffer(copy), found)
    found, stream = jxl_parts(data)
    gains = path.with_name("map.jxl")
    gains.write_bytes(stream)
    return alternate(djxl(path, tools), djxl(gains, tools), found)
