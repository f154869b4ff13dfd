"""The function under Spark, the sink of tar shards, and the script."""

import glob
import json
import os
import signal
import subprocess
import sys
import tarfile
import threading
from pathlib import Path

import pyarrow.parquet
import pytest

import webimage_spark
from webimage_spark import webdataset

OPTIONS = dict(size="60x", format="webp", sandbox="off")


def frame(spark, origin, names):
    return spark.createDataFrame([(origin.url(name), name) for name in names], ["url", "name"])


def test_a_frame_gets_the_columns_of_results(spark, origin, command):
    names = [f"{number}.png" for number in range(20)] + ["7.missing"]
    df = webimage_spark.transform(frame(spark, origin, names), command=command, **OPTIONS)
    assert df.columns == ["url", "name", *webimage_spark.worker.FIELDS]
    found = {row["name"]: row for row in df.collect()}
    assert sorted(found) == sorted(names)
    assert {row["status"] for row in found.values()} == {"ok", "load"}
    assert found["3.png"]["width"] == 60


def test_pictures_of_a_column(spark, origin, command):
    import origin as pictures

    df = spark.createDataFrame([(n, pictures.png(n)) for n in range(5)], ["id", "data"])
    found = webimage_spark.transform(df, binary="data", exif=True, command=command, **OPTIONS).collect()
    assert sorted(row["id"] for row in found) == list(range(5))
    assert all(row["status"] == "ok" and row["exif"] == "{}" for row in found)


def test_a_command_that_is_killed_costs_a_try(spark, origin, command, tmp_path):
    slow = tmp_path / "slow"
    slow.write_text(f'#!/bin/sh\n[ -e {tmp_path}/tried ] || {{ touch {tmp_path}/tried; kill -9 $$; }}\nexec {command} "$@"\n')
    slow.chmod(0o755)
    df = frame(spark, origin, [f"{number}.png" for number in range(9)]).repartition(3)
    found = webimage_spark.transform(df, command=str(slow), **OPTIONS).collect()
    assert sorted(row["name"] for row in found) == sorted(f"{number}.png" for number in range(9))


def test_columns_of_results_are_refused(spark):
    df = spark.createDataFrame([("http://h/a", 1)], ["url", "width"])
    with pytest.raises(ValueError, match="width"):
        webimage_spark.transform(df)


def test_tar_shards_are_published_by_the_commit(spark, origin, command, tmp_path):
    webimage_spark.register(spark)
    names = [f"{number}.png" for number in range(12)] + ["1.missing"]
    out = f"{tmp_path}/tars"
    for part in (names[:6], names[6:]):
        df = webimage_spark.transform(frame(spark, origin, part).repartition(2), command=command, **OPTIONS)
        df.write.format("webdataset").mode("append").save(out)
    assert not Path(out, "_temporary").exists()
    # What a commit that was cut off has moved, and no manifest names; and files of others.
    for name in ("0123456789ab-00000.tar", "photos-2019.tar", "part-0.parquet"):
        Path(out, name).write_bytes(b"")
    listed = spark.read.format("webdataset").load(out).collect()
    assert sorted(row["name"] for row in listed) == sorted(names)
    assert Path(out, "0123456789ab-00000.tar").exists()
    webdataset.clean(out)
    assert not Path(out, "0123456789ab-00000.tar").exists()
    for name in ("photos-2019.tar", "part-0.parquet"):
        Path(out, name).unlink()
    keys = {row["key"]: row for row in listed}
    seen = []
    for path in glob.glob(f"{out}/*.tar"):
        with tarfile.open(path) as tar:
            for member in tar:
                key, kind = member.name.split(".")
                data = tar.extractfile(member).read()
                if kind == "json":
                    seen.append(json.loads(data)["name"])
                else:
                    assert kind == "webp" and len(data) and keys[key]["status"] == "ok"
    assert sorted(seen) == sorted(names[:-1])


