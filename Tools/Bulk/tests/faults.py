"""Faults while a bulk job runs on a standalone cluster of Spark: a master and two workers, all on this machine.

Every 10 seconds an executor or a `webimage` is killed with -9; once a worker is stopped with its executor
(SIGSTOP), once the origin dies and comes back, once the whole run is killed and begun again. At the end each picture of
the list is there once, and only those failed that must.
"""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

import pyarrow.dataset

HERE = Path(__file__).resolve().parent
TOKEN = f"WEBIMAGE_TRY_BULK={uuid.uuid4()}"
LIMIT = 30 * 60
EXECUTOR, WORKER, COMMAND = b"CoarseGrainedExecutorBackend", b"deploy.worker.Worker", os.environ["WEBIMAGE"].encode()
# What becomes of pictures that must fail: the stage, and a part of the reason.
FAILURES = {"missing": ("load", "404"), "broken": ("decode", ""), "poison": ("decode", "the decoder was ended")}


def environment(folder):
    import pyspark

    options = "-Dspark.deploy.maxExecutorRetries=-1 -Dspark.worker.timeout=20"
    return os.environ | dict([TOKEN.split("=")]) | {
        "SPARK_HOME": os.path.dirname(pyspark.__file__), "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_WORKER_DIR": f"{folder}/work", "SPARK_LOCAL_DIRS": f"{folder}/local", "TMPDIR": f"{folder}/tmp",
        "SPARK_MASTER_OPTS": options, "SPARK_NO_DAEMONIZE": "1", "SPARK_DAEMON_MEMORY": "256m",
        "PYSPARK_PYTHON": sys.executable, "PYTHONPATH": str(HERE.parent)}


