"""Pictures that three image servers behind nginx decode next to a single server, for the same requests.

4,000 requests for 600 pictures of 150 sources, some asked far more often than others, from 16 connections. nginx has
the file Deployment/nginx-fleet.conf without its cache.
"""
import random
import sys
import threading

from runner.figures import Entry
from runner.programs import ROOT, on_threads, tool

REQUESTS, SOURCES, SIDES, CONNECTIONS = 4000, 150, 4, 16


def stream(fleet):
    """Returns the targets of the requests, the same ones for each fleet but for the origin's port."""
    chance = random.Random(1)
    places = [min(int(chance.paretovariate(0.3)) - 1, SOURCES * SIDES - 1) for _ in range(REQUESTS)]
    return [fleet.picture(f"picture{place // SIDES}", 60 + 20 * (place % SIDES)) for place in places]


def decodes(count):
    """Returns the decoded pictures of a fleet, and the different ones that were asked for."""
    sys.path.append(str(ROOT / "scripts"))
    from fleet import Fleet

    with Fleet(tool("webimage-server"), count) as fleet:
        fleet.start()
        fleet.start_nginx(caches=False)
        targets, lock = stream(fleet), threading.Lock()
        # Each caller of a shared decode counts it, so that equal requests wait for each other here.
        turns, rest = {target: threading.Lock() for target in targets}, iter(targets)

        def ask():
            while True:
                with lock:
                    target = next(rest, None)
                if target is None:
                    return
                with turns[target]:
                    status, _, _ = fleet.get(target)
                if status != 200:
                    raise RuntimeError(f"the answer is {status}")

        on_threads(CONNECTIONS, ask)
        return fleet.decodes(), len(turns)


def measure(report):
    (one, different), (three, _) = decodes(1), decodes(3)
    if one < different // SIDES:
        raise RuntimeError(f"{one} decodes of {different} pictures are too few to be all")
    report.section(f"{REQUESTS} requests for {different} pictures",
                   [Entry("one server", [{"decodes": one}]), Entry("three", [{"decodes": three}])], ("decodes",))
    report.verdict("decodes, three servers / one", three / one, "≤ 1.05")
