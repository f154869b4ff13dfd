"""The embedded origin: pictures of any number, made when they are asked for.

    python tests/origin.py --count 1000 --list urls.txt

serves until its standard input ends. `/7.png` is a picture, `/7.missing` a 404, `/7.late` a 404 with a picture and
`ErrorCode: 100`, `/7.broken` no picture, and `/7.poison` one that ends its decoder: an SVG that takes more processor time than a decoder has.
"""

import argparse
import struct
import sys
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WIDTH, HEIGHT = 240, 180
RAMP = bytes(x * y % 251 for y in range(HEIGHT) for x in range(3 * WIDTH))


def png(number):
    """Returns a picture in the colours of a number; no two numbers have the same."""
    table = bytes((value + number * 7) % 256 for value in range(256))
    pixels = RAMP.translate(table)
    rows = b"".join(
        b"\0" + pixels[y * 3 * WIDTH:(y + 1) * 3 * WIDTH - 4] + struct.pack(">I", number) for y in range(HEIGHT))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks)


FILTER = "<filter id='f'><feTurbulence numOctaves='200'/><feTurbulence numOctaves='200' baseFrequency='.9'/></filter>"
POISON = ("<svg xmlns='http://www.w3.org/2000/svg' width='3000' height='3000'>" + FILTER
          + "<rect width='3000' height='3000' filter='url(#f)'/>" * 20 + "</svg>").encode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        number, _, kind = self.path.strip("/").partition(".")
        if kind == "missing":
            return self.answer(404, b"gone")
        if kind == "late":
            return self.answer(404, png(int(number)), ("ErrorCode", "100"))
        self.answer(200, png(int(number)) if kind == "png" else POISON if kind == "poison" else b"?")

    def answer(self, status, body, *fields):
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


class Origin(ThreadingHTTPServer):
    """An origin on a port of 127.0.0.1; serves in threads until it is closed."""

    request_queue_size = 128

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *words):
        """Tells nothing of clients that were killed."""

    def url(self, path):
        return f"http://127.0.0.1:{self.server_port}/{path}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--list", required=True, help="the file that gets the URLs")
    options = parser.parse_args()
    origin = Origin(options.port)
    with open(options.list, "w") as listed:
        listed.writelines(origin.url(f"{number}.png") + "\n" for number in range(options.count))
    print(origin.server_port, flush=True)
    sys.stdin.read()
