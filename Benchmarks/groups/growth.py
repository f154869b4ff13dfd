"""CPU, memory and throughput against megapixels, concurrent loads and cores."""
import os
import statistics

from runner.figures import CPU, PEAK, WALL, race
from runner.programs import OURS, Origin, build, cost, picture, start


def loads(url, count, concurrency, wish, before=()):
    return cost([*before, build("bench"), "loads", url, str(count), str(concurrency), wish], count)


def pixels(report):
    """Compares a megapixel of a large JPEG with one of a smaller, each in a separate process."""
    def run(operation, megapixels):
        worker = start(OURS)
        worker.ask(operation, picture(f"{megapixels}mp.jpg"), 320)
        worker.run()
        return worker.run() | {PEAK: worker.stop()}

    for operation, title in (("thumbnail", "to 320 wide"), ("pixels", "all pixels")):
        small, large = entries = race({f"{size} megapixels": lambda size=size: run(operation, size)
                                       for size in (10, 100)}, rounds=3)
        report.section(f"a JPEG of 10 and of 100 megapixels, {title}", entries)
        ratio = large.ratio(small)
        report.verdict(f"CPU per megapixel, {title}, 100 / 10", ratio and ratio / 10, "≤ 1.2")


def concurrency(report, url):
    """Compares a thousand loads at once with as many as there are processors."""
    few = os.cpu_count()
    small, large = entries = race({f"{width} at once": lambda width=width: loads(url, max(200, width), width, "image")
                                   for width in (few, 1000)}, rounds=3)
    report.section("2-megapixel JPEGs from loopback, decoded at full size, each", entries)
    report.verdict(f"peak memory, 1000 / {few} at once", large.ratio(small, PEAK), "≤ 1.25")
    report.verdict(f"throughput, 1000 / {few} at once", small.ratio(large, WALL), "≥ 0.9")


def callers(report, url):
    """Compares a thousand callers of one new file with one."""
    one, all_ = entries = race({f"{count} callers": lambda count=count: loads(url, count, count, "file")
                                for count in (1, 1000)}, rounds=5)
    for entry, count in zip(entries, (1, 1000)):
        for figures in entry.rounds:
            figures[CPU] *= count
    report.section("one new file of a 2-megapixel JPEG, with all callers at once", entries, (CPU, PEAK))
    report.verdict("peak memory, 1000 callers / one", all_.ratio(one, PEAK), "≤ 1.25")


def cores(report):
    # The origin runs on processors that are not measured, if there are any.
    others = f"2-{os.cpu_count() - 1}" if os.cpu_count() > 2 else "0-1"
    with Origin(picture("2mp.jpg"), others) as url:
        one, two = entries = race({
            f"processors {list_}": lambda list_=list_: loads(url, 300, 16, "image", ["taskset", "--cpu-list", list_])
            for list_ in ("0", "0,1")}, rounds=15, seconds=60, alternates=True)
    report.section("2-megapixel JPEGs from loopback on one and two cores, each", entries)
    report.verdict("throughput, two / one", one.ratio(two, WALL), "≥ 1.85")
    ratios = sorted(a[WALL] / b[WALL] for a, b in zip(one.rounds, two.rounds))
    if len(ratios) > 3:
        low, _, high = statistics.quantiles(ratios)
        print(f"  the middle half of {len(ratios)} rounds: {low:.2f} to {high:.2f} ×")


def measure(report):
    pixels(report)
    with Origin(picture("2mp.jpg")) as url:
        concurrency(report, url)
        callers(report, url)
    cores(report)
