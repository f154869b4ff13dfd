"""The function around the command, with commands that keep its promises and that break them."""

import os
import tempfile
from pathlib import Path

import pyarrow as pa
import pytest

from webimage_spark import CommandEnded, Job, arguments, made
from webimage_spark.worker import loading


def rows(batch, job):
    return [row for piece in made(batch, job) for row in piece.to_pylist()]


def urls(*paths):
    return pa.record_batch({"id": list(range(len(paths))), "url": list(paths)})


def test_each_row_has_one_result(fake):
    command = fake("[picture(n + 1, e) if b'good' in e else failed(n + 1, 'bad') for n, e in enumerate(entries)]; sys.exit(1)")
    batch = urls("http://h/good", "http://h/bad", None, "", "/etc/passwd", "http://h/good", "ftp://h/x", "http://h/a\0b",
                 "s3://bucket/good")
    found = sorted(rows(batch, Job(command=command)), key=lambda row: row["id"])
    assert [row["status"] for row in found] == ["ok", "load", "list", "list", "list", "ok", "list", "list", "ok"]
    assert found[0]["bytes"] == found[5]["bytes"] == b"http://h/good"
    assert found[1]["reason"] == "bad"
    assert found[0]["sha256"] and found[0]["request"] == "1"


def test_results_come_in_pieces(fake):
    command = fake("[picture(n + 1, bytes(1000)) for n in range(len(entries))]")
    pieces = list(made(urls(*(f"http://h/{n}" for n in range(10))), Job(command=command, piece=3000)))
    assert [piece.num_rows for piece in pieces] == [3, 3, 3, 1]


@pytest.mark.parametrize("body", [
    "picture(1); os.kill(os.getpid(), signal.SIGKILL)",
    "picture(1); sys.exit(0)",
    "[picture(n + 1) for n in range(len(entries))]; sys.exit(74)",
    "print('{\"line\": 1', end=''); sys.exit(0)",
    "sys.exit(64)",
])
def test_a_command_that_breaks_its_promise_throws_the_batch_back(fake, body):
    with pytest.raises(CommandEnded):
        rows(urls("http://h/a", "http://h/b"), Job(command=fake(body)))


def test_a_command_that_answers_nothing_is_ended(fake):
    with pytest.raises(CommandEnded, match="no answer for 0.5 s"):
        rows(urls("http://h/a"), Job(command=fake("time.sleep(60)"), patience=0.5))


def test_nothing_is_left_behind(fake, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "t"))
    dead = tmp_path / "t" / "webimage-spark-4194305-x"
    dead.mkdir(parents=True)
    rows(urls("http://h/a"), Job(command=fake("picture(1)")))
    with pytest.raises(CommandEnded):
        rows(urls("http://h/a"), Job(command=fake("sys.exit(3)")))
    assert os.listdir(tmp_path / "t") == []


def test_pictures_of_a_column_are_sources(fake):
    command = fake("[picture(n + 1, open(e, 'rb').read()) for n, e in enumerate(entries)]")
    batch = pa.record_batch({"id": [1, 2, 3], "data": [b"one", None, b"one"]})
    found = rows(batch, Job(binary="data", command=command))
    assert [(row["id"], row["bytes"]) for row in sorted(found, key=lambda row: row["id"])] == [
        (1, b"one"), (2, None), (3, b"one")]
    assert "data" not in found[0]


def test_options_are_arguments():
    given = arguments({"size": "9x", "max_bytes": "1kB", "enlarge": True, "quality": None, "transform": ["a", "b"]})
    assert given == ("--size", "9x", "--max-bytes", "1kB", "--enlarge", "--transform", "a", "--transform", "b")
    with pytest.raises(ValueError, match="--name"):
        Job(("--name=x",))


def test_the_command_keeps_its_promises(command, origin):
    paths = [origin.url(path) for path in ("1.png", "2.png", "3.missing", "4.broken", "1.png")]
    job = Job(arguments(dict(size="60x", format="webp", sandbox="all")), command=command, exif=True)
    found = sorted(rows(urls(*paths), job), key=lambda row: row["id"])
    assert [row["status"] for row in found] == ["ok", "ok", "load", "decode", "ok"]
    assert found[0]["bytes"][:4] == b"RIFF" and found[0]["bytes"] == found[4]["bytes"]
    assert (found[0]["width"], found[0]["source_width"], found[0]["exif"]) == (60, 240, "{}")
    assert found[2]["http_status"] == 404 and found[0]["sha256"] != found[1]["sha256"]
    assert len(found[0]["request"]) == 64 and found[0]["request"] != found[1]["request"]


def test_the_arguments_of_loading_are_those_of_info():
    given = ["--size", "60x", "--reject-header", "ErrorCode: 100", "--accept-status=200-299,404", "-HA: b", "--insecure",
             "--quality", "80", "-A", "--size", "--two-step", "http://h/"]
    assert loading(given) == ["--reject-header", "ErrorCode: 100", "--accept-status=200-299,404", "-HA: b", "--insecure",
                              "-A", "--size", "--two-step", "http://h/"]


def test_an_accepted_status_is_one_of_exif_too(command, origin):
    batch = urls(origin.url("1.late"))
    assert rows(batch, Job(command=command))[0]["http_status"] == 404
    job = Job(arguments(dict(format="webp", accept_status="200-299,404")), command=command, exif=True)
    assert (rows(batch, job)[0]["status"], rows(batch, job)[0]["exif"]) == ("ok", "{}")
    rejected = rows(batch, Job(arguments(dict(accept_status="any", reject_header="ErrorCode: 100")), command=command))
    assert rejected[0]["status"] == "load" and "ErrorCode: 100 is rejected" in rejected[0]["reason"]


def test_a_table_gives_tables(fake):
    batch = pa.table({"url": ["http://h/a"]})
    assert isinstance(next(made(batch, Job(command=fake("picture(1)")))), pa.Table)
    assert Path(tempfile.gettempdir()).exists()


def test_a_fallback_is_told(command, origin):
    batch = urls(origin.url("3.missing"), origin.url("1.png"))
    found = rows(batch, Job(arguments(dict(fallback=[origin.url("2.png")])), command=command))
    assert [(row["status"], row["fallback"]) for row in sorted(found, key=lambda row: row["id"])] == [("ok", 1), ("ok", None)]
