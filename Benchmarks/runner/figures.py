"""Figures of contestants, their ratios, and the tables that show them."""
import json
import math
import os
import statistics
import time

CPU, WALL, PEAK = "CPU ms", "wall ms", "peak MB"


class Entry:
    """The results of a contestant: a dictionary of figures for each round."""

    def __init__(self, name, rounds=()):
        self.name, self.rounds, self.failure = name, list(rounds), None

    def value(self, figure):
        """Returns the median of a figure over the rounds that have it; `None` if there is none."""
        values = [one[figure] for one in self.rounds if figure in one]
        return statistics.median(values) if values and not self.failure else None

    def ratio(self, other, figure=CPU):
        """Returns the median of the rounds' ratios, whose two sides met the same load of the machine."""
        pairs = [(mine[figure], theirs[figure]) for mine, theirs in zip(self.rounds, other.rounds)
                 if figure in mine and figure in theirs]
        if self.failure or other.failure or not pairs:
            return None
        return statistics.median(mine / theirs for mine, theirs in pairs)


def race(contestants, rounds=7, seconds=15, alternates=False):
    """Runs functions that return figures by turns, so that a change of the machine's load meets all of them.

    After a round to warm up there are `rounds`, or 3 if more would take longer than `seconds`. One that fails takes no
    further part. With `alternates` each second round runs backwards, so that a steady drift favours none.
    """
    entries = [Entry(name) for name in contestants]

    def turn(number):
        for entry in entries[::-1] if alternates and number % 2 else entries:
            if entry.failure:
                continue
            try:
                figures = contestants[entry.name]()
            except Exception as error:
                entry.failure = str(error) or type(error).__name__
                continue
            if number:
                entry.rounds.append(figures)

    start = time.monotonic()
    turn(0)
    warm = max(time.monotonic() - start, 0.001)
    for number in range(1, 1 + min(rounds, max(3, int(seconds / warm)))):
        turn(number)
    return entries


def digits(value):
    """Returns four significant digits, all those before the point, at most six after it."""
    if value is None or not math.isfinite(value):
        return "-"
    places = 6 if value == 0 else min(6, max(0, 3 - math.floor(math.log10(abs(value)))))
    return f"{value:.{places}f}"


def holds(value, target):
    """Returns `True` if a value meets a target such as `≤ 1.2`."""
    sign, limit = target.split()
    return value <= float(limit) if sign == "≤" else value >= float(limit)


def table(rows):
    """Returns lines with columns as wide as their widest cell, the first and the last to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for first, *middle, last in rows:
        cells = [cell.rjust(width) for cell, width in zip(middle, widths[1:])]
        lines.append("  ".join(["", first.ljust(widths[0]), *cells, last]).rstrip())
    return lines


class Report:
    """All measurements; each is printed at once, and one that fails does not end the others."""

    def __init__(self):
        self.versions, self.sections, self.verdicts, self.failures = {}, [], [], []
        self.load = os.getloadavg()[0]

    def section(self, title, entries, figures=(CPU, WALL, PEAK)):
        """Prints a table of contestants."""
        rows = [["", *figures, ""]]
        rows += [[one.name, *(digits(one.value(figure)) for figure in figures), one.failure or ""] for one in entries]
        print("", title, *table(rows), sep="\n", flush=True)
        self.sections.append({"title": title, "rows": {
            one.name: {figure: one.value(figure) for figure in figures} for one in entries}})

    def verdict(self, name, value, target=None, unit="×"):
        """Prints a figure that matters, mostly a ratio, and whether it meets the target."""
        title = self.sections[-1]["title"]
        if value is None:
            return self.fail(f"{title}: {name}")
        verdict = {"title": title, "name": name, "value": value, "unit": unit, "target": target}
        if target:
            verdict["holds"] = holds(value, target)
            limit = float(target.split()[1])
            verdict["outcome"] = "holds" if verdict["holds"] else "MISSED" + (
                f" by {abs(value / limit - 1):.1%}" if limit else "")
        self.verdicts.append(verdict)
        told = f"target {target}  {verdict['outcome']}" if target else ""
        print(f"  {name:<48} {digits(value):>9} {unit:<3} {told}".rstrip(), flush=True)

    def fail(self, what):
        self.failures.append(what)
        print(f"  not measured: {what}", flush=True)

    @property
    def missed(self):
        return [verdict for verdict in self.verdicts if verdict.get("holds") is False]

    @property
    def status(self):
        """The exit status: 1 if something was not measured, 2 if a target is missed."""
        return 1 if self.failures else 2 if self.missed else 0

    def summary(self):
        """Returns the versions, and the targets that hold, are missed, or were not measured."""
        count = sum("holds" in verdict for verdict in self.verdicts)
        lines = ["", *(f"{name}: {text}" for name, text in sorted(self.versions.items()))]
        lines.append(f"{count - len(self.missed)} of {count} targets hold")
        lines += [f"  {one['outcome']}: {one['title']}: {one['name']} {digits(one['value'])} {one['unit']}"
                  for one in self.missed]
        lines += [f"  not measured: {failure}" for failure in self.failures]
        if self.load > os.cpu_count() / 2:
            lines.append(f"  the machine was busy (load {self.load:.1f}): times are noisy")
        return "\n".join(lines)

    def write(self, path):
        kept = {name: getattr(self, name) for name in ("versions", "sections", "verdicts", "failures", "load")}
        path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
