"""Programs that are built, run and measured: their processor time, peak memory and instructions."""
import atexit
import concurrent.futures
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from runner.figures import CPU, PEAK, WALL, race

HERE = pathlib.Path(__file__).resolve().parent.parent
ROOT = HERE.parent
# The version of the computed pictures is part of the name: no outdated one is measured.
INPUTS = HERE / ".inputs/1"
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="bench-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
TICK = os.sysconf("SC_CLK_TCK")
built = {}


def build(product, package=HERE):
    """Builds a program of the benchmarks once, without debug information, which callgrind cannot read."""
    if product not in built:
        words = ["swift", "build", "--package-path", package, "-c", "release", "--static-swift-stdlib",
                 "-Xswiftc", "-gnone", "-Xcc", "-g0"]
        # SwiftPM passes the traits in the order of a hashed set; another order compiles all anew.
        environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        subprocess.run([*words, "--product", product], check=True, env=environment, stdout=sys.stderr)
        folder = subprocess.run([*words, "--show-bin-path"], check=True, stdout=subprocess.PIPE, text=True)
        built[product] = pathlib.Path(folder.stdout.strip()) / product
    return built[product]


def tool(name):
    """Builds `webimage` or `webimage-server` once; $WEBIMAGE_PROGRAMS is a folder that has them."""
    if folder := os.environ.get("WEBIMAGE_PROGRAMS"):
        return pathlib.Path(folder) / name
    if name not in built:
        environment = os.environ | ({"WEBIMAGE_SERVER": "1"} if name == "webimage-server" else {})
        subprocess.run(["scripts/check", "tool"], check=True, env=environment, cwd=ROOT, stdout=sys.stderr)
        built[name] = ROOT / "Tools/.build/release" / name
    return built[name]


def legible(program, folder=SCRATCH):
    """Returns a copy without debug information."""
    copy = folder / program.name
    subprocess.run(["objcopy", "--strip-debug", program, copy], check=True)
    return copy


def picture(name):
    """Returns the path of a picture to measure; all are computed the first time."""
    path = INPUTS / name
    if not path.exists():
        INPUTS.mkdir(parents=True, exist_ok=True)
        subprocess.run([build("bench"), "inputs", INPUTS], check=True)
    return path


CALLGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]


def counted(log):
    return int(re.search(r"Collected : (\d+)", log)[1])


