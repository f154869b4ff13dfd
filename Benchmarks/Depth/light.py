"""Light by the formulas of the standards, in numpy: 1 is the reference white of 203 cd/m² (BT.2408)."""
import numpy

import depth_sources as sources

WHITE, TOP = 203.0, 1000.0
D50 = numpy.array([0.9642, 1, 0.8249])
BRADFORD = numpy.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
# The numbers of H.273, table 2.
NUMBERS = {"srgb": 1, "p3": 12, "bt2020": 9}


def pq_light(sample):
    """Returns the light of samples of PQ, 0 to 1 (SMPTE ST 2084, 5.1)."""
    root = numpy.asarray(sample, dtype=numpy.float64).clip(0, 1) ** (1 / (2523 / 4096 * 128))
    part = (root - 3424 / 4096).clip(0) / (2413 / 4096 * 32 - 2392 / 4096 * 32 * root)
    return part ** (16384 / 2610) * (10000 / WHITE)


def pq_sample(light):
    power = (numpy.asarray(light, dtype=numpy.float64).clip(0) * (WHITE / 10000)) ** (2610 / 16384)
    ratio = (3424 / 4096 + 2413 / 4096 * 32 * power) / (1 + 2392 / 4096 * 32 * power)
    return ratio ** (2523 / 4096 * 128)


def hlg_light(sample, primaries):
    """Returns the light of samples of HLG on a screen of 1,000 cd/m² (BT.2100, table 5)."""
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    sample = numpy.asarray(sample, dtype=numpy.float64).clip(0, 1)
    scene = numpy.where(sample <= 0.5, sample ** 2 / 3, (numpy.exp((sample - c) / a) + b) / 12)
    luminance = scene @ sources.matrix(primaries)[1]
    return scene * luminance[..., None] ** 0.2 * (TOP / WHITE)


def hlg_sample(light, primaries):
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    part = numpy.asarray(light, dtype=numpy.float64) * (WHITE / TOP)
    luminance = (part @ sources.matrix(primaries)[1])[..., None].clip(1e-12)
    scene = (part * luminance ** (-0.2 / 1.2)).clip(0, 1)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        return numpy.where(scene <= 1 / 12, numpy.sqrt(3 * scene), a * numpy.log(12 * scene - b) + c)


def light(sample, primaries, curve):
    """Returns the light of colours, 0 to 1, in their primaries."""
    if curve == "pq":
        return pq_light(sample)
    return hlg_light(sample, primaries) if curve == "hlg" else sources.linear(sample)


def between(primaries, other):
    """Returns the matrix from light of primaries to that of others, both under D65."""
    return numpy.linalg.inv(sources.matrix(other)) @ sources.matrix(primaries)


def under_d50(primaries):
    """Returns the matrix from light of primaries to XYZ under D50, by Bradford's adaptation."""
    matrix = sources.matrix(primaries)
    scale = (BRADFORD @ D50) / (BRADFORD @ matrix.sum(1))
    return numpy.linalg.inv(BRADFORD) @ numpy.diag(scale) @ BRADFORD @ matrix


def tags(profile):
    """Returns what the tags of an ICC profile hold."""
    def number(place):
        return int.from_bytes(profile[place:place + 4], "big")

    rows = range(132, 132 + 12 * number(128), 12)
    return {profile[at:at + 4]: profile[number(at + 4):number(at + 4) + number(at + 8)] for at in rows}


def to_bt709(profile):
    """Returns the matrix from the light of a profile's colorants to that of BT.709."""
    found = tags(profile)
    columns = [numpy.frombuffer(found[name], ">i4", 3, 8) / 65536 for name in (b"rXYZ", b"gXYZ", b"bXYZ")]
    return numpy.linalg.inv(under_d50("srgb")) @ numpy.array(columns).T


def curve_light(profile, sample):
    """Returns the light of samples, 0 to 1, by the red curve of a profile: a table or parameters."""
    data = tags(profile)[b"rTRC"]
    if data[:4] == b"para":
        kind = int.from_bytes(data[8:10], "big")
        g, a, b, c, d, e, f = [*(numpy.frombuffer(data[12:], ">i4") / 65536)[:7], 0, 0, 0, 0, 0, 0][:7]
        if kind == 0:
            return sample ** g
        assert kind in (3, 4), "another curve than those of sRGB"
        return numpy.where(sample >= d, (a * sample + b).clip(0) ** g + e, c * sample + f)
    count = int.from_bytes(data[8:12], "big")
    if count == 1:
        return sample ** (int.from_bytes(data[12:14], "big") / 256)
    table = numpy.frombuffer(data, ">u2", count, 12) / 65535
    return numpy.interp(sample, numpy.linspace(0, 1, count), table) if count else sample


def mapped(light, peak):
    """Returns light in the range of a screen of 203 cd/m² by the EETF of BT.2390 (5.4.1) with a black of 0,
    which is applied to the greatest channel."""
    most = light.max(2, keepdims=True).clip(1e-12)
    scale = pq_sample(max(peak, 1))
    top = pq_sample(1) / scale
    value, knee = (pq_sample(most) / scale).clip(0, 1), 1.5 * top - 0.5
    t = (value - knee) / max(1 - knee, 1e-12)
    spline = ((2 * t ** 3 - 3 * t ** 2 + 1) * knee + (t ** 3 - 2 * t ** 2 + t) * (1 - knee)
              + (3 * t ** 2 - 2 * t ** 3) * top)
    shown = pq_light(numpy.where((value > knee) & (knee < 1), spline, value) * scale).clip(0, 1)
    return light / most * shown
