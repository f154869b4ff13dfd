import os
import shutil
import sys
from pathlib import Path

import pytest

from origin import Origin

ROOT = Path(__file__).resolve().parents[3]
BUILT = [ROOT / "Tools/.build/release/webimage", ROOT / ".build/tests/release/webimage"]


@pytest.fixture(scope="session")
def command():
    """The path of the command; a test is skipped without one."""
    for path in [os.environ.get("WEBIMAGE"), *BUILT]:
        if path and shutil.which(path):
            return str(path)
    pytest.skip("webimage is not built (scripts/check tool), and $WEBIMAGE names none")


@pytest.fixture(scope="session")
def origin():
    origin = Origin()
    yield origin
    origin.shutdown()


@pytest.fixture(scope="session")
def spark():
    pytest.importorskip("pyspark")
    if not shutil.which("java"):
        pytest.skip("there is no Java (scripts/bootstrap bulk)")
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2, 10]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    yield spark
    spark.stop()


@pytest.fixture
def fake(tmp_path):
    """Makes a command of a Python text, which has `entries`, `answer(line, …)` and `picture(line)`."""

    def make(body):
        path = tmp_path / "fake"
        path.write_text(f"#!{sys.executable}\n" + FAKE + body)
        path.chmod(0o755)
        return str(path)

    return make


FAKE = '''
import json, os, signal, sys, time
entries = [entry for entry in sys.stdin.buffer.read().split(b"\\0")][:-1]
os.makedirs("out", exist_ok=True)
def answer(line, **members):
    print(json.dumps({"source": None, "index": line, "line": line} | members), flush=True)
def failed(line, reason):
    answer(line, error={"stage": "load", "reason": reason, "status": None})
def picture(line, data=b"x"):
    name = f"out/{line}.webp"
    open(name, "wb").write(data)
    answer(line, output=name, format="webp", width=1, height=1, source_width=2, source_height=2, truncated=False)
'''
