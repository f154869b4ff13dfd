"""The usual job from the shell: a list or a Parquet file in, Parquet or tar shards out."""

import argparse
import contextlib
import glob
import json
import os
import subprocess
import sys
import time

from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession, functions as f

from . import register, transform
from .webdataset import clean

CONFIGURATION = {
    # A killed executor or command costs a task a try, and lost shuffle files cost a stage one.
    "spark.task.maxFailures": "1000",
    "spark.stage.maxConsecutiveAttempts": "1000",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


def parsed(words):
    parser = argparse.ArgumentParser(
        prog="webimage-bulk", description=__doc__, allow_abbrev=False,
        epilog="All other arguments go to 'webimage get', such as --size 256x256 --format webp.")
    add = parser.add_argument
    add("list", help="a text file of URLs, one a line, or one of Parquet (.parquet)")
    add("out", help="a folder, or with --tars also s3://bucket/folder")
    add("--tars", action="store_true", help="write tar shards with JSON, not Parquet")
    add("--column", default="url", help="the column of URLs of a Parquet file, or of the keys of --binary")
    add("--binary", help="the column of encoded pictures, used in place of URLs")
    add("--exif", action="store_true", help="add the fields of EXIF")
    add("--by-host", action="store_true", help="load from one host in one task alone")
    add("--per-task", type=int, default=500, help="pictures in a task (500)")
    add("--round", type=int, default=100_000, help="pictures between two commits (100000)")
    add("--command", default=os.environ.get("WEBIMAGE", "webimage"), help="the command, on every machine")
    add("--patience", type=float, default=300, help="seconds without an answer (300)")
    add("--master", default="local[2, 1000]", help="the master of Spark (local[2], 1000 tries of a task)")
    add("--conf", action="append", default=[], metavar="K=V", help="a setting of Spark")
    return parser.parse_known_args(words)


def absolute(words):
    """Returns the arguments of the command with the path of `--rules` from here; tasks run in other folders."""
    found, is_path = [], False
    for word in words:
        name, joined, value = word.partition("=")
        found.append(os.path.abspath(word) if is_path else
                     f"{name}={os.path.abspath(value)}" if joined and name == "--rules" else word)
        is_path = word == "--rules"
    return found


def session(options):
    if options.master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    rows = min(options.per_task, 64) if options.binary else options.per_task
    settings = CONFIGURATION | {"spark.sql.execution.arrow.maxRecordsPerBatch": str(rows)}
    builder = SparkSession.builder.appName("webimage-bulk").master(options.master)
    for name, value in (settings | dict(text.split("=", 1) for text in options.conf)).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def listed(spark, options):
    """Returns the rows of the list, each source once."""
    if options.list.rstrip("/").endswith(".parquet"):
        return spark.read.parquet(options.list).dropDuplicates([options.column])
    rows = spark.read.text(options.list).selectExpr(f"trim(value) as `{options.column}`")
    return rows.where(f"`{options.column}` != '' and `{options.column}` not like '#%'").distinct()


def done(spark, options):
    """Returns the rows that are there, without the bytes; None if there are none."""
    if options.tars:
        return spark.read.format("webdataset").load(options.out) if clean(options.out) else None
    try:
        return spark.read.parquet(options.out).drop("bytes")
    except AnalysisException:  # There is no such folder, or no file in it.
        return None


def missing(path):
    print(f"webimage-bulk: there is no list {path}", file=sys.stderr)
    sys.exit(66)


def run(spark, options, words):
    """Makes what is missing, a round after the other; each is committed as a whole. Returns the number of rows."""
    register(spark)
    try:
        column, todo = options.column, listed(spark, options)
    except AnalysisException as error:
        if error.getCondition() != "PATH_NOT_FOUND":
            raise
        missing(options.list)
    if (old := done(spark, options)) is not None:
        todo = todo.join(old.select(column), column, "left_anti")
    count = todo.count()
    rounds = -(-count // options.round)
    key = f.regexp_extract(column, "^[a-zA-Z]+://([^/?#]*)", 1) if options.by_host else f.col(column)
    given = {name: None for name in ("sandbox", "timeout") if any(w.split("=")[0] == f"--{name}" for w in words)}
    for number in range(rounds):
        part = todo.where(f.pmod(f.xxhash64(column), f.lit(rounds)) == number)
        part = part.repartition(-(-count // rounds // options.per_task), key)
        writer = transform(
            part, column, binary=options.binary, exif=options.exif, command=options.command,
            patience=options.patience, words=words, **given).write.mode("append")
        writer.format("webdataset").save(options.out) if options.tars else writer.parquet(options.out)
        print(f"webimage-bulk: round {number + 1} of {rounds} is committed", file=sys.stderr, flush=True)
    return count


def main(words=None):
    options, words = parsed(words)
    words = absolute(words)
    if "://" not in options.list and not glob.glob(options.list):
        missing(options.list)
    # Spark would try a task with a wrong option a thousand times.
    with contextlib.suppress(FileNotFoundError):
        status = subprocess.run([options.command, "get", "-i", "-", "--json", "-o", "./", *words], stdin=subprocess.DEVNULL).returncode
        if status:
            sys.exit(status)
    start = time.monotonic()
    spark = session(options)
    spark.sparkContext.setLogLevel("ERROR")
    count = run(spark, options, words)
    found = done(spark, options)
    states = found.groupBy("status").count().collect() if found is not None else []
    print(json.dumps({"made": count, "seconds": round(time.monotonic() - start, 1),
                      "all": {row["status"]: row["count"] for row in states}}))
    spark.stop()


if __name__ == "__main__":
    main()
