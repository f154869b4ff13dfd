"""Each decoder next to a C program over the same library: instructions by callgrind, and peak memory.

A floor is Floors/FORMAT.c: `floor FILE COUNT` decodes the first frame COUNT times into memory, in our pixel format,
with the same calls and threads.
"""
import concurrent.futures
import os
import subprocess

from runner.figures import PEAK, Entry
from runner.programs import HERE, SCRATCH, build, cost, repetition


def compare(path):
    """Returns the figures of our codec and of the floor."""
    programs = {"WebImage": [build("bench"), "decode"], "floor in C": [HERE / ".floors" / path.stem]}
    return [Entry(name, [{"M instructions": repetition(*words, path, "COUNT") / 1e6,
                          PEAK: cost([*words, path, "1"])[PEAK]}]) for name, words in programs.items()]


def measure(report):
    folder = SCRATCH / "samples"
    folder.mkdir()
    subprocess.run([build("bench"), "samples", folder], check=True)
    paths = [path for path in sorted(folder.iterdir()) if (HERE / "Floors" / f"{path.stem}.c").exists()]
    # Several at once: instructions and memory don't depend on other load.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, (ours, floor) in zip(paths, pool.map(compare, paths)):
            report.section(f"{path.name}, 1000x750", [ours, floor], ("M instructions", PEAK))
            report.verdict("instructions / floor", ours.ratio(floor, "M instructions"))
