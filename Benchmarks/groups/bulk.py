#!/usr/bin/env python3
"""Measures bulk work: `webimage get`, the package of Tools/Bulk alone and under Spark, and img2dataset.

    Benchmarks/bulk WEBIMAGE [COUNT]

All load the same list from an origin of this machine: photographs of 1600 × 1200 pixels, of which a twentieth is missing or
damaged, and make JPEG files of at most 256 × 256 pixels at quality 80. CPU is that of all processes but the origin's.
"""

import ctypes
import io
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
BULK = HERE.parent / "Tools/Bulk"
PYTHON = BULK / ".venv/bin/python"
PEER = HERE / ".bulk/bin/python"
WORDS = ["--size", "256x256", "--format", "jpeg", "--quality", "80"]
# Decoding is in the program for all, as img2dataset has no wall around it.
WORDS += ["--sandbox", "off"]

# Runs the function over a Parquet file, as a task does; prints the number of pictures, and the CPU seconds without
# those of loading Python's modules, which a worker of Spark does once.
FUNCTION = """
import sys, time, pyarrow.parquet, webimage_spark
job = webimage_spark.Job(tuple(sys.argv[3:]), command=sys.argv[1])
table = pyarrow.parquet.read_table(sys.argv[2])
start = time.process_time()
made = sum(row == "ok" for batch in table.to_batches() for piece in webimage_spark.made(batch, job)
           for row in piece["status"].to_pylist())
import resource
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(made, time.process_time() - start + used.ru_utime + used.ru_stime)
"""
DOWNLOAD = """
import sys
from img2dataset import download
download(url_list=sys.argv[1], output_folder=sys.argv[2], input_format="txt", output_format="parquet",
         processes_count=1, thread_count=16, image_size=256, resize_mode="keep_ratio_largest",
         resize_only_if_bigger=True, encode_format="jpg", encode_quality=80, number_sample_per_shard=500,
         disable_all_reencoding=False, retries=0, enable_wandb=False)
"""

# Prints the sources that have no picture in the Parquet files of a folder.
FAILED = """
import sys, pyarrow.parquet as p
from pathlib import Path
rows = [row for path in Path(sys.argv[1]).glob("*.parquet") for row in p.read_table(path, columns=["url", "status"]).to_pylist()]
print(*sorted(row["url"] for row in rows if row["status"] not in ("ok", "success")))
"""


def failed(folder):
    """Returns the sources without pictures."""
    return subprocess.run([str(PYTHON), "-c", FAILED, folder], check=True, stdout=subprocess.PIPE, text=True).stdout.split()


