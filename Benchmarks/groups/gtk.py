#!/usr/bin/env python3
"""Compares grids of WebImageView with a grid of GtkPicture, in windows of Xvfb with the renderer of cairo.

    Benchmarks/gtk BINARY      BINARY is the program of Benchmarks/GTK

CPU is that of the whole process for each scrolled row, the median of the rounds' ratios; each round
runs the contestants in turn. The exit status is 1 if a target is missed.
"""
import os
import statistics
import subprocess
import sys

ROUNDS, ROWS, ITEMS = 5, 600, 100_000


def run(binary, kind, items):
    """Returns CPU milliseconds per row, loads per cell shown, and peak megabytes."""
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x1024x24", "dbus-run-session", "--"]
    environment = dict(os.environ, GSK_RENDERER="cairo", LIBGL_ALWAYS_SOFTWARE="1")
    out = subprocess.run(
        command + [binary, kind, str(items), str(ROWS)],
        env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    # Before the figures, the accessibility bus may tell that it runs.
    milliseconds, loads, cells, kilobytes = map(float, out.splitlines()[-1].split())
    return milliseconds / ROWS, loads / cells, kilobytes / 1024


def main():
    binary = sys.argv[1]
    rounds = []
    for number in range(ROUNDS):
        # The order alternates, so that neither is always first.
        kinds = ["plain", "warm"] if number % 2 else ["warm", "plain"]
        results = {kind: run(binary, kind, ITEMS) for kind in kinds}
        rounds.append(results)
    ratio = statistics.median(r["warm"][0] / r["plain"][0] for r in rounds)
    plain = statistics.median(r["plain"][0] for r in rounds)
    warm = statistics.median(r["warm"][0] for r in rounds)
    cold = run(binary, "cold", ITEMS)
    small = run(binary, "cold", 10_000)
    lines = [
        (f"CPU per row: {warm:.2f} ms, GtkPicture {plain:.2f} ms: {ratio:.2f} x", ratio <= 1.3, "<= 1.3"),
        (f"loads begun per cell shown: {cold[1]:.3f}", cold[1] <= 1.2, "<= 1.2"),
        (f"peak of {ITEMS:,} items: {cold[2]:.1f} MB, of 10,000 {small[2]:.1f} MB: {cold[2] / small[2]:.2f} x",
         cold[2] <= 1.05 * small[2], "<= 1.05"),
    ]
    for text, holds, target in lines:
        print(f"{text} (target {target}{'' if holds else ', MISSED'})")
    print(f"with loads, CPU per row: {cold[0]:.2f} ms; peak with GtkPicture "
          f"{statistics.median(r['plain'][2] for r in rounds):.1f} MB, "
          f"warm {statistics.median(r['warm'][2] for r in rounds):.1f} MB")
    sys.exit(0 if all(holds for _, holds, _ in lines) else 1)


main()
