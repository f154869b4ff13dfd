"""The image server next to thumbor and nginx's image filter, each on one core.

A picture of 2040x1356 is fitted into 512: JPEG (quality 80), PNG, WebP (75), AVIF (65); distinct widths, then one
address, then three times the requests that it can answer for a minute. Nothing is kept on disk. CPU counts a server
and its children for each request; load and origin run on another core.
"""
import http.client
import os
import pathlib
import socket
import statistics
import subprocess
import threading
import time

from runner.figures import CPU, PEAK, Entry, race
from runner.programs import HERE, SCRATCH, free_port, memory, on_threads, picture, processor_seconds, tool, tree

REQUESTS, COUNT = 60, 12
FORMATS = {"jpeg": "≤ 0.85", "png": "≤ 0.45", "webp": "≤ 0.65", "avif": "≤ 0.85"}
QUALITY = {"jpeg": 80, "png": 80, "webp": 75, "avif": 65}
FILTER = pathlib.Path("/usr/lib/nginx/modules/ngx_http_image_filter_module.so")


class Server:
    """A server on core 0; `path` makes the target of a picture fitted into a side. A context that ends it."""

    def __init__(self, name, command, path, port, environment=None):
        self.name, self.path, self.port = name, path, port
        log = SCRATCH / f"{name}-{port}.log"
        with open(log, "wb") as file:
            self.process = subprocess.Popen(["taskset", "-c", "0", *command], stdout=file, stderr=file,
                                            env=os.environ | (environment or {}))
        for _ in range(400):
            try:
                return socket.create_connection(("127.0.0.1", port), 0.3).close()
            except OSError:
                time.sleep(0.05)
        self.process.kill()
        raise RuntimeError(f"{name} did not start: {log.read_text()[-400:]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def load(self, targets, connections=2, due=lambda number: 0):
        """Asks for all targets, each when it is due; returns status, milliseconds and body by number."""
        answers, numbers, lock = {}, iter(range(len(targets))), threading.Lock()

        def work():
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            while True:
                with lock:
                    number = next(numbers, None)
                if number is None:
                    return
                time.sleep(max(0, due(number) - time.perf_counter()))
                began = time.perf_counter()
                client.request("GET", targets[number], headers={"Accept": "image/*"})
                answer = client.getresponse()
                body = answer.read()
                answers[number] = (answer.status, (time.perf_counter() - began) * 1000, body if number == 0 else None)

        on_threads(connections, work)
        return answers

    def measure(self, targets, connections=2):
        """Returns the figures of a request, and keeps the first body; all must be answered by 200."""
        before = processor_seconds(self.process.pid)
        answers = self.load(targets, connections)
        spent = processor_seconds(self.process.pid) - before
        if len(answers) != len(targets) or {status for status, _, _ in answers.values()} != {200}:
            raise RuntimeError(f"{self.name} lost requests")
        times = sorted(milliseconds for _, milliseconds, _ in answers.values())
        self.body = answers[0][2]
        return {CPU: spent * 1000 / len(targets), "p50 ms": times[len(times) // 2],
                "p95 ms": times[len(times) * 95 // 100]}

    @property
    def peak(self):
        return sum(memory(pid, "VmHWM") for pid in tree(self.process.pid))


def pictures():
    """Cuts pictures of 2040x1356 out of the photograph of the bench."""
    import pyvips
    whole = pyvips.Image.new_from_file(str(picture("12mp.jpg")))
    for number in range(COUNT):
        cut = whole.crop(number * 90, number * 70, 2040, 1356)
        for name, options in {"jpeg": {"Q": 75}, "png": {}, "webp": {"Q": 75}, "avif": {"Q": 65, "effort": 2}}.items():
            cut.write_to_file(str(SCRATCH / f"{number}.{name}"), strip=True, **options)


def nginx(port, content):
    """Returns the command of an nginx in the foreground."""
    path = SCRATCH / f"nginx-{port}.conf"
    temporary = " ".join(f"{kind}_temp_path {SCRATCH}/{kind};" for kind in
                         ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    path.write_text(
        f"{f'load_module {FILTER};' if FILTER.exists() else ''}\ndaemon off;\nmaster_process off;\n"
        f"pid {SCRATCH}/{port}.pid;\nerror_log /dev/null;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}\n"
        "types { image/jpeg jpeg; image/png png; image/webp webp; image/avif avif; }\n"
        f"server {{ listen 127.0.0.1:{port}; keepalive_requests 1000000;\n{content}\n}} }}\n")
    return ["nginx", "-c", path, "-e", "/dev/null"]


def plain():
    """Returns an nginx that serves files."""
    port = free_port()
    return Server("nginx serving the file", nginx(port, f"root {SCRATCH};"), lambda name, side: "/" + name, port)


def ours(origin, **more):
    def path(name, side):
        kind = name.split(".")[-1]
        return f"/_/rs:fit:{side}:{side}/q:{QUALITY[kind]}/f:{kind}/plain/{origin}/{name}"

    port = free_port()
    command = [tool("webimage-server"), "--port", str(port), "--quiet", "--cache", "none"]
    return Server("WebImage", command, path, port, {
        "IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true", "IMGPROXY_ALLOWED_SOURCES": origin + "/",
        "IMGPROXY_JPEG_PROGRESSIVE": "true", **more})


def thumbor(origin):
    conf, port = SCRATCH / "thumbor.conf", free_port()
    conf.write_text("STORAGE = 'thumbor.storages.no_storage'\nQUALITY = 80\nPROGRESSIVE_JPEG = True\nWEBP_QUALITY = 75\n"
                    "AVIF_QUALITY = 65\nALLOW_UNSAFE_URL = True\nENGINE_THREADPOOL_SIZE = 2\n")
    return Server("thumbor", [HERE / ".thumbor/bin/thumbor", "--ip", "127.0.0.1", "--port", str(port), "--conf", conf,
                              "--processes", "1"],
                  lambda name, side: f"/unsafe/fit-in/{side}x{side}/{origin}/{name}", port)


def image_filter(origin):
    port = free_port()
    return Server("nginx", nginx(
        port, "image_filter_buffer 32M; image_filter_jpeg_quality 80; image_filter_webp_quality 75;\n"
        f"location ~ ^/(\\d+)/(.+)$ {{ set $side $1; proxy_pass {origin}/$2; image_filter resize $side $side; }}"),
        lambda name, side: f"/{side}/{name}", port)


def formats(report, servers):
    """Compares the servers, each width once in a round."""
    from Peers import judge

    for kind, target in FORMATS.items():
        turns = {server.name: 0 for server in servers}

        def turn(server):
            first = 512 + turns[server.name] * REQUESTS // COUNT
            turns[server.name] += 1
            return server.measure([server.path(f"{n % COUNT}.{kind}", first + n // COUNT) for n in range(REQUESTS)])

        present = [server for server in servers if (server.name, kind) != ("nginx", "avif")]
        entries = race({server.name: lambda server=server: turn(server) for server in present}, rounds=3,
                       alternates=True)
        for server, entry in zip(present, entries):
            if entry.failure:
                continue
            result = SCRATCH / f"result.{kind}"
            result.write_bytes(server.body)
            entry.rounds[0] |= {"kB": len(server.body) / 1000, PEAK: server.peak,
                                "SSIM": judge.still(SCRATCH / f"0.{kind}", result)}
        report.section(f"{kind}, 2040x1356 into 512", entries, (CPU, "p50 ms", "p95 ms", "kB", "SSIM", PEAK))
        report.verdict("CPU / thumbor", entries[0].ratio(entries[1]), target)


def hits(report, server):
    """Compares a hit of the cache of results with the same file from nginx, and many connections with few."""
    target = server.path("0.jpeg", 512)
    server.measure([target])
    (SCRATCH / "hit.jpeg").write_bytes(server.body)
    with plain() as files:
        hit, file = race({"a hit": lambda: server.measure([target] * 4000),
                          files.name: lambda: files.measure(["/hit.jpeg"] * 4000)}, rounds=5, seconds=60)
    report.section("a picture that is kept", [hit, file], (CPU, "p50 ms", "p95 ms"))
    report.verdict("CPU / nginx serving the file", hit.ratio(file), "≤ 6")
    peaks = []
    for first, connections in ((250, 4), (300, 256)):
        server.measure([server.path(f"{n % COUNT}.jpeg", first + n // COUNT) for n in range(512)], connections)
        peaks.append(server.peak)
    report.verdict("peak memory, 256 connections / 4", peaks[1] / peaks[0], "≤ 1.5")


def overload(report, origin, seconds=60):
    """Compares the pictures a second under three times the load with those at full load."""
    with ours(origin, IMGPROXY_REQUESTS_QUEUE_SIZE="8") as server:
        # Each one is another picture.
        targets = [server.path(f"{n % COUNT}.jpeg", 400 + n // COUNT // 16)
                   .replace("/q:80", f"/q:{70 + n // COUNT % 16}") for n in range(100 * 16 * COUNT)]
        server.measure(targets[-40:], 4)
        began = time.perf_counter()
        server.measure(targets[-440:-40], 4)
        full = 400 / (time.perf_counter() - began)
        began = time.perf_counter()
        count = int(3 * full * seconds)
        answers = server.load((targets * (1 + count // len(targets)))[:count], 64,
                              lambda number: began + number / (3 * full)).values()
        spent = time.perf_counter() - began
    statuses = [status for status, _, _ in answers]
    if set(statuses) > {200, 429}:
        raise RuntimeError(f"statuses {set(statuses)}")
    times = [milliseconds for status, milliseconds, _ in answers if status == 200]
    report.section("three times the load", [
        Entry("full load", [{"pictures/s": full}]),
        Entry("three times", [{"pictures/s": len(times) / spent, "refused": statuses.count(429),
                               "p99 ms": statistics.quantiles(times, n=100)[-1]}])],
                   ("pictures/s", "refused", "p99 ms"))
    report.verdict("pictures, three times the load / full load", len(times) / spent / full, "≥ 0.9")


def measure(report):
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {1})
    try:
        pictures()
        with plain() as files:
            os.sched_setaffinity(files.process.pid, {1})
            origin = f"http://127.0.0.1:{files.port}"
            with ours(origin) as server, thumbor(origin) as peer:
                if FILTER.exists():
                    with image_filter(origin) as filters:
                        formats(report, [server, peer, filters])
                else:
                    formats(report, [server, peer])
                hits(report, server)
            overload(report, origin)
    finally:
        os.sched_setaffinity(0, processors)
