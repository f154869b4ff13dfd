#!/usr/bin/env python3
"""Compares the image server with thumbor and with nginx's image filter, each on one core, in one run.

    Benchmarks/server BINARY      BINARY is webimage-server; Benchmarks/run builds it

A picture of 2040x1356 is fitted into 512: JPEG (quality 80), PNG, WebP (75), AVIF (65); distinct widths,
then one address, then three times the requests that it can answer for a minute. Nothing is kept on disk. CPU is that of a server and its children for each request; load and origin run on another core.
The exit status is 1 if a target is missed. `make bench` installs the peers.
"""
import http.client
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROUNDS, REQUESTS, COUNT = 3, 60, 12
FORMATS = {"jpeg": 0.85, "png": 0.45, "webp": 0.65, "avif": 0.85}
QUALITY = {"jpeg": 80, "png": 80, "webp": 75, "avif": 65}
TICK = os.sysconf("SC_CLK_TCK")
HERE = os.path.dirname(os.path.abspath(__file__))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def tree(pid):
    """Returns a process and its descendants."""
    found, children = [pid], {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent = int(open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError):
            continue
        children.setdefault(parent, []).append(int(name))
    for one in found:
        found += children.get(one, [])
    return found


def processor_seconds(pid):
    """Returns the time of a process and its descendants, and of those of them that ended and were waited for."""
    total = 0
    for one in tree(pid):
        try:
            fields = open(f"/proc/{one}/stat").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        # A process counts for itself, or in its parent once that has waited for it.
        total += sum(map(int, fields[11:15]))
    return total / TICK


def peak_megabytes(pid):
    """Returns the sum of the largest resident sizes."""
    total = 0
    for one in tree(pid):
        try:
            total += int(re.search(r"VmHWM:\s+(\d+)", open(f"/proc/{one}/status").read())[1])
        except (OSError, TypeError):
            continue
    return total / 1024


class Server:
    """A server on core 0; `path` makes the target of a picture fitted into a side."""

    def __init__(self, name, command, path, port, environment=None):
        self.name, self.path, self.port = name, path, port
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            ["taskset", "-c", "0"] + command, env={**os.environ, **(environment or {})},
            stdout=self.log, stderr=self.log)
        for _ in range(400):
            try:
                socket.create_connection(("127.0.0.1", port), 0.3).close()
                return
            except OSError:
                time.sleep(0.05)
        self.log.seek(0)
        raise SystemExit(f"server: {name} did not start: {self.log.read().decode()[-400:]}")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def load(self, targets, connections=2):
        """Returns the milliseconds of each request, and the last body; all must be answered by 200."""
        times, bodies, rest, lock = [], {}, list(enumerate(targets)), threading.Lock()

        def work():
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            while True:
                with lock:
                    if not rest:
                        return
                    number, target = rest.pop()
                began = time.perf_counter()
                client.request("GET", target, headers={"Accept": "image/*"})
                answer = client.getresponse()
                body = answer.read()
                with lock:
                    times.append((time.perf_counter() - began) * 1000)
                    bodies[number] = body
                if answer.status != 200:
                    raise SystemExit(f"server: {self.name} answered {answer.status} to {target}")

        threads = [threading.Thread(target=work) for _ in range(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if len(times) != len(targets):
            raise SystemExit(f"server: {self.name} answered {len(times)} of {len(targets)}")
        return times, bodies[0]

    def measure(self, targets):
        """Returns CPU milliseconds a request, p50, p95, and the first body."""
        before = processor_seconds(self.process.pid)
        times, body = self.load(targets)
        spent = processor_seconds(self.process.pid) - before
        times.sort()
        return spent * 1000 / len(targets), times[len(times) // 2], times[int(len(times) * 0.95)], body


def pictures(folder):
    """Cuts pictures of 2040x1356 out of the photograph of the bench."""
    import pyvips
    source = os.path.join(HERE, ".inputs", "1", "12mp.jpg")
    whole = pyvips.Image.new_from_file(source)
    for number in range(COUNT):
        cut = whole.crop(number * 90, number * 70, 2040, 1356)
        for name, options in {"jpeg": {"Q": 75}, "png": {}, "webp": {"Q": 75}, "avif": {"Q": 65, "effort": 2}}.items():
            cut.write_to_file(os.path.join(folder, f"{number}.{name}"), strip=True, **options)


def similarity(body, reference):
    """Returns the SSIM of lightness with the picture that libvips reduces at best."""
    import numpy
    import pyvips
    one = pyvips.Image.new_from_buffer(body, "").colourspace("b-w")
    other = pyvips.Image.thumbnail(reference, one.width, height=one.height, size="force").colourspace("b-w")
    a, b = (numpy.asarray(x[0].numpy(), dtype=float) for x in (one, other))

    def mean(values):
        sums = numpy.cumsum(numpy.cumsum(numpy.pad(values, ((1, 0), (1, 0))), 0), 1)
        return (sums[8:, 8:] - sums[:-8, 8:] - sums[8:, :-8] + sums[:-8, :-8]) / 64

    ma, mb = mean(a), mean(b)
    va, vb, ab = mean(a * a) - ma * ma, mean(b * b) - mb * mb, mean(a * b) - ma * mb
    return float(numpy.mean((2 * ma * mb + 6.5) * (2 * ab + 58.5) / ((ma * ma + mb * mb + 6.5) * (va + vb + 58.5))))


def nginx(folder, port, content):
    """Returns the command of an nginx in the foreground."""
    path = os.path.join(folder, f"nginx-{port}.conf")
    module = "/usr/lib/nginx/modules/ngx_http_image_filter_module.so"
    load = f"load_module {module};\n" if os.path.exists(module) else ""
    with open(path, "w") as file:
        file.write(
            f"{load}daemon off;\nmaster_process off;\npid {folder}/{port}.pid;\nerror_log /dev/null;\n"
            "events {}\nhttp {\naccess_log off;\ntypes { image/jpeg jpeg; image/png png; image/webp webp; image/avif avif; }\n"
            f"client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;\n"
            f"uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;\n"
            f"server {{ listen 127.0.0.1:{port}; keepalive_requests 1000000;\n{content}\n}} }}\n")
    return ["nginx", "-c", path, "-e", "/dev/null"]


def main():
    binary, missed = os.path.abspath(sys.argv[1]), False
    folder = tempfile.mkdtemp()
    servers = []
    os.sched_setaffinity(0, {1})
    try:
        pictures(folder)
        origin_port = free_port()
        origin = f"http://127.0.0.1:{origin_port}"
        origin_process = subprocess.Popen(nginx(folder, origin_port, f"root {folder};"))
        port = free_port()
        ours = Server(
            "ours", [binary, "--port", str(port), "--quiet", "--cache", "none"],
            lambda name, side: f"/_/rs:fit:{side}:{side}/q:{QUALITY[name.split('.')[-1]]}"
            f"/f:{name.split('.')[-1]}/plain/{origin}/{name}",
            port, {"IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true", "IMGPROXY_ALLOWED_SOURCES": origin + "/",
                   "IMGPROXY_JPEG_PROGRESSIVE": "true"})
        servers.append(ours)
        thumbor = os.path.join(HERE, ".thumbor", "bin", "thumbor")
        conf = os.path.join(folder, "thumbor.conf")
        with open(conf, "w") as file:
            file.write(
                "STORAGE = 'thumbor.storages.no_storage'\nQUALITY = 80\nPROGRESSIVE_JPEG = True\n"
                "WEBP_QUALITY = 75\nAVIF_QUALITY = 65\nALLOW_UNSAFE_URL = True\nENGINE_THREADPOOL_SIZE = 2\n")
        port = free_port()
        servers.append(Server(
            "thumbor", [thumbor, "--ip", "127.0.0.1", "--port", str(port), "--conf", conf, "--processes", "1"],
            lambda name, side: f"/unsafe/fit-in/{side}x{side}/{origin}/{name}", port))
        filters = os.path.exists("/usr/lib/nginx/modules/ngx_http_image_filter_module.so")
        if filters:
            port = free_port()
            servers.append(Server(
                "nginx", nginx(folder, port,
                               "image_filter_buffer 32M; image_filter_jpeg_quality 80; image_filter_webp_quality 75;\n"
                               f"location ~ ^/(\\d+)/(.+)$ {{ set $side $1; proxy_pass {origin}/$2;"
                               " image_filter resize $side $side; }"),
                lambda name, side: f"/{side}/{name}", port))
        for format, target in FORMATS.items():
            results = {server.name: [] for server in servers}
            for turn in range(ROUNDS):
                for server in servers if turn % 2 else servers[::-1]:
                    if server.name == "nginx" and format == "avif":
                        continue
                    sides = [512 + turn * REQUESTS // COUNT + n // COUNT for n in range(REQUESTS)]
                    results[server.name].append(server.measure(
                        [server.path(f"{n % COUNT}.{format}", side) for n, side in enumerate(sides)]))
            reference = os.path.join(folder, f"0.{format}")
            for server in servers:
                rounds = results[server.name]
                if not rounds:
                    continue
                cpu, middle, late = (statistics.median(r[i] for r in rounds) for i in range(3))
                body = rounds[0][3]
                print(f"  {format:5} {server.name:8} {cpu:7.1f} ms CPU, p50 {middle:6.1f} ms, p95 {late:6.1f} ms, "
                      f"{len(body) / 1000:6.1f} kB, SSIM {similarity(body, reference):.4f}, "
                      f"peak {peak_megabytes(server.process.pid):6.1f} MB")
            ratio = statistics.median(a[0] / b[0] for a, b in zip(results["ours"], results["thumbor"]))
            holds = ratio <= target
            missed |= not holds
            print(f"  {format:5} CPU / thumbor {ratio:.2f} ×   target ≤ {target}   {'holds' if holds else 'MISSED'}")
        missed |= not hits(ours, origin, origin_port, folder)
        missed |= not overload(binary, origin, folder, ours.path)
    finally:
        for server in servers:
            server.stop()
        origin_process.terminate()
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if missed else 0


def hits(ours, origin, origin_port, folder):
    """Compares a hit of the cache of results with the same file from nginx; returns `False` if it is too slow."""
    target = ours.path("0.jpeg", 512)
    _, body = ours.load([target])
    with open(os.path.join(folder, "hit.jpeg"), "wb") as file:
        file.write(body)
    port = free_port()
    plain = Server("nginx", nginx(folder, port, f"root {folder};"), lambda name, side: "/" + name, port)
    ratios = []
    try:
        for _ in range(5):
            spent = []
            for server, path in ((ours, target), (plain, "/hit.jpeg")):
                spent.append(server.measure([path] * 4000)[0])
            ratios.append(spent[0] / max(spent[1], 1e-6))
    finally:
        plain.stop()
    ratio = statistics.median(ratios)
    print(f"  a hit: CPU / nginx serving the file {ratio:.2f} ×   target ≤ 6   {'holds' if ratio <= 6 else 'MISSED'}")
    ours.load([ours.path(f"{n % COUNT}.jpeg", 250 + n // COUNT) for n in range(512)], connections=4)
    few = peak_megabytes(ours.process.pid)
    ours.load([ours.path(f"{n % COUNT}.jpeg", 300 + n // COUNT) for n in range(512)], connections=256)
    many = peak_megabytes(ours.process.pid)
    print(f"  peak memory with 256 connections / 4: {many / few:.2f} ×   target ≤ 1.5   "
          f"{'holds' if many <= 1.5 * few else 'MISSED'}; no request was lost")
    return ratio <= 6 and many <= 1.5 * few


def overload(binary, origin, folder, path, seconds=60):
    """Compares the pictures a second under three times the load with those at full load; `False` if too few."""
    port = free_port()
    server = Server(
        "ours", [binary, "--port", str(port), "--quiet", "--cache", "none"], path, port,
        {"IMGPROXY_ALLOW_LOOPBACK_SOURCE_ADDRESSES": "true", "IMGPROXY_ALLOWED_SOURCES": origin + "/",
         "IMGPROXY_REQUESTS_QUEUE_SIZE": "8"})
    # Each one is another picture.
    targets = [path(f"{n % COUNT}.jpeg", 400 + n // COUNT // 16).replace("/q:80", f"/q:{70 + n // COUNT % 16}")
               for n in range(100 * 16 * COUNT)]
    try:
        server.load(targets[-40:], connections=4)
        began = time.perf_counter()
        server.load(targets[-440:-40], connections=4)
        full = 400 / (time.perf_counter() - began)
        statuses, times, lock, number = {}, [], threading.Lock(), [0]
        began = time.perf_counter()

        def work():
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            while True:
                with lock:
                    due, mine = began + number[0] / (3 * full), number[0]
                    number[0] += 1
                if due > began + seconds:
                    return
                time.sleep(max(0, due - time.perf_counter()))
                sent = time.perf_counter()
                client.request("GET", targets[mine % len(targets)])
                answer = client.getresponse()
                answer.read()
                with lock:
                    statuses[answer.status] = statuses.get(answer.status, 0) + 1
                    if answer.status == 200:
                        times.append((time.perf_counter() - sent) * 1000)

        threads = [threading.Thread(target=work) for _ in range(64)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        good = statuses.get(200, 0) / (time.perf_counter() - began)
    finally:
        server.stop()
    times.sort()
    holds = good >= 0.9 * full and set(statuses) <= {200, 429}
    print(f"  3 × overload: {good / full:.2f} × the pictures at full load ({full:.0f} a second), statuses {statuses}, "
          f"p99 {times[int(len(times) * 0.99)]:.0f} ms   target ≥ 0.9   {'holds' if holds else 'MISSED'}")
    return holds


if __name__ == "__main__":
    sys.exit(main())