def instructions(*words, **more):
    """Counts the instructions of a program."""
    done = subprocess.run([*CALLGRIND, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode:
        raise RuntimeError(f"callgrind ended with {done.returncode}: {done.stderr[-300:]}")
    return counted(done.stderr)


def repetition(*words):
    """Counts one more repetition of what a program does COUNT times: three less one. `COUNT` stands for the count."""
    one, three = (instructions(*[count if word == "COUNT" else word for word in words]) for count in "13")
    return (three - one) / 2


def cost(words, count=1, **more):
    """Runs a program to its end; returns its processor and wall time by `count`, and its peak memory.

    A child of Python begins with Python's peak, a child of the small program `time` does not.
    """
    with tempfile.NamedTemporaryFile("r") as told:
        start = time.perf_counter()
        process = subprocess.Popen(["/usr/bin/time", "-f", "%M", "-o", told.name, *words],
                                   stdout=subprocess.DEVNULL, **more)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if status:
            raise RuntimeError(f"{words[0]} ended with {process.returncode}")
        peak = int(told.read().split()[-1])
    return {CPU: (usage.ru_utime + usage.ru_stime) * 1e3 / count, WALL: wall * 1e3 / count, PEAK: peak * 1024 / 1e6}


def read(path):
    """Returns the text of a file in /proc; nothing if its process has ended."""
    try:
        return pathlib.Path(path).read_text()
    except OSError:
        return ""


def children(pid):
    return [int(word) for path in pathlib.Path(f"/proc/{pid}/task").glob("*/children") for word in read(path).split()]


def tree(pid):
    """Returns a process and its descendants."""
    found = [pid]
    for one in found:
        found += children(one)
    return found


def processor_seconds(pid):
    """Returns the time of a process and its descendants, and of those that ended and were waited for."""
    total = 0
    for one in tree(pid):
        try:
            # The clock of another process, by the kernel's encoding.
            total += time.clock_gettime((~one << 3) | 2)
        except OSError:
            continue
        if fields := read(f"/proc/{one}/stat").rpartition(")")[2].split():
            total += sum(map(int, fields[13:15])) / TICK
    return total


def memory(pid, field, file="status"):
    """Returns a field of the memory of a process in megabytes; 0 if it has ended."""
    found = re.search(rf"{field}:\s+(\d+)", read(f"/proc/{pid}/{file}"))
    return int(found[1]) / 1024 if found else 0


class Worker:
    """A process that stays and does what it is told; `Peers/worker.py` says how."""

    def __init__(self, words):
        self.told = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(["/usr/bin/time", "-f", "%M", *words], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.told)
        self.pid = self.process.pid
        self.versions = self.answer("ready")

    def answer(self, expected):
        word, _, rest = self.process.stdout.readline().rstrip("\n").partition(" ")
        if word != expected:
            self.told.seek(0)
            raise RuntimeError(rest or f"no answer: {self.told.read()[-300:]}")
        return rest

    def ask(self, *words):
        self.process.stdin.write("\t".join(map(str, words)) + "\n")
        self.answer("done")

    def run(self, count=1):
        """Repeats the operation that was prepared; returns the costs of one."""
        cpu, wall = processor_seconds(self.pid), time.perf_counter()
        self.ask("run", count)
        wall = time.perf_counter() - wall
        return {CPU: (processor_seconds(self.pid) - cpu) * 1e3 / count, WALL: wall * 1e3 / count}

    def stop(self):
        """Ends the process; returns its peak memory in megabytes."""
        self.process.stdin.close()
        self.process.wait()
        self.told.seek(0)
        return int(self.told.read().split()[-1]) * 1024 / 1e6


OURS, FLOOR, WHEELS = "WebImage", "floor in C", ["pyvips", "Pillow", "OpenCV"]
MODULES = {"pyvips": "vips", "Pillow": "pillow", "OpenCV": "opencv"}
workers = {}


def start(peer):
    """Starts a process of a peer."""
    if peer == OURS:
        return Worker([build("bench"), "worker", "program"])
    if peer == FLOOR:
        return Worker([HERE / ".floors/thumbnail"])
    return Worker([HERE / ".peers/bin/python", HERE / "Peers/worker.py", MODULES[peer]])


def contest(report, title, operation, name, number, suffix, peers, figure, judge, count=1):
    """Measures one operation by all peers: costs in turn, memory and likeness of fresh processes; returns entries.

    `judge` returns the likeness of a result, under the name `figure`.
    """
    path = picture(name)

    def contestant(peer):
        def run():
            if peer not in workers:
                workers[peer] = start(peer)
                report.versions[peer] = workers[peer].versions
            if prepared.get(peer) is None:
                workers[peer].ask(operation, path, number)
                prepared[peer] = True
            return workers[peer].run(count)
        return run

    prepared = {}
    entries = race({peer: contestant(peer) for peer in peers})
    for entry in entries:
        if entry.failure:
            continue
        worker, result = start(entry.name), SCRATCH / f"{operation}-{entry.name.split()[0]}.{suffix}"
        worker.ask(operation, path, number)
        worker.run()
        worker.ask("save", result)
        entry.rounds[0] |= {PEAK: worker.stop(), figure: judge(path, result)}
    report.section(title, entries, (CPU, WALL, PEAK, figure))
    return {entry.name: entry for entry in entries}


class Origin:
    """A server of one picture on loopback, whose time does not count; a context with its URL."""

    def __init__(self, path, processors=None):
        self.words = ["taskset", "--cpu-list", processors] if processors else []
        self.words += [build("bench"), "origin", path]

    def __enter__(self):
        self.process = subprocess.Popen(self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self.process.stdout.readline().strip()

    def __exit__(self, *_):
        self.process.communicate()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def on_threads(count, work):
    """Runs `work` on threads at once, and waits for them."""
    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        for future in [pool.submit(work) for _ in range(count)]:
            future.result()
