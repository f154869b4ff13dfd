"""Reads commands on standard input and replies to each with its cost.

    worker.py vips|pillow|opencv|judge

A command is a line of OPERATION, COUNT, INPUT, OUTPUT and NUMBER with tabs between. The reply is
`done CPU WALL` in seconds for all COUNT operations, `done VALUE` from the judge, or `failed WHY`.
The first line is `ready VERSIONS`. `bench worker` and the floor speak the same protocol.
"""

import importlib
import resource
import sys
import time


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measured(peer, operation, count, arguments):
    """Measures CPU and wall time of the work, without its preparation and its `finish`."""
    work, finish = getattr(peer, operation)(*arguments)
    wall_start, cpu_start = time.perf_counter(), cpu()
    for _ in range(count):
        result = work()
    cost = cpu() - cpu_start, time.perf_counter() - wall_start
    finish(result)
    return "%.9f %.9f" % cost


def answer(peer, line):
    operation, count, source, target, number = line.rstrip("\n").split("\t")
    if operation.startswith("_") or not hasattr(peer, operation):
        raise NotImplementedError(operation)
    arguments = source, target, float(number)
    if peer.__name__ == "judge":
        return "%.6f" % getattr(peer, operation)(*arguments)
    return measured(peer, operation, int(count), arguments)


def main():
    peer = importlib.import_module(sys.argv[1])
    print("ready", peer.versions(), flush=True)
    for line in sys.stdin:
        try:
            print("done", answer(peer, line), flush=True)
        except Exception as error:  # What it was is for the table; the next command may work.
            reason = " ".join(str(error).split()) or "nothing said"
            print("failed", "%s: %s" % (type(error).__name__, reason[:200]), flush=True)


main()
