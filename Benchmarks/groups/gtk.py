"""A grid of pictures that load next to one of GtkPicture, in windows of Xvfb with the renderer of cairo."""
import os
import subprocess

from runner.figures import CPU, PEAK, Entry, race
from runner.programs import HERE, build

ROWS, ITEMS = 600, 100_000
ENVIRONMENT = {"GSK_RENDERER": "cairo", "LIBGL_ALWAYS_SOFTWARE": "1"}


def grid(kind, items=ITEMS):
    """Scrolls a grid; returns the figures of a row, the loads for each cell shown, and the peak."""
    words = ["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24", "dbus-run-session", "--",
             build("grids", HERE / "GTK"), kind, str(items), str(ROWS)]
    out = subprocess.run(words, env=os.environ | ENVIRONMENT, check=True, stdout=subprocess.PIPE, text=True).stdout
    # Before the figures, the accessibility bus may report that it runs.
    milliseconds, loads, cells, kilobytes = map(float, out.splitlines()[-1].split())
    return {CPU: milliseconds / ROWS, "loads": loads / cells, PEAK: kilobytes / 1024}


def measure(report):
    warm, plain = race({"WebImageView, in memory": lambda: grid("warm"), "GtkPicture": lambda: grid("plain")},
                       rounds=5, seconds=600, alternates=True)
    cold = Entry("WebImageView, with loads", [grid("cold")])
    small = Entry("the same of 10,000 items", [grid("cold", 10_000)])
    report.section(f"grids of {ITEMS:,} pictures of 128 pixels, a row of a scroll", [warm, plain, cold, small],
                   (CPU, "loads", PEAK))
    report.verdict("CPU per row / GtkPicture", warm.ratio(plain), "≤ 1.3")
    report.verdict("loads begun per cell shown", cold.value("loads"), "≤ 1.2", "")
    report.verdict(f"peak memory, {ITEMS:,} / 10,000 items", cold.ratio(small, PEAK), "≤ 1.05")
