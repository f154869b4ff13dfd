"""Image servers behind nginx or haproxy as processes of this machine, with an origin and a Redis, for scripts/parts/try-fleet
and scripts/parts/chaos. All ends with the object `Fleet`."""
import contextlib
import http.client
import http.server
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOST = "127.0.0.1"


def free_ports(count):
    """Returns free ports, distinct since all are bound at once."""
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind((HOST, 0))
        return [probe.getsockname()[1] for probe in probes]


def eventually(condition, seconds=15, pause=0.05):
    """Waits for a condition; `False` if it does not come true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(pause)
    return bool(condition())


def is_open(port):
    try:
        socket.create_connection((HOST, port), 0.5).close()
        return True
    except OSError:
        return False


class Origin:
    """An origin with one picture under any name; it counts its answers by path, and can die and come back."""

    def __init__(self, port):
        self.port, self.counts, self.lock = port, {}, threading.Lock()
        with open(os.path.join(ROOT, "Documentation", "contact-sheet.png"), "rb") as file:
            self.body = file.read()
        self.server = None
        self.start()

    def start(self):
        origin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if origin.server is None:
                    self.close_connection = True
                    return
                with origin.lock:
                    origin.counts[self.path] = origin.counts.get(self.path, 0) + 1
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.send_header("Content-Length", str(len(origin.body)))
                self.send_header("Cache-Control", "max-age=3600")
                self.end_headers()
                self.wfile.write(origin.body)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            request_queue_size, daemon_threads, allow_reuse_address = 128, True, True

            def handle_error(self, *_):
                pass  # A server that was killed leaves its connection.

        self.server = Server((HOST, self.port), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        server, self.server = self.server, None
        server.shutdown()
        server.server_close()

    @property
    def most(self):
        """The most answers for one path."""
        with self.lock:
            return max(self.counts.values(), default=0)


class Fleet:
    """Three image servers, an origin, and on demand a Redis, nginx and haproxy; all on ports of 127.0.0.1."""

    def __init__(self, binary, count=3, environment=None):
        self.binary, self.environment = os.path.abspath(binary), environment or {}
        self.folder = tempfile.mkdtemp()
        os.chmod(self.folder, 0o755)  # nginx as root makes files as another user.
        ports = free_ports(2 * count + 4)
        self.ports, self.metrics_ports = ports[:count], ports[count:2 * count]
        origin, self.front, self.redis_port, self.other = ports[2 * count:]
        self.origin = Origin(origin)
        self.processes = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for name, process in self.processes.items():
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
                # nginx ends its workers, which a killed one leaves behind.
                process.send_signal(signal.SIGTERM if name == "nginx" else signal.SIGKILL)
            process.wait()
        if self.origin.server:
            self.origin.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, name, command, environment=None):
        """Starts a process, whose output is in a file of its name."""
        with open(self.log(name), "ab") as log:
            self.processes[name] = subprocess.Popen(
                command, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def log(self, name):
        return os.path.join(self.folder, f"{name}.log")

    def kill(self, name, number=signal.SIGKILL):
        """Sends a signal; waits for the end, unless the signal only stops the process."""
        self.processes[name].send_signal(number)
        if number not in (signal.SIGSTOP, signal.SIGCONT):
            self.processes[name].wait()

    def start_server(self, index):
        """Starts a server of the fleet, with a separate folder for its cache."""
        name = f"server{index}"
        self.run(name, [self.binary, "--port", str(self.ports[index]), "--allow-loopback", "--workers", "4",
                        "--allow", f"http://{HOST}:{self.origin.port}/",
                        "--metrics", f"{HOST}:{self.metrics_ports[index]}",
                        "--cache", os.path.join(self.folder, name)], self.environment)

    def start(self):
        """Starts the servers and waits until they are ready."""
        for index in range(len(self.ports)):
            self.start_server(index)
        for index in range(len(self.ports)):
            self.wait_for(f"server{index}", lambda: self.is_ready(index))

    def wait_for(self, name, condition):
        if not eventually(condition, 30):
            with open(self.log(name), errors="replace") as log:
                raise SystemExit(f"{name} did not start: {log.read()[-600:]}")

    def is_ready(self, index):
        try:
            with urllib.request.urlopen(f"http://{HOST}:{self.ports[index]}/ready", timeout=1) as answer:
                return answer.status == 200
        except OSError:
            return False

    def decodes(self):
        """Returns the number of pictures that the servers have decoded since they started."""
        total = 0
        for port in self.metrics_ports:
            with urllib.request.urlopen(f"http://{HOST}:{port}/metrics", timeout=5) as answer:
                text = answer.read().decode()
            found = re.search(r'span_duration_seconds_count\{[^}]*"decode"[^}]*\} (\d+)', text)
            total += int(found[1]) if found else 0
        return total

    def with_ports(self, text):
        """Returns a file of Deployment with the ports of the servers, and no other server."""
        for number, port in enumerate(self.ports, 1):
            text = text.replace(f"10.0.0.{number}:8080", f"{HOST}:{port}")
        return re.sub(r".*server .*10\.0\.0\..*\n", "", text)

    def start_nginx(self, caches=True):
        """Starts nginx with Deployment/nginx-fleet.conf, with the ports and folders of this run."""
        with open(os.path.join(ROOT, "Deployment", "nginx-fleet.conf")) as file:
            text = file.read()
        text = self.with_ports(text)
        text = text.replace("/var/cache/nginx-fleet", os.path.join(self.folder, "cache"))
        text = text.replace("listen 80;", f"listen {HOST}:{self.front} backlog=1024;")
        if not caches:
            text = re.sub(r"proxy_cache fleet;", "proxy_cache off;", text)
        with open(os.path.join(self.folder, "fleet.conf"), "w") as file:
            file.write(text)
        path = os.path.join(self.folder, "nginx.conf")
        with open(path, "w") as file:
            file.write(f"daemon off; worker_processes 1; pid {self.folder}/nginx.pid; error_log {self.log('nginx')};\n"
                       f"events {{ worker_connections 2048; }}\n"
                       f"http {{ access_log off; include {self.folder}/fleet.conf; }}\n")
        self.run("nginx", ["nginx", "-c", path])
        self.wait_for("nginx", lambda: is_open(self.front))

    def start_haproxy(self):
        """Starts haproxy with Deployment/haproxy-fleet.cfg, with the ports of this run."""
        with open(os.path.join(ROOT, "Deployment", "haproxy-fleet.cfg")) as file:
            text = file.read()
        text = self.with_ports(text)
        text = text.replace("bind :80", f"bind {HOST}:{self.other}")
        path = os.path.join(self.folder, "haproxy.cfg")
        with open(path, "w") as file:
            file.write(text)
        self.run("haproxy", ["haproxy", "-db", "-f", path])
        self.wait_for("haproxy", lambda: is_open(self.other))

    def start_redis(self, *options):
        """Starts a Redis without persistence."""
        self.run("redis", ["redis-server", "--bind", HOST, "--port", str(self.redis_port), "--save", "",
                           "--appendonly", "no", *options])
        self.wait_for("redis", lambda: is_open(self.redis_port))

    def picture(self, name, side=40, format="jpeg"):
        """Returns the target of a picture; each name is a separate source. Without a format `Accept` chooses."""
        end = f";format={format}" if format else ""
        return f"/v1/-/-/size=fit:{side}x{end}/plain/http://{HOST}:{self.origin.port}/{name}"

    def get(self, target, port=None, headers=None, timeout=30):
        """Returns status, fields and body; status 0 without an answer."""
        connection = http.client.HTTPConnection(HOST, port or self.front, timeout=timeout)
        try:
            connection.request("GET", target, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return 0, {}, b""
        finally:
            connection.close()
