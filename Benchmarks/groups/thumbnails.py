"""Decoding, resizing to 320 pixels and encoding in process, next to the wheels and to C."""
from runner.figures import CPU, PEAK
from runner.programs import FLOOR, OURS, WHEELS, contest

# The picture, the repetitions of a round, and the targets: of CPU by rival, and of peak memory next to pyvips.
# `fastest` is the wheel that needs the least CPU. Likeness is at least the same wheel's.
STILLS = [
    ("12mp.jpg", 4, {FLOOR: "≤ 1.05", "fastest": "≤ 1.2"}, None),
    ("12mp-noisy.jpg", 3, {FLOOR: "≤ 1.05", "fastest": "≤ 1.2"}, None),
    ("12mp-progressive.jpg", 1, {FLOOR: None, "pyvips": "≤ 0.7"}, "≤ 0.5"),
    ("24mp.png", 1, {"pyvips": "≤ 0.8"}, None),
    ("12mp.webp", 1, {"pyvips": "≤ 0.9"}, None),
    ("12mp.avif", 1, {"pyvips": None}, None),
]


def verdicts(report, entries, targets, peak=None):
    ours = entries[OURS]
    for rival, target in targets.items():
        if rival == "fastest":
            rival = min(WHEELS, key=lambda wheel: entries[wheel].value(CPU) or float("inf"))
        report.verdict(f"CPU / {rival}", ours.ratio(entries[rival]), target)
        if rival != FLOOR:
            values = [entry.value("SSIM") for entry in (ours, entries[rival])]
            report.verdict(f"SSIM - {rival}", None if None in values else values[0] - values[1], "≥ 0", "")
    if peak:
        report.verdict("peak memory / pyvips", ours.ratio(entries["pyvips"], PEAK), peak)


def measure(report):
    from Peers import judge

    for name, count, targets, peak in STILLS:
        peers = [OURS, *([FLOOR] if FLOOR in targets else []), *WHEELS]
        entries = contest(report, f"{name} to a JPEG 320 wide", "thumbnail", name, 320, "jpg", peers, "SSIM",
                          lambda *paths: judge.still(*paths, 320), count)
        verdicts(report, entries, targets, peak)
    entries = contest(report, "GIF, 200 frames of 640x480, to an animated WebP 320 wide", "animation",
                      "200-frames.gif", 320, "webp", [OURS, *WHEELS], "SSIM",
                      lambda *paths: judge.animation(*paths, 320))
    verdicts(report, entries, {"fastest": "≤ 0.9"})
