"""Pictures with light above white by writers that are not ours."""
import struct
import zlib

import imagecodecs
import numpy

import depth_sources as sources
import light


def scene(height, width, channels, bits, seed):
    """Returns samples of smooth ramps over the whole range and, in a quarter, of all values."""
    y, x = numpy.mgrid[0:height, 0:width]
    most = (1 << bits) - 1
    samples = sources.colors(height, width, channels, bits, seed)
    ramps = [x / (width - 1), y / (height - 1), (x + y) / (width + height - 2)]
    planes = numpy.stack([numpy.rint(plane * most) for plane in ramps], 2)
    smooth = (y >= height // 4)[..., None]
    colors = 3 if channels > 2 else 1
    samples[..., :colors] = numpy.where(smooth, planes[..., :colors], samples[..., :colors])
    return samples.astype(numpy.uint8 if bits == 8 else numpy.uint16)


def kinds(folder):
    """Yields name, path, samples of 16 bits and of BT.2020 of PNGs in PQ of further kinds."""
    pq = cicp("bt2020", "pq")

    def one(name, bits, kind, width, rows, samples, chunks):
        path = folder / f"kind-{name}.png"
        head = struct.pack(">IIBBBBB", width, len(rows), bits, kind, 0, 0, 0)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + sources.chunk(b"IHDR", head) + chunks + sources.chunk(
            b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))) + sources.chunk(b"IEND", b""))
        return name, path, numpy.array(samples, numpy.uint16)

    levels = numpy.arange(256)
    palette = numpy.stack([levels, 255 - levels, levels // 2, levels], 1)
    yield one("palette", 8, 3, 256, [bytes(range(256))] * 2, [palette * 257] * 2, pq + sources.chunk(
        b"PLTE", palette[:, :3].astype(numpy.uint8).tobytes()) + sources.chunk(b"tRNS", bytes(range(256))))
    for bits, row in ((4, bytes(17 * 2 * at + 1 for at in range(8))), (2, b"\x1b" * 4), (1, b"\x5a" * 2)):
        values = numpy.array([byte >> shift & (1 << bits) - 1 for byte in row for shift in range(8 - bits, -1, -bits)])
        samples = (values * (65535 // ((1 << bits) - 1)))[None, :, None]
        yield one(f"grey {bits}", bits, 0, len(values), [row], samples, pq)
    greys = [0, 30000, 50000, 65535]
    yield one("grey key", 16, 0, 4, [struct.pack(">4H", *greys)], [[[v, 0 if v == 30000 else 65535] for v in greys]],
              pq + sources.chunk(b"tRNS", struct.pack(">H", 30000)))
    narrow = [[4096 + 56064 * at // 8] * 3 for at in range(9)]
    yield one("narrow range", 16, 2, 9, [struct.pack(">27H", *numpy.array(narrow).ravel())],
              [[[round((v - 4096) / 56064 * 65535) for v in pixel] for pixel in narrow]],
              sources.chunk(b"cICP", bytes((9, 16, 0, 0))))


def smooth(height, width, bits):
    """Returns samples of smooth colours from dark to the brightest."""
    y, x = numpy.mgrid[0:height, 0:width] / [[[height - 1]], [[width - 1]]]
    planes = [0.1 + 0.6 * x, 0.15 + 0.5 * y, 0.2 + 0.25 * (x + y)]
    return numpy.rint(numpy.stack(planes, 2) * ((1 << bits) - 1)).astype(numpy.uint16)


def screen(peak):
    """Returns the chunk mDCV of a screen of BT.2020 with a peak in cd/m²."""
    places = [place for pair in sources.PRIMARIES["bt2020"] for place in pair] + [0.3127, 0.3290]
    return struct.pack(">8H2I", *(round(place * 50000) for place in places), peak * 10000, 50)


def linear_profile(primaries):
    """Returns a profile of linear light by Little CMS."""
    places = [number for x, y in sources.PRIMARIES[primaries] for number in (x, y, 1.0)]
    return imagecodecs.cms_profile("rgb", whitepoint=[0.3127, 0.3290, 1.0], primaries=places, gamma=1.0)


def cicp(primaries, curve):
    numbers = (light.NUMBERS[primaries], {"pq": 16, "hlg": 18}[curve], 0, 1)
    return sources.chunk(b"cICP", bytes(numbers))


def png8(samples, chunks=b""):
    height, width, channels = samples.shape
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    raw = b"".join(b"\0" + row.tobytes() for row in samples)
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + sources.chunk(b"IHDR", head) + chunks
            + sources.chunk(b"IDAT", zlib.compress(raw)) + sources.chunk(b"IEND", b""))


class Bits:
    """The bits of a header of JPEG XL, the lowest of a byte first."""

    def __init__(self, data):
        self.bits = numpy.unpackbits(numpy.frombuffer(data, numpy.uint8), bitorder="little")
        self.place = 0

    def number(self, count):
        part = self.bits[self.place:self.place + count]
        self.place += count
        return sum(int(bit) << at for at, bit in enumerate(part))

    def choice(self, *forms):
        """Reads one of four forms: a number, or the bits of one and what is added."""
        form = forms[self.number(2)]
        return form if isinstance(form, int) else self.number(form[0]) + form[1]

    def enumeration(self):
        return self.choice(0, 1, (4, 2), (6, 18))


def jxl_colors(data):
    """Reads the header of a bare codestream up to its colours, as libjxl writes it for stills.

    Returns the bits, the places of the flag of extra fields and of the begin and end of the colours, and what
    they are: space, primaries and curve.
    """
    assert data[:2] == b"\xff\x0a", "no bare codestream"
    bits = Bits(data[2:])
    is_small = bits.number(1)
    sides = [(5, 0)] if is_small else [(9, 1), (13, 1), (18, 1), (30, 1)]
    bits.number(5) if is_small else bits.choice(*sides)
    if not bits.number(3):
        bits.number(5) if is_small else bits.choice(*sides)
    assert not bits.number(1), "metadata are the default ones"
    extra = bits.place
    if bits.number(1):
        assert bits.number(6) == 0, "an orientation, a size, a preview or an animation"
    bits.depth = depth(bits)
    bits.number(1)
    for _ in range(bits.choice(0, 1, (4, 2), (12, 1))):
        if not bits.number(1):
            assert bits.enumeration() == 0, "another extra channel than alpha"
            depth(bits)
            bits.choice(0, 3, 4, (3, 1))
            bits.number(8 * bits.choice(0, (4, 0), (5, 16), (10, 48)))
            bits.number(1)
    bits.number(1)
    start = bits.place
    if bits.number(1):
        return bits, extra, start, bits.place, (0, 1, 13)
    assert not bits.number(1), "a profile"
    space, _ = bits.enumeration(), bits.enumeration()
    primaries = bits.enumeration() if space == 0 else 1
    assert not bits.number(1), "a gamma"
    curve, _ = bits.enumeration(), bits.enumeration()
    return bits, extra, start, bits.place, (space, primaries, curve)


def depth(bits):
    """Reads the bits of a sample."""
    if bits.number(1):
        found = bits.choice(32, 16, 24, (6, 1))
        bits.number(4)
        return found
    return bits.choice(8, 10, 12, (6, 1))


def jxl(samples, primaries, curve, target=10000):
    """Returns a lossless JPEG XL of libjxl, whose header states other colours than libjxl was told, and the
    luminance of white."""
    def enumeration(value):
        form = 0 if value == 0 else 1 if value == 1 else 2 if value < 18 else 3
        width, low = ((0, 0), (0, 0), (4, 2), (6, 18))[form]
        return [form & 1, form >> 1] + number(value - low, width)

    def number(value, width):
        return [value >> at & 1 for at in range(width)]

    data = samples[..., 0] if samples.shape[2] == 1 else samples
    stream = codestream(imagecodecs.jpegxl_encode(data, lossless=True))
    bits, extra, start, end, (space, _, _) = jxl_colors(stream)
    assert not bits.bits[extra] and not bits.number(2) and bits.number(1), "more fields"
    own = {"srgb": 1, "bt2020": 9, "p3": 11}[primaries]
    colors = [0, 0] + enumeration(space) + enumeration(1) + (enumeration(own) if space == 0 else [])
    colors += [0] + enumeration({"linear": 8, "pq": 16, "hlg": 18}[curve]) + enumeration(1)
    half = int(numpy.array(target, numpy.float16).view(numpy.uint16))
    tones = [0] + number(half, 16) + number(0, 16) + [0] + number(0, 16)
    head = [*bits.bits[:extra], 1, *[0] * 6, *bits.bits[extra + 1:start], *colors, *tones, 0, 0, 1]
    after = stream[2 + (bits.place + 7) // 8:]
    return stream[:2] + numpy.packbits(numpy.array(head, numpy.uint8), bitorder="little").tobytes() + after


def codestream(data):
    """Returns the codestream of a file of JPEG XL."""
    if data[:2] == b"\xff\x0a":
        return data
    place, parts = 0, []
    while place < len(data):
        length, kind = int.from_bytes(data[place:place + 4], "big"), data[place + 4:place + 8]
        stop = place + length if length else len(data)
        if kind in (b"jxlc", b"jxlp"):
            parts.append(data[place + (8 if kind == b"jxlc" else 12):stop])
        place = stop
    return b"".join(parts)


def stored(path):
    """Returns the samples of a file by imagecodecs, their bits, and the numbers of H.273 that it states."""
    data = path.read_bytes()
    array, bits = sources.read(path)
    if path.suffix == ".avif":
        place = data.index(b"av1C") + 6
        bits = 12 if data[place] & 0x20 else 10 if data[place] & 0x40 else 8
        place = data.find(b"nclx") + 4
        return array, bits, (data[place + 1], data[place + 3]) if place > 3 else None
    if path.suffix == ".png":
        place = data.find(b"cICP") + 4
        return array, bits, (data[place], data[place + 1]) if place > 3 else None
    header, *_, (_, primaries, curve) = jxl_colors(codestream(data))
    return array, 16 if header.depth == 32 else header.depth, (primaries, curve)
