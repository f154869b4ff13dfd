"""`webimage get --size` as a whole process, next to vipsthumbnail."""
from runner.figures import CPU, PEAK, race
from runner.programs import SCRATCH, cost, picture, tool

JPEG = ("≤ 0.4", "≤ 20")
# Those without a target are in `thumbnails`, without a start.
PICTURES = {"12mp.jpg": JPEG, "12mp-noisy.jpg": JPEG, "12mp-progressive.jpg": (), "24mp.png": (), "12mp.webp": ()}


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
