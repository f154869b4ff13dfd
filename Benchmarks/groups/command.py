"""`webimage get --size` as a whole process, next to vipsthumbnail; a cut by attention next to one in the middle."""
from runner.figures import CPU, PEAK, Entry, race
from runner.programs import SCRATCH, cost, instructions, legible, picture, tool

JPEG = ("≤ 0.4", "≤ 20")
# Those without a target are in `thumbnails`, without a start.
PICTURES = {"12mp.jpg": JPEG, "12mp-noisy.jpg": JPEG, "12mp-progressive.jpg": (), "24mp.png": (), "12mp.webp": ()}


def attention(report):
    """Counts the instructions of a thumbnail cut where attention finds the subject, and of one cut in the middle."""
    program, path = legible(tool("webimage")), picture("12mp.jpg")

    def cut(place):
        words = [program, "get", path, "--no-cache", "--size", "427x320", "--transform", f"crop(320x320,at:{place})",
                 "-o", SCRATCH / "cut.jpg"]
        return Entry(place, [{"M instructions": instructions(*words) / 1e6}])

    smart, center = entries = cut("smart"), cut("center")
    report.section("a JPEG of 12 megapixels to 320x320, whole process", entries, ("M instructions",))
    report.verdict("instructions, smart / center", smart.ratio(center, "M instructions"), "≤ 1.15")


def measure(report):
    for name, targets in PICTURES.items():
        path, size = picture(name), ["--size", "320x240"]
        ours, peer = race({
            "WebImage": lambda: cost([tool("webimage"), "get", *size, path, "-o", SCRATCH / "ours.jpg"]),
            "vipsthumbnail": lambda: cost(["vipsthumbnail", *size, "-o", SCRATCH / "vips.jpg[Q=80]", path]),
        })
        report.section(f"{name} to a JPEG of 320x240, whole process", [ours, peer])
        report.verdict("CPU / vipsthumbnail", ours.ratio(peer, CPU), *targets[:1])
        if targets:
            report.verdict("peak memory", ours.value(PEAK), targets[1], "MB")
        else:
            report.verdict("peak memory / vipsthumbnail", ours.ratio(peer, PEAK))
    attention(report)
