"""The memory and the disk cache next to a dictionary and to bare files, and in a folder of 100,000 entries."""
import os
import subprocess

from runner.figures import Entry
from runner.programs import SCRATCH, build, instructions

# An action, its floor, and the targets of CPU and of instructions by callgrind, which are not counted where work is
# mostly in the kernel, or of several threads.
MEMORY = [
    ("memory-hit", "floor-dictionary", "≤ 1.3", "≤ 1.3"),
    ("memory-hit-2", "memory-hit", "≤ 1.4", None),
    ("nscache", "memory-hit", "≥ 5", "≥ 5"),
    ("pipeline-hit", "floor-dictionary", "≤ 15", "≤ 15"),
    ("pipeline-hit-sized", "floor-dictionary", "≤ 15", "≤ 15"),
    # The files are 10,000 blocks of memory, the images share one: time waits for memory.
    ("pipeline-file-hit", "pipeline-hit", None, "≤ 1.2"),
    # Only the cache has the image, so its picture is freed with it; then it is referenced elsewhere.
    ("memory-store-full", "memory-hit", "≤ 3", None),
    ("memory-store-shown", "memory-hit", "≤ 3", None),
    # The share of freeing, and the same exchange in a plain dictionary.
    ("floor-free", "memory-hit", None, None),
    ("memory-store-full", "floor-exchange", None, None),
]
DISK = [
    ("disk-read", "floor-read", "≤ 1.5", None), ("disk-read-async", "floor-read-async", "≤ 1.5", None),
    ("pipeline-file-read", "floor-read-async", "≤ 1.35", None), ("disk-miss", "floor-miss", "≤ 1.5", None),
    ("disk-store", "floor-store", "≤ 1.3", None),
]
NANOSECONDS = ("CPU ns", "wall ns")


def entries_of(output):
    """Returns entries by name from lines of a name, CPU and wall nanoseconds, a line for each turn."""
    entries = {}
    for line in output.splitlines():
        name, cpu, wall = line.split()
        entry = entries.setdefault(name, Entry(name))
        entry.rounds.append(dict(zip(NANOSECONDS, (float(cpu), float(wall)))))
    return entries


def turns(count, folder, actions):
    """Runs actions of the program `caches` by turns in one process, each as often as given; returns its output."""
    words = [f"{action}:{times}" for action, times in actions.items()]
    return subprocess.run([build("caches"), "turns", str(count), folder, *words], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def fill(folder, count):
    turns(1, folder, {"disk-fill": count})


def compare(report, title, targets, entries):
    counted = {}
    for action, floor, _, target in targets:
        for name in (action, floor) if target else ():
            if name not in counted:
                counted[name] = marked(name)
                entries[name].rounds[0]["instructions"] = counted[name]
    report.section(title, entries.values(), (*NANOSECONDS, "instructions"))
    for action, floor, time, count in targets:
        report.verdict(f"{action} / {floor}, CPU", entries[action].ratio(entries[floor], "CPU ns"), time)
        if count:
            report.verdict(f"{action} / {floor}, instructions", counted[action] / counted[floor], count)


def marked(action, count=10_000, folder=""):
    """Counts the instructions of the marked part of an action."""
    return instructions("--instr-atstart=no", build("caches"), action, str(count), folder) / count


def grow(report, largest):
    """Compares a folder of a thousand entries with a larger one."""
    actions = {"disk-read-tiny": 6_000, "disk-miss": 30_000, "disk-store": 1_500, "disk-open": 300}
    sizes = {1_000: "", largest: ""}
    for size in sizes:
        fill(SCRATCH / f"entries-{size}", size)
    for _ in range(7):
        for size in sizes:
            sizes[size] += turns(1, SCRATCH / f"entries-{size}", actions)
    small, large = (entries_of(output) for output in sizes.values())
    for size, entries in zip(sizes, (small, large)):
        for entry in entries.values():
            entry.name += f" of {size}"
        subprocess.run(["rm", "-rf", SCRATCH / f"entries-{size}"], check=True)
    report.section(f"disk cache of 1000 and of {largest} entries",
                   [entries[name] for name in actions for entries in (small, large)], NANOSECONDS)
    for name in list(actions)[:3]:
        report.verdict(f"CPU of {name}, {largest} / 1000", large[name].ratio(small[name], "CPU ns"), "≤ 1.5")
    for entries in (small, large):
        entry = entries["disk-open"]
        report.verdict(f"{entry.name}, wall", entry.value("wall ns") / 1e6, "≤ 50", "ms")


def measure(report):
    names = dict.fromkeys(name for action, floor, *_ in MEMORY for name in (floor, action))
    # A process for each turn, since the tables' addresses matter.
    output = "".join(turns(1, SCRATCH, dict.fromkeys(names, 100_000)) for _ in range(7))
    entries = entries_of(output)
    compare(report, "memory cache, of one image", MEMORY, entries)
    wall = entries["memory-hit"].ratio(entries["memory-hit-2"], "wall ns")
    report.verdict("hits of two threads / of one, wall", wall, "≥ 1.43")
    full, free, hit = (entries[name].value("CPU ns") for name in ("memory-store-full", "floor-free", "memory-hit"))
    report.verdict("memory-store-full less floor-free / memory-hit, CPU", (full - free) / hit)
    folder = SCRATCH / "caches"
    fill(folder, 1000)
    names = dict.fromkeys(name for action, floor, *_ in DISK for name in (floor, action))
    output = turns(40, folder, {name: 40 if "store" in name else 400 for name in names})
    compare(report, "disk cache, of one entry of 30 kB", DISK, entries_of(output))
    # A million takes minutes to make and to remove.
    grow(report, int(os.environ.get("BENCH_CACHE_ENTRIES", 100_000)))
