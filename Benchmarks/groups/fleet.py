#!/usr/bin/env python3
"""Compares the pictures that three image servers behind nginx decode with those of one, for the same requests.

    Benchmarks/fleet BINARY      BINARY is webimage-server; Benchmarks/run builds it

4,000 requests for 600 pictures of 150 sources, some asked far more often than others, from 16 connections. nginx has the
file Deployment/nginx-fleet.conf without its cache. The exit status is 1 if the target is missed.
"""
import os
import random
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "scripts"))
from fleet import Fleet  # noqa: E402

TARGET, REQUESTS, SOURCES, SIDES, CONNECTIONS = 1.05, 4000, 150, 4, 16


def stream(fleet):
    """Returns the targets of the requests, the same ones for each fleet but for the origin's port."""
    chance = random.Random(1)
    places = [min(int(chance.paretovariate(0.3)) - 1, SOURCES * SIDES - 1) for _ in range(REQUESTS)]
    return [fleet.picture(f"picture{place // SIDES}", 60 + 20 * (place % SIDES)) for place in places]


def decodes(binary, count):
    """Returns the decoded pictures of a fleet, and the different ones that were asked for."""
    with Fleet(binary, count) as fleet:
        fleet.start()
        fleet.start_nginx(caches=False)
        targets, failures, lock = stream(fleet), [], threading.Lock()
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
                    failures.append(status)

        readers = [threading.Thread(target=ask) for _ in range(CONNECTIONS)]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        if failures:
            raise SystemExit(f"fleet: statuses {set(failures)}")
        return fleet.decodes(), len(turns)


def main():
    (one, different), (three, _) = decodes(sys.argv[1], 1), decodes(sys.argv[1], 3)
    ratio = three / max(one, 1)
    holds = one >= different // SIDES and ratio <= TARGET
    print(f"  {REQUESTS} requests for {different} pictures: {one} decodes by one server, {three} by three: {ratio:.2f} ×   "
          f"target ≤ {TARGET}   {'holds' if holds else 'MISSED'}")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
