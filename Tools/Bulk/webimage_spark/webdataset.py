"""Tar shards with JSON, as WebDataset has them, in a folder or a bucket: a sink and a source of Spark.

    df.write.format("webdataset").mode("append").save("s3://bucket/pictures")

A task writes a shard under a separate name into `_temporary`. The commit of the job, which Spark calls once with the
shards of the tasks that count, moves these to their places and then writes `_manifests/RUN.json`, which publishes
them. Beside each shard is a Parquet file with all columns but the bytes, also of pictures that failed; it is what
`spark.read.format("webdataset")` reads.
"""

import contextlib
import io
import json
import os
import re
import tarfile
import uuid
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet
from pyspark.sql.datasource import (
    DataSource, DataSourceArrowWriter, DataSourceReader, InputPartition, WriterCommitMessage)

SHARD = re.compile(r"([0-9a-f]{12}-\d{5})\.(tar|parquet)")


@dataclass
class Shard(WriterCommitMessage):
    name: str
    rows: int


class WebDataset(DataSource):
    @classmethod
    def name(cls):
        return "webdataset"

    def schema(self):
        from pyspark.sql.pandas.types import from_arrow_schema

        fs, root = opened(self.options["path"])
        return from_arrow_schema(pa.parquet.read_schema(f"{root}/{published(fs, root)[0]}.parquet", filesystem=fs))

    def reader(self, schema):
        return Reader(self.options["path"])

    def writer(self, schema, overwrite):
        return Writer(self.options["path"], overwrite)


class Reader(DataSourceReader):
    def __init__(self, path):
        self.fs, self.root = opened(path)

    def partitions(self):
        return [InputPartition(name) for name in published(self.fs, self.root)]

    def read(self, partition):
        yield from pa.parquet.ParquetFile(f"{self.root}/{partition.value}.parquet", filesystem=self.fs).iter_batches()


class Writer(DataSourceArrowWriter):
    def __init__(self, path, overwrite):
        self.path, self.overwrite, self.run = path, overwrite, uuid.uuid4().hex[:12]

    def write(self, iterator):
        """Writes a shard of the rows of one task; nothing of it is seen until the commit."""
        fs, root = opened(self.path)
        name, tables = uuid.uuid4().hex, []
        temporary = f"{root}/_temporary/{self.run}"
        fs.create_dir(temporary)
        with fs.open_output_stream(f"{temporary}/{name}.tar") as sink, tarfile.open(fileobj=sink, mode="w|") as tar:
            for batch in iterator:
                keys = [f"{name[:12]}{len(tables):04}{row:06}" for row in range(batch.num_rows)]
                for key, row in zip(keys, batch.to_pylist()):
                    # A row that failed has no file.
                    if (picture := row.pop("bytes")) is not None:
                        for kind, data in ((row["format"], picture), ("json", json.dumps(row, default=str).encode())):
                            info = tarfile.TarInfo(f"{key}.{'jpg' if kind == 'jpeg' else kind}")
                            info.size = len(data)
                            tar.addfile(info, io.BytesIO(data))
                table = pa.Table.from_batches([batch]).drop_columns(["bytes"])
                tables.append(table.append_column("key", pa.array(keys, pa.string())))
        if tables:
            pa.parquet.write_table(pa.concat_tables(tables), f"{temporary}/{name}.parquet", filesystem=fs)
        return Shard(name, sum(table.num_rows for table in tables))

    def commit(self, messages):
        fs, root = opened(self.path)
        old = manifests(fs, root) if self.overwrite else []
        shards = {f"{self.run}-{number:05}": shard for number, shard in enumerate(filter(None, messages)) if shard.rows}
        for name, shard in shards.items():
            for kind in ("tar", "parquet"):
                fs.move(f"{root}/_temporary/{self.run}/{shard.name}.{kind}", f"{root}/{name}.{kind}")
        fs.create_dir(f"{root}/_manifests")
        with fs.open_output_stream(f"{root}/_manifests/{self.run}.tmp") as sink:
            sink.write(json.dumps({"shards": {name: shard.rows for name, shard in shards.items()}}).encode())
        fs.move(f"{root}/_manifests/{self.run}.tmp", f"{root}/_manifests/{self.run}.json")
        for path in old:
            fs.delete_file(path)
        if self.overwrite:
            clean(self.path)
        self.abort(messages)

    def abort(self, messages):
        """Removes what the tasks of this run wrote and no commit has moved."""
        fs, root = opened(self.path)
        fs.delete_dir_contents(f"{root}/_temporary/{self.run}", missing_dir_ok=True)
        for folder in (f"{root}/_temporary/{self.run}", f"{root}/_temporary"):
            with contextlib.suppress(OSError):  # There is none, as in some buckets.
                if not fs.get_file_info(pa.fs.FileSelector(folder)):
                    fs.delete_dir(folder)


def opened(path):
    """Returns the file system and the path in it of a folder, or of a URL such as s3://bucket/folder."""
    fs, root = pa.fs.FileSystem.from_uri(path if "://" in path else os.path.abspath(path))
    return fs, root.rstrip("/")


def manifests(fs, root):
    found = fs.get_file_info(pa.fs.FileSelector(f"{root}/_manifests", allow_not_found=True))
    return [file.path for file in found if file.extension == "json"]


def published(fs, root):
    """Returns the names of the shards that commits have published."""
    return [name for path in manifests(fs, root) for name in json.load(fs.open_input_file(path))["shards"]]


def clean(path):
    """Removes the shards of commits that were cut off, while no other job writes into the folder; returns the others."""
    fs, root = opened(path)
    names = published(fs, root)
    for file in fs.get_file_info(pa.fs.FileSelector(root, allow_not_found=True)):
        if (match := SHARD.fullmatch(file.base_name)) and match[1] not in names:
            fs.delete_file(file.path)
    return names
