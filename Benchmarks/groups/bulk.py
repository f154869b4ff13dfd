"""1,000 photographs of a list: `webimage get`, the package of Tools/Bulk alone and under Spark, and img2dataset.

All load the same list from an origin of this machine: photographs of 1600 × 1200 pixels, of which a twentieth is missing
or damaged, and make JPEG files of at most 256 × 256 pixels at quality 80. CPU counts all processes but the origin's.
"""
import contextlib
import io
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from runner.figures import CPU, Entry, race
from runner.programs import HERE, ROOT, SCRATCH, tool

COUNT = 1000
BULK = ROOT / "Tools/Bulk"
PYTHON, PEER = BULK / ".venv/bin/python", HERE / ".bulk/bin/python"
# Decoding is in the program for all, as img2dataset has no wall around it.
WORDS = ["--size", "256x256", "--format", "jpeg", "--quality", "80", "--sandbox", "off"]

# Runs a program, waits for all processes that it leaves behind, and reports their CPU seconds on standard error.
REAPED = """
import ctypes, os, resource, subprocess, sys
ctypes.CDLL(None).prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
status = subprocess.run(sys.argv[1:]).returncode
try:
    while True:
        os.wait()
except ChildProcessError:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\\n{used.ru_utime + used.ru_stime}", file=sys.stderr)
    sys.exit(status)
"""
# Runs the function over a Parquet file, as a task does; prints the number of pictures, and the CPU seconds without
# those of loading Python's modules, which a worker of Spark does once.
FUNCTION = """
import resource, sys, time, pyarrow.parquet, webimage_spark
job = webimage_spark.Job(tuple(sys.argv[3:]), command=sys.argv[1])
table = pyarrow.parquet.read_table(sys.argv[2])
start = time.process_time()
made = sum(row == "ok" for batch in table.to_batches() for piece in webimage_spark.made(batch, job)
           for row in piece["status"].to_pylist())
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
# Writes a list of URLs as a Parquet file.
LISTED = """
import sys, pyarrow as pa, pyarrow.parquet as p
p.write_table(pa.table({"url": open(sys.argv[1]).read().split()}), sys.argv[2])
"""


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


@contextlib.contextmanager
def origin():
    """Serves the photographs on a thread of this process, whose CPU does not count; yields the address."""
    pictures = photographs()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            number = int(self.path[1:].split(".")[0])
            body = pictures[number % len(pictures)]
            status = 404 if number % 40 == 7 else 200
            body = b"gone" if status == 404 else body[:3] + bytes(999) if number % 40 == 27 else body
            self.send_response(status)
            self.send_header("Content-Type", "image/jpeg")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def measured(words, **more):
    """Runs a program to its end; returns its output, and the CPU seconds of it and all its processes."""
    environment = os.environ | {"PYTHONPATH": str(BULK), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": str(PYTHON)}
    done = subprocess.run([sys.executable, "-c", REAPED, *words], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **more)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{words[0]} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout, float(done.stderr.split()[-1])


def figures(made, cpu):
    return {"pictures": made, CPU: 1000 * cpu / COUNT}


def contestants(listed):
    """Returns functions that make all pictures of a list: the command, and the function of a task."""
    parquet = SCRATCH / "list.parquet"
    subprocess.run([PYTHON, "-c", LISTED, listed, parquet], check=True)

    def get():
        with open(listed) as source:
            text, cpu = measured([tool("webimage"), "get", "-i", "-", "--json", "--no-cache", "--name", "{digest}",
                                  "-o", f"{SCRATCH}/get/", *WORDS], stdin=source)
        return figures(text.count('"output":"'), cpu)

    def function():
        made, cpu = measured([PYTHON, "-c", FUNCTION, tool("webimage"), parquet, *WORDS])[0].split()
        return figures(int(made), float(cpu))

    return {"webimage get": get, "made(), no Spark": function}


def whole(listed):
    """Returns the figures of all of Spark, and of img2dataset."""
    text, cpu = measured([PYTHON, "-m", "webimage_spark", listed, SCRATCH / "spark", "--command", tool("webimage"),
                          *WORDS])
    spark = Entry("webimage-bulk", [figures(json.loads(text.splitlines()[-1])["all"]["ok"], cpu)])
    _, cpu = measured([PEER, "-c", DOWNLOAD, listed, SCRATCH / "peer"], cwd=SCRATCH)
    made = sum(json.loads(path.read_text())["successes"] for path in (SCRATCH / "peer").glob("*_stats.json"))
    return spark, Entry("img2dataset", [figures(made, cpu)])


def measure(report):
    subprocess.run([ROOT / "scripts/bootstrap", "bulk"], check=True)
    listed = SCRATCH / "list.txt"
    with origin() as address:
        listed.write_text("".join(f"{address}/{number}.jpg\n" for number in range(COUNT)))
        get, function = race(contestants(listed), rounds=3, seconds=600)
        spark, peer = whole(listed)
    report.section(f"{COUNT} photographs of a list, each", [get, function, spark, peer], ("pictures", CPU))
    report.verdict("the function of a task / webimage get", function.ratio(get), "≤ 1.1")
    report.verdict("the function of a task / img2dataset", function.ratio(peer), "≤ 0.4")
    report.verdict("all of Spark / img2dataset", spark.ratio(peer))