def ours(part=b""):
    """Returns the processes that this script started, itself or through others, with a part of a command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if TOKEN.encode() in (path / "environ").read_bytes() and part in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


def send(number, pids):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
    return len(pids)


def some(pids):
    return [random.choice(pids)] if pids else []


class Origin:
    """The origin as a process, which can die and come back on its port."""

    def __init__(self, folder, count):
        self.words = [sys.executable, HERE / "origin.py", "--count", str(count), "--list", f"{folder}/pictures"]
        self.port = 0
        self.start()

    def start(self):
        words = [*map(str, self.words), "--port", str(self.port)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ)
        self.port = int(self.process.stdout.readline())

    def stop(self):
        self.process.kill()
        self.process.wait()


def faults(origin, ended, told, pause):
    """Kills and stops parts of the cluster until the run ends, one every `pause` seconds."""
    number = 0
    while not ended.wait(pause):
        number += 1
        if number == 3:
            origin.stop()
            ended.wait(10)
            origin.start()
            told["origin died"] += 1
        elif number == 5:
            worker = some(ours(WORKER))
            stopped = worker + children(worker)
            told["workers stopped"] += bool(send(signal.SIGSTOP, stopped))
            ended.wait(40)
            send(signal.SIGCONT, stopped)
        elif number % 2:
            told["executors killed"] += send(signal.SIGKILL, some(ours(EXECUTOR)))
        else:
            told["commands killed"] += send(signal.SIGKILL, some(awaited(COMMAND + b"\0get", ended)))


def awaited(part, ended):
    """Returns such processes as soon as there are some; none after 8 seconds. A command lives shortly."""
    end = time.monotonic() + 8
    while not (found := ours(part)) and time.monotonic() < end and not ended.is_set():
        time.sleep(0.05)
    return found


def children(pids):
    found = []
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += map(int, task.read_text().split())
    return found


def cluster(folder):
    """Starts a master and two workers; returns the address of the master."""
    environ, port = environment(folder), random.randint(20000, 30000)
    base = [f"{environ['SPARK_HOME']}/bin/spark-class", "org.apache.spark.deploy."]
    ends = ["--host", "127.0.0.1", "--webui-port", "0"]
    address = f"spark://127.0.0.1:{port}"
    words = [[base[0], base[1] + "master.Master", *ends, "--port", str(port)]]
    words += [[base[0], base[1] + "worker.Worker", *ends, "--cores", "1", "--memory", "1g", address]] * 2
    for number, line in enumerate(words):
        with open(f"{folder}/daemon-{number}.log", "w") as log:
            subprocess.Popen(line, env=environ, stdout=log, stderr=log, cwd=folder)
    return address


def job(folder, master, count):
    """Starts the script of the package on the cluster."""
    settings = ["spark.executor.memory=512m", "spark.executor.cores=1", "spark.driver.memory=512m",
                "spark.network.timeout=60s", "spark.executor.heartbeatInterval=5s", "spark.sql.shuffle.partitions=8"]
    words = ["--per-task", "40", "--round", str(max(100, count // 8)), "--master", master, "--patience", "120",
             "--max-size", "60x60", "--format", "webp", "--sandbox", "all", "--retry", "8", "--timeout", "240"]
    for setting in settings:
        words += ["--conf", setting]
    log = open(f"{folder}/driver.log", "a")
    return subprocess.Popen(
        [sys.executable, "-m", "webimage_spark", f"{folder}/list", f"{folder}/out", *words],
        env=environment(folder), stdout=subprocess.PIPE, stderr=log, text=True, cwd=folder)


def committed(folder):
    files = [str(path) for path in Path(folder, "out").glob("*.parquet")]
    return pyarrow.dataset.dataset(files).to_table(columns=["url", "status", "reason"]).to_pylist() if files else []


def check(listed, rows):
    """Returns the faults of a result: pictures that are missing, doubled, or failed without need."""
    problems, seen = [], [row["url"] for row in rows]
    if not len(seen) == len(set(seen)) == len(listed) or set(seen) != set(listed):
        problems.append(f"{len(seen)} rows, {len(set(seen))} distinct, {len(listed)} in the list")
    for row in rows:
        stage, reason = FAILURES.get(row["url"].rpartition(".")[2], ("ok", ""))
        if row["status"] != stage or reason not in (row["reason"] or ""):
            problems.append(f"{row['url']}: {row['status']}: {row['reason']}")
    return problems


def run(folder, count, pause):
    start, told = time.monotonic(), dict.fromkeys(
        ["executors killed", "commands killed", "workers stopped", "origin died", "runs killed"], 0)
    for name in ("work", "local", "tmp"):
        Path(folder, name).mkdir()
    origin, ended = Origin(folder, count), threading.Event()
    root = f"http://127.0.0.1:{origin.port}"
    special = [f"{root}/{number}.{kind}" for kind, many in
               {"missing": count // 100, "broken": count // 100, "poison": 3}.items() for number in range(many)]
    listed = [f"{root}/{number}.png" for number in range(count - len(special))] + special
    Path(folder, "list").write_text("\n".join(listed))
    driver = job(folder, cluster(folder), count)
    thread = threading.Thread(target=faults, args=(origin, ended, told, pause), daemon=True)
    thread.start()
    while driver.poll() is None and time.monotonic() - start < LIMIT:
        rows = committed(folder)
        if not told["runs killed"] and len(rows) > count // 3:
            send(signal.SIGKILL, [driver.pid, *children([driver.pid])])
            told["runs killed"] += 1
            driver.wait()
            kept = committed(folder)
            driver = job(folder, [word for word in driver.args if str(word).startswith("spark://")][0], count)
        time.sleep(1)
    ended.set()
    thread.join()
    text = driver.communicate(timeout=5)[0] if driver.poll() is not None else ""
    told |= {"pictures": count, "minutes": round((time.monotonic() - start) / 60, 1)}
    problems = check(listed, committed(folder)) if driver.poll() == 0 else [f"the run ended with {driver.poll()}"]
    if not problems and (made := json.loads(text)["made"]) != count - len(kept):
        problems = [f"{made} were made again, {count - len(kept)} were missing"]
    print(json.dumps(told | {"kept of the killed run": len(kept), "problems": problems[:20]}))
    return bool(problems)


def main():
    count, pause = (list(map(int, sys.argv[1:])) + [20_000, 10][len(sys.argv) - 1:])[:2]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            failed = run(folder, count, pause)
            if failed:
                print(Path(folder, "driver.log").read_text()[-3000:], file=sys.stderr)
            sys.exit(failed)
        finally:
            send(signal.SIGCONT, ours())
            send(signal.SIGKILL, [pid for pid in ours() if pid != os.getpid()])


if __name__ == "__main__":
    main()