def photographs():
    """Returns pictures with smooth parts and noise, as JPEG."""
    import numpy
    from PIL import Image

    found = []
    for seed in range(12):
        random = numpy.random.default_rng(seed)
        y, x = numpy.mgrid[0:1200, 0:1600]
        base = 128 + 60 * numpy.sin(x / (40 + 9 * seed)) + 50 * numpy.cos(y / (70 - 3 * seed))
        pixels = numpy.stack([base + 20 * k for k in range(3)], -1) + random.normal(0, 9, (1200, 1600, 3))
        data = io.BytesIO()
        Image.fromarray(pixels.clip(0, 255).astype("uint8")).save(data, "JPEG", quality=90)
        found.append(data.getvalue())
    return found


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    pictures = []

    def do_GET(self):
        number = int(self.path[1:].split(".")[0])
        body = self.pictures[number % len(self.pictures)]
        status = 404 if number % 40 == 7 else 200
        body = b"gone" if status == 404 else body[:3] + bytes(999) if number % 40 == 27 else body
        self.send_response(status)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def origin():
    """Starts the origin in a process of its own, whose CPU does not count; returns its process and address."""
    process = subprocess.Popen(
        [sys.executable, __file__, "--origin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return process, f"http://127.0.0.1:{int(process.stdout.readline())}"


def serve():
    Handler.pictures = photographs()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()


def reaped(words):
    """Runs a program, waits for all processes that it leaves behind, and tells their CPU seconds on standard error."""
    ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
    status = subprocess.run(words).returncode
    try:
        while True:
            os.wait()
    except ChildProcessError:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"\n{used.ru_utime + used.ru_stime}", file=sys.stderr)
        sys.exit(status)


def measured(words, **more):
    """Runs a program to its end; returns its output, and the CPU and wall seconds of it and all its processes."""
    start = time.monotonic()
    environment = os.environ | {"PYTHONPATH": str(BULK), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": str(PYTHON)}
    words = [sys.executable, __file__, "--reaped", *map(str, words)]
    done = subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, **more)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{words[3]} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout, float(done.stderr.split()[-1]), time.monotonic() - start


def run(webimage, count, folder):
    """Measures all in turn; yields name, pictures made, CPU and wall seconds."""
    server, root = origin()
    urls = [f"{root}/{number}.jpg" for number in range(count)]
    listed = Path(folder, "list.txt")
    listed.write_text("\n".join(urls) + "\n")
    parquet = f"{folder}/list.parquet"
    subprocess.run([str(PYTHON), "-c", "import sys, pyarrow as pa, pyarrow.parquet as p; p.write_table(pa.table({'url': "
                    "open(sys.argv[1]).read().split()}), sys.argv[2])", str(listed), parquet], check=True)
    get = [webimage, "get", "-i", "-", "--json", "--no-cache", "--name", "{digest}", "-o", f"{folder}/get/", *WORDS]
    gets, functions = [], []
    # In turn, and the least of three: other programs only add to the time.
    for _ in range(3):
        with open(listed) as source:
            text, *costs = measured(get, stdin=source)
        gets.append((text.count('"output":"'), *costs))
        text, _, wall = measured([PYTHON, "-c", FUNCTION, webimage, parquet, *WORDS])
        functions.append((int(text.split()[0]), float(text.split()[1]), wall))
    yield "webimage get", *min(gets, key=lambda row: row[1])
    yield "made(), no Spark", *min(functions, key=lambda row: row[1])
    text, *costs = measured([PYTHON, "-m", "webimage_spark", listed, f"{folder}/spark", "--command", webimage, *WORDS])
    yield "webimage-bulk", json.loads(text.splitlines()[-1])["all"]["ok"], *costs
    if PEER.exists():
        _, *costs = measured([PEER, "-c", DOWNLOAD, listed, f"{folder}/peer"], cwd=folder)
        made = sum(json.loads(path.read_text())["successes"] for path in Path(folder, "peer").glob("*_stats.json"))
        yield "img2dataset", made, *costs
        ours, theirs = failed(f"{folder}/spark"), failed(f"{folder}/peer")
        print(f"without pictures: {len(ours)}, and {len(theirs)} with img2dataset: {'the same' if ours == theirs else 'others'}")
    server.stdin.close()


def main():
    webimage, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'':20}{'pictures':>9}{'CPU ms a picture':>18}{'seconds':>9}")
        for name, made, cpu, wall in run(webimage, count, folder):
            rows[name] = cpu
            print(f"{name:20}{made:>9}{1000 * cpu / count:>18.2f}{wall:>9.1f}", flush=True)
    share = rows["made(), no Spark"] / rows["webimage get"]
    failed = share > 1.1
    print(f"the function of a task: {share:.2f} × webimage get (at most 1.1)")
    if "img2dataset" in rows:
        share = rows["made(), no Spark"] / rows["img2dataset"]
        failed |= share > 0.4
        print(f"the function of a task: {share:.2f} × img2dataset (at most 0.4)")
        print(f"with all of Spark:      {rows['webimage-bulk'] / rows['img2dataset']:.2f} × img2dataset")
    sys.exit(failed)


if __name__ == "__main__":
    if sys.argv[1:] == ["--origin"]:
        serve()
    elif sys.argv[1] == "--reaped":
        reaped(sys.argv[2:])
    else:
        main()
