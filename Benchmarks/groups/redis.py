"""Hits of the shared tier next to redis-benchmark for the same bytes, in CPU of the client."""
import contextlib
import subprocess
import time

from groups.caches import entries_of, turns
from runner.figures import race
from runner.programs import cost, free_port

COUNT = 20_000


@contextlib.contextmanager
def store():
    """Starts a store that keeps nothing; yields its port."""
    port = str(free_port())
    words = ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        while subprocess.run(["redis-cli", "-p", port, "ping"], capture_output=True).returncode:
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait()


def measure(report):
    with store() as port:
        for size in (1_000, 30_000, 300_000):
            address = f"redis://127.0.0.1:{port}"
            turns(1, address, {"redis-fill": size})
            name = subprocess.run(["redis-cli", "-p", port, "--scan", "--pattern", "webimage:*"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.split()[0]
            peer = ["redis-benchmark", "-p", port, "-c", "1", "-n", str(COUNT), "-q", "GET", name]

            def ours():
                entry = entries_of(turns(1, address, {"redis-hit": COUNT}))["redis-hit"]
                return {"CPU ms": entry.value("CPU ns") / 1e6}

            hit, benchmark = race({"hit": ours, "redis-benchmark": lambda: cost(peer, COUNT)}, rounds=5, seconds=60)
            report.section(f"an entry of {size:,} bytes", [hit, benchmark], ("CPU ms",))
            report.verdict("CPU / redis-benchmark", hit.ratio(benchmark), "≤ 2")