def test_overwriting_leaves_files_of_others(spark, origin, command, tmp_path):
    webimage_spark.register(spark)
    out = tmp_path / "tars"
    for names in (["1.png", "2.png"], ["3.png"]):
        df = webimage_spark.transform(frame(spark, origin, names), command=command, **OPTIONS)
        df.write.format("webdataset").mode("overwrite").save(str(out))
        (out / "photos-2019.tar").write_bytes(b"")
    assert [row["name"] for row in spark.read.format("webdataset").load(str(out)).collect()] == ["3.png"]
    assert len(list(out.glob("*.parquet"))) == 1 and (out / "photos-2019.tar").exists()


def test_a_task_that_fails_publishes_nothing(tmp_path):
    writer = webdataset.Writer(f"file://{tmp_path}/tars", overwrite=False)
    with pytest.raises(KeyError):
        writer.write(iter([pyarrow.record_batch({"url": ["a"]})]))
    assert glob.glob(f"{tmp_path}/tars/*.tar") == []
    writer.abort([])
    assert glob.glob(f"{tmp_path}/tars/*") == []


def script(*words, **more):
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1]), "SPARK_LOCAL_IP": "127.0.0.1"}
    return subprocess.Popen(
        [sys.executable, "-m", "webimage_spark", *map(str, words)], env=environment | more.pop("env", {}), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def test_a_wrong_option_ends_the_run_at_once(command, tmp_path):
    (tmp_path / "list").write_text("http://127.0.0.1:9/a.png\n")
    run = script(tmp_path / "list", tmp_path / "out", "--command", command, "--sise", "60x")
    assert "did you mean '--size'" in run.communicate(timeout=60)[1]
    assert run.returncode == 64


def test_a_list_that_is_missing_is_one_line(command, tmp_path):
    for path in (tmp_path / "none.txt", f"file://{tmp_path}/none.parquet"):
        run = script(path, tmp_path / "out", "--command", command)
        errors = run.communicate(timeout=120)[1]
        assert run.returncode == 66 and "Traceback" not in errors
        assert errors.splitlines()[-1] == f"webimage-bulk: there is no list {path}"


def test_shards_in_a_bucket(origin, command, bucket, tmp_path):
    (tmp_path / "list").write_text("".join(origin.url(f"{number}.png") + "\n" for number in range(9)))
    words = [tmp_path / "list", "s3://pictures/small", "--tars", "--per-task", 4, "--command", command, "--size", "60x"]
    for made in (9, 0):
        text, errors = (run := script(*words, env=bucket)).communicate(timeout=300)
        assert run.returncode == 0, errors
        assert (told := json.loads(text))["made"] == made and told["all"] == {"ok": 9}


@pytest.mark.parametrize("tars", [False, True])
def test_a_run_that_was_stopped_makes_only_what_is_missing(origin, command, tmp_path, tars):
    listed, out = tmp_path / "list", tmp_path / "out"
    names = [f"{number}.png" for number in range(60)] + ["1.missing"]
    listed.write_text("# pictures\n" + "".join(origin.url(name) + "\n" for name in names + names[:5]))
    # Tar shards also go to a relative folder.
    words = [listed, "out" if tars else out, *(["--tars"] if tars else []), "--round", 16, "--per-task", 4,
             "--command", command, "--size", "60x", "--format", "webp", "--sandbox=off"]
    run = script(*words, cwd=tmp_path)
    for text in run.stderr:
        if "round 2 of 4" in text:
            break
    run.send_signal(signal.SIGKILL)
    threading.Thread(target=run.communicate, daemon=True).start()
    run.wait()
    before = {path: path.read_bytes() for path in out.glob("*.parquet")}
    again = script(*words, cwd=tmp_path)
    text, errors = again.communicate(timeout=300)
    assert again.returncode == 0, errors
    told = json.loads(text)
    assert told["all"] == {"ok": 60, "load": 1}
    assert 0 < told["made"] < 61
    assert all(path.read_bytes() == data for path, data in before.items())
    third = script(*words, cwd=tmp_path)
    assert json.loads(third.communicate(timeout=300)[0])["made"] == 0
