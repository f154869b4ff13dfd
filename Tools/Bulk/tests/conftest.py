import os
import shutil
import subprocess
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
def bucket():
    """The variables of AWS for a store on this machine, moto's, with the bucket `pictures`."""
    python = Path(os.environ.get("WEBIMAGE_MOTO", ROOT / ".build/moto"), "bin/python")
    if not python.exists():
        pytest.skip("there is no moto (scripts/bootstrap test)")
    server = subprocess.Popen([str(python), "-c", MOTO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{int(server.stdout.readline())}", "AWS_REGION": "us-east-1",
           "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_EC2_METADATA_DISABLED": "true"}
    server.kill()
    server.wait()


MOTO = """
import boto3, sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1", aws_access_key_id="test",
             aws_secret_access_key="test").create_bucket(Bucket="pictures")
print(port, flush=True)
sys.stdin.read()
"""


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
