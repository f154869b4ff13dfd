"""Answers commands on standard input, lines of words with tabs between, by `done` or `failed WHY`.

    worker.py vips|pillow|opencv

OPERATION, FILE and NUMBER prepare an operation, `run` and COUNT repeat it, `save` and FILE write its result. The first
line is `ready VERSIONS`. `bench worker` and the floor speak the same protocol; the runner measures the process.
"""
import importlib
import sys


def main():
    peer = importlib.import_module(sys.argv[1])
    print("ready", peer.versions(), flush=True)
    work = result = None
    for line in sys.stdin:
        words = line.rstrip("\n").split("\t")
        try:
            if words[0] == "run":
                for _ in range(int(words[1])):
                    result = work()
            elif words[0] == "save" and isinstance(result, bytes):
                with open(words[1], "wb") as file:
                    file.write(result)
            elif words[0] == "save":
                peer.save(result, words[1])
            else:
                work = getattr(peer, words[0])(words[1], float(words[2]))
            print("done", flush=True)
        except Exception as error:  # The next command may work.
            print("failed", type(error).__name__, *str(error).split(), flush=True)


main()
