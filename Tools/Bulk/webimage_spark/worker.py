"""Makes the pictures of one batch with the command `webimage`, without Spark or any other engine."""

import contextlib
import hashlib
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

# The columns of a result and their types, in pyarrow's names.
FIELDS = {
    "bytes": "binary", "status": "string", "reason": "string", "http_status": "int32", "fallback": "int32",
    "source_width": "int32", "source_height": "int32", "width": "int32", "height": "int32",
    "format": "string", "truncated": "bool", "request": "string", "sha256": "string"}
# A column of URLs may come from strangers, and must not name files of the machine that reads it.
URL = re.compile(r"(https?://|s3://|data:)[^\0]+", re.IGNORECASE | re.DOTALL)
# The arguments that `made` gives itself.
OWN = {"-i", "-0", "-o", "-r", "-q", "--input-list", "--null", "--output", "--json", "--name", "--quiet",
       "--cache-dir", "--no-cache", "--recursive", "--dry-run"}
# The arguments that are about the loading of a source, with a value and without: `info` of its bytes needs them, too.
LOADING = {"-H", "--header", "-u", "--user", "-A", "--user-agent", "--cookies", "--cacert", "--cert", "--key", "--proxy",
           "--retry", "--per-host", "--timeout", "--reject-header", "--accept-status", "--accept-type", "--two-step",
           "--two-step-field", "--two-step-header", "--rules"}
SWITCHES = {"--insecure", "--last-come-first"}


class CommandEnded(Exception):
    """The command ended before each line had its answer; the engine is to run the batch again."""


@dataclass(frozen=True)
class Job:
    """What is made of each picture: `arguments` go to `webimage get`, such as `--size 256x`."""

    arguments: tuple = ()
    url: str = "url"  # the column of URLs
    binary: str | None = None  # the column of encoded pictures, in place of URLs
    exif: bool = False  # adds the column `exif`: a JSON object of the fields
    command: str = "webimage"
    patience: float = 300  # seconds without an answer, after which the command is ended
    piece: int = 32 << 20  # bytes of pictures in a batch of results, about

    def __post_init__(self):
        if own := {word.split("=")[0] for word in self.arguments} & OWN:
            raise ValueError(f"made() gives these arguments itself: {' '.join(sorted(own))}")

    @property
    def fields(self):
        return FIELDS | ({"exif": "string"} if self.exif else {})


def made(batch, job):
    """Yields the rows of a batch (or a table, as Ray's `map_batches` has it) with their results, in any order.

    Writes into its own temporary folder alone, so that it may run any number of times. Raises
    CommandEnded if the command was killed or gave no answers: an error of the batch, not of a picture.
    """
    kept = batch.drop_columns([job.binary]) if job.binary else batch
    with scratch() as folder:
        for piece in pieces(results(batch, folder, job), job.piece):
            taken = kept.take(pa.array([row for row, _ in piece], pa.int64()))
            columns = {field.name: taken.column(field.name) for field in kept.schema}
            for name, kind in job.fields.items():
                values = [result.get(name) for _, result in piece]
                columns[name] = pa.array(values, pa.type_for_alias(kind))
            kind = pa.Table if isinstance(batch, pa.Table) else pa.RecordBatch
            yield kind.from_pydict(columns)


def results(batch, folder, job):
    """Yields each row of a batch and its result; equal sources are one line of the command's list."""
    rows = {}
    for row, value in enumerate(batch.column(job.binary or job.url)):
        value = value.as_py()
        if job.binary and value:
            (folder / f"source-{row}").write_bytes(value)
            rows[f"source-{row}"] = [row]
        elif value and URL.fullmatch(value.strip()) and len(value.encode()) < 1 << 16:
            rows.setdefault(value.strip(), []).append(row)
        else:
            yield row, {"status": "list", "reason": "no URL of http, https, s3 or data" if value else "empty"}
    cache = ["--cache-dir", "cache"] if job.exif else ["--no-cache"]
    words = [job.command, "get", "-o", "out/", "--name", "{digest}", *cache, *job.arguments]
    entries, exif = list(rows), {}
    answers = answered(words, entries, folder, job.patience)
    if job.exif:
        # The cache has the bytes by now.
        answers = list(answers)
        infos = answered([job.command, "info", *cache, *loading(job.arguments)], entries, folder, job.patience)
        exif = {line: json.dumps(info.get("exif", {})) for line, info in infos}
    for line, answer in answers:
        result = read(answer, folder) | {"exif": exif.get(line)}
        yield from ((row, result) for row in rows[entries[line - 1]])


def loading(arguments):
    """Returns those of the arguments that are about the loading of sources, with their values."""
    found, words = [], iter(arguments)
    for word in words:
        name, joined, _ = word.partition("=")
        if word in SWITCHES or joined and name in LOADING or word[:2] in LOADING and word[2:]:
            found.append(word)
        elif word in LOADING:
            found += [word, next(words, "")]
    return found


def read(answer, folder):
    """Returns the result of an answer, with the bytes of its file, which is removed."""
    if error := answer.get("error"):
        return {"status": error["stage"], "reason": error["reason"], "http_status": error["status"]}
    path = folder / answer["output"]
    data = path.read_bytes()
    path.unlink()
    known = {name: answer[name] for name in FIELDS if name in answer}
    digest = hashlib.sha256(data).hexdigest()
    return known | {"bytes": data, "status": "ok", "request": path.stem, "sha256": digest}


def pieces(results, limit):
    """Yields lists of results with about `limit` bytes of pictures."""
    piece, size = [], 0
    for row, result in results:
        piece.append((row, result))
        size += len(result.get("bytes") or b"")
        if size >= limit:
            yield piece
            piece, size = [], 0
    yield piece


def answered(words, entries, folder, patience):
    """Runs the command over entries; yields the number of each from 1, and its answer, as they come."""
    if not entries:
        return
    (folder / "list").write_bytes(b"".join(entry.encode() + b"\0" for entry in entries))
    seen = set()
    with open(folder / "list", "rb") as listed, open(folder / "errors", "w+b") as errors:
        process = subprocess.Popen(
            [*words, "-i", "-", "-0", "--json"], cwd=folder, stdin=listed, stdout=subprocess.PIPE, stderr=errors)
        try:
            for text in lines(process.stdout.fileno(), patience):
                answer = json.loads(text)
                if "line" in answer:
                    seen.add(answer["line"])
                    yield answer["line"], answer
            status = process.wait(patience)
        except (subprocess.TimeoutExpired, TimeoutError):
            status = f"no answer for {patience} s"
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        if status not in (0, 1) or len(seen) != len(entries):
            errors.seek(0)
            last = errors.read()[-500:].decode(errors="replace").strip()
            raise CommandEnded(f"webimage: {status}, {len(seen)} of {len(entries)} answers; {last}")


def lines(descriptor, patience):
    """Yields the complete lines of a pipe; one that is cut off by the end is none."""
    rest = b""
    while select.select([descriptor], [], [], patience)[0]:
        data = os.read(descriptor, 1 << 16)
        if not data:
            return
        *whole, rest = (rest + data).split(b"\n")
        yield from whole
    raise TimeoutError


@contextlib.contextmanager
def scratch():
    """Makes a temporary folder, and removes the ones of processes that were killed."""
    for old in Path(tempfile.gettempdir()).glob("webimage-spark-*-*"):
        if not Path("/proc", old.name.split("-")[2]).exists():
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"webimage-spark-{os.getpid()}-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
