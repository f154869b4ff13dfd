"""Gain maps apart from the library: read from JPEG, AVIF and JPEG XL, and applied by ISO 21496-1 in numpy."""
import re

import imagecodecs
import numpy

import light
import light_sources

NAMES = ("min", "max", "gamma", "base_offset", "alternate_offset")
ISO = b"urn:iso:std:iso:ts:21496:-1\0"


class Map:
    """The numbers of a map, its base and its pixels, as levels from 0 to 1."""

    def __init__(self, numbers, base, pixels, profile, points=None):
        self.numbers, self.base, self.pixels = numbers, base, pixels
        self.profile, self.points = profile, points

    def light(self, base_step=0.0, map_step=0.0):
        """Returns the rendition with all of its light in BT.709, levels of both shifted by a step."""
        base, light_of = (self.base + base_step).clip(0, 1), light.sources.linear
        matrix = numpy.eye(3)
        if self.profile:
            matrix = light.to_bt709(self.profile)
            own = light.curve_light(self.profile, base)
        elif self.points and self.points[1] == 16:
            own = light.pq_light(base)
        else:
            own = light_of(base)
        if not self.profile and self.points:
            name = {number: name for name, number in light.NUMBERS.items()}.get(self.points[0], "srgb")
            matrix = light.between(name, "srgb")
        found = self.numbers
        if found["alternate_headroom"] <= found["base_headroom"]:
            return own @ matrix.T
        share = spread((self.pixels + map_step).clip(0, 1), own.shape[0], own.shape[1])
        each = {name: numpy.array(found[name]) for name in NAMES}
        gain = each["min"] + (each["max"] - each["min"]) * share ** (1 / each["gamma"])
        return ((own + each["base_offset"]) * 2 ** gain - each["alternate_offset"]) @ matrix.T


def spread(pixels, height, width):
    """Returns the pixels between those of a map: both pictures have the same edges."""
    def axis(array, count):
        place = ((numpy.arange(count) + 0.5) * array.shape[0] / count - 0.5).clip(0, array.shape[0] - 1)
        first = numpy.minimum(place.astype(int), max(array.shape[0] - 2, 0))
        share = (place - first)[:, None, None]
        return array[first] * (1 - share) + array[numpy.minimum(first + 1, array.shape[0] - 1)] * share

    return axis(axis(pixels, height).swapaxes(0, 1), width).swapaxes(0, 1)


def block_numbers(block):
    """Reads the block of ISO 21496-1, annex C."""
    place, (flags,) = 5, block[4:5]
    assert block[:2] == bytes(2), "another version"

    def number(signed=False):
        nonlocal place
        place += 4
        return int.from_bytes(block[place - 4:place], "big", signed=signed)

    common = number() if flags & 8 else None
    found = {}
    for name in ("base_headroom", "alternate_headroom"):
        found[name] = number() / (common or number())
    channels = [[number(name != "gamma") / (common or number()) for name in NAMES]
                for _ in range(3 if flags & 0x80 else 1)]
    assert place == len(block), "bytes are left"
    return {**found, **{name: list(values) for name, values in zip(NAMES, zip(*channels))}}


def xmp_numbers(data):
    text = data.decode("latin-1")

    def numbers(name, otherwise=None):
        found = re.search(f'hdrgm:{name}(="[^"]*"|>.*?</hdrgm)', text, re.S)
        return [float(word) for word in re.findall(r'[">]\s*(-?[\d.]+)', found[1])] if found else otherwise

    names = (("min", "GainMapMin", [0]), ("max", "GainMapMax", None), ("gamma", "Gamma", [1]),
             ("base_offset", "OffsetSDR", [1 / 64]), ("alternate_offset", "OffsetHDR", [1 / 64]))
    found = {name: numbers(attribute, otherwise) for name, attribute, otherwise in names}
    return {**found, "base_headroom": numbers("HDRCapacityMin", [0])[0],
            "alternate_headroom": numbers("HDRCapacityMax")[0]}


def segments(data):
    """Yields marker and content of the segments before the scan of a JPEG."""
    place = 2
    while data[place + 1] != 0xDA:
        length = int.from_bytes(data[place + 2:place + 4], "big")
        yield data[place + 1], data[place + 4:place + 2 + length]
        place += 2 + length


def levels(array):
    array = array[..., None] if array.ndim == 2 else array
    most = 255 if array.dtype == numpy.uint8 else 1023 if array.max() < 1024 else 4095
    return array.astype(numpy.float64) / most


