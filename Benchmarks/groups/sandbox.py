"""Decoding in processes without rights next to decoding in the program."""
import statistics
import time

from runner.figures import CPU, WALL, race
from runner.programs import Worker, build, children, memory, picture

# The title, the operation, the picture, its number, the repetitions of a round, and the target: of the ratio, or of the
# milliseconds more.
SHARED = [
    ("12 MP JPEG to 320", "codec", "walled.jpg", 320, 4, "≤ 1.05", "×"),
    ("24 MP PNG to 320", "codec", "walled.png", 320, 1, "≤ 1.05", "×"),
    ("12 MP JPEG, full size", "codec", "walled.jpg", 0, 2, "≤ 1.15", "×"),
    ("an icon", "codec", "icon.png", 0, 200, "≤ 0.25", "ms"),
    ("30 frames of 640x480, WebP", "frames", "30-frames.webp", 0, 5, "≤ 1.1", "×"),
]
ISOLATED = [(f"a source of its own, {name}", "source", f"source.{name}", 0, 40, target, "ms")
            for name, target in (("jpeg", "≤ 5"), ("profile", "≤ 8"), ("heic", "≤ 5"), ("svg", "≤ 5"))]


def compare(report, walled, program, rows):
    for title, operation, name, number, count, target, unit in rows:
        for worker in (walled, program):
            worker.ask(operation, picture(name), number)
        ours, theirs = entries = race({"in processes": lambda: walled.run(count),
                                       "in the program": lambda: program.run(count)}, rounds=9, seconds=60)
        report.section(title, entries, (CPU, WALL))
        if unit == "×":
            report.verdict("CPU / in the program", ours.ratio(theirs), target)
        else:
            more = [a[CPU] - b[CPU] for a, b in zip(ours.rounds, theirs.rounds)]
            report.verdict("CPU more than in the program", statistics.median(more) if more else None, target, unit)


def measure(report):
    walled, isolated, program = (Worker([build("bench"), "worker", place])
                                 for place in ("walled", "isolated", "program"))
    compare(report, walled, program, SHARED)
    isolated.ask("fresh", "-", 0)
    entries = race({"new workers": lambda: isolated.run(40)})
    report.section("a picture of its own each, so that each has a new worker", entries, (CPU, WALL))
    report.verdict("a new worker, by the clock", entries[0].value(WALL), "≤ 15", "ms")
    compare(report, isolated, program, ISOLATED)
    time.sleep(3)
    walled.ask("codec", picture("icon.png"), 0)
    walled.run()
    # `time` has the program as its child, that the broker, that the workers.
    found = [walled.pid]
    for _ in range(3):
        found = [child for one in found for child in children(one)]
    sizes = [memory(one, "Pss", "smaps_rollup") for one in found]
    report.verdict("an idle worker (PSS)", max(sizes, default=None), "≤ 12", "MB")
    for worker in (walled, isolated, program):
        worker.stop()