def jpeg_map(data):
    """Returns the map of a JPEG: its last picture."""
    gains = data[data.rindex(b"\xff\xd8\xff"):]
    profile = b"".join(content[14:] for marker, content in segments(data)
                       if marker == 0xE2 and content[:12] == b"ICC_PROFILE\0")
    block = next((content[len(ISO):] for _, content in segments(gains) if content.startswith(ISO)), None)
    numbers = block_numbers(block) if block else xmp_numbers(gains)
    pixels = levels(imagecodecs.jpeg_decode(gains))
    return Map(numbers, levels(imagecodecs.jpeg_decode(data)), pixels, profile or None)


def boxes(data, start, end):
    while start + 8 <= end:
        length = int.from_bytes(data[start:start + 4], "big")
        head = 16 if length == 1 else 8
        length = int.from_bytes(data[start + 8:start + 16], "big") if length == 1 else length
        stop = start + length if length else end
        yield data[start + 4:start + 8], start + head, stop
        start = stop


def jxl_map(data):
    """Returns the map of the box jhgm of a JPEG XL."""
    start, end = next(box[1:] for box in boxes(data, 0, len(data)) if box[0] == b"jhgm")
    size = int.from_bytes(data[start + 1:start + 3], "big")
    numbers = block_numbers(data[start + 3:start + 3 + size])
    place = start + 3 + size
    place += 1 + data[place]
    place += 4 + int.from_bytes(data[place:place + 4], "big")
    return Map(numbers, levels(imagecodecs.jpegxl_decode(data)), levels(imagecodecs.jpegxl_decode(data[place:end])),
               None)


def avif_map(data):
    """Returns the map of the item tmap of an AVIF."""
    def number(place, length=2):
        return int.from_bytes(data[place:place + length], "big")

    meta = next(box for box in boxes(data, 0, len(data)) if box[0] == b"meta")
    inner = {kind: (start, end) for kind, start, end in boxes(data, meta[1] + 4, meta[2])}
    items = {}
    for _, place, _ in boxes(data, inner[b"iinf"][0] + 6, inner[b"iinf"][1]):
        items[number(place + 4)] = (data[place + 8:place + 12], place + 3)
    tone = next(name for name, item in items.items() if item[0] == b"tmap")
    start, end = inner[b"iref"]
    _, gains = next((number(place + 4), number(place + 6)) for kind, place, _ in boxes(data, start + 4, end)
                    if kind == b"dimg" and number(place) == tone)
    offset, length = location(data, inner[b"iloc"][0], inner.get(b"idat"), tone)
    assert data[offset] == 0, "another version of tmap"
    copy = bytearray(data)
    primary = inner[b"pitm"][0] + 4
    copy[primary:primary + 2] = gains.to_bytes(2, "big")
    copy[items[gains][1]] &= 0xFE
    base = levels(imagecodecs.avif_decode(data))[..., :3]
    profile, points = colors(data, inner[b"iprp"])
    return Map(block_numbers(data[offset + 1:offset + length]), base, levels(imagecodecs.avif_decode(bytes(copy))),
               profile, points)


def location(data, place, idat, wanted):
    """Returns where an item of one extent is (ISO/IEC 14496-12, 8.11.3)."""
    version, sizes = data[place], data[place + 4:place + 6]
    offset_size, length_size, base_size = sizes[0] >> 4, sizes[0] & 15, sizes[1] >> 4
    index_size = sizes[1] & 15 if version else 0
    count, place = int.from_bytes(data[place + 6:place + 8], "big"), place + 8

    def number(length):
        nonlocal place
        place += length
        return int.from_bytes(data[place - length:place], "big")

    for _ in range(count):
        name = number(2)
        method = number(2) if version else 0
        number(2)
        base = number(base_size)
        for _ in range(number(2)):
            number(index_size)
            offset, length = base + number(offset_size), number(length_size)
        if name == wanted:
            return offset + (idat[0] if method == 1 else 0), length
    raise KeyError(wanted)


def colors(data, properties):
    """Returns the profile of the first colr with one, or the numbers of H.273 of the first one."""
    found = [(place, stop) for kind, place, stop in boxes(data, *properties) if kind == b"ipco"][0]
    all_colors = [data[place:stop] for kind, place, stop in boxes(data, *found) if kind == b"colr"]
    profile = next((box[4:] for box in all_colors if box[:4] in (b"prof", b"rICC")), None)
    points = [(box[5], box[7]) for box in all_colors if box[:4] == b"nclx"]
    return profile, None if profile or not points else points[0]


def read(path):
    data = path.read_bytes()
    if data[:2] == b"\xff\xd8":
        return jpeg_map(data)
    return avif_map(data) if b"ftyp" in data[:12] else jxl_map(data)
