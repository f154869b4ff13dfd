"""Bulk work with pictures: the command `webimage` over the rows of a Spark DataFrame."""

from . import worker
from .worker import CommandEnded, Job, made

__all__ = ["CommandEnded", "Job", "arguments", "made", "register", "transform"]


def arguments(options):
    """Returns the arguments of the command for Python's options: `max_bytes="100kB"` is `--max-bytes 100kB`.

    `True` stands for a flag, `False` and `None` for nothing, a list for an option that is given several times.
    """
    words = []
    for name, values in options.items():
        for value in values if isinstance(values, (list, tuple)) else [values]:
            if value is not None and value is not False:
                words += ["--" + name.replace("_", "-")] + ([] if value is True else [str(value)])
    return tuple(words)


def transform(df, url="url", *, binary=None, exif=False, command="webimage", patience=300, words=(), **options):
    """Returns the DataFrame with the columns of results (worker.FIELDS) after its own; lazy, as all of Spark.

    `binary` names a column of encoded pictures, which is used in place of URLs and left out of the result. The
    options are as in `webimage get` (size="256x256", format="webp", quality=80, fit="fill", timeout=30);
    `words` are further arguments as they are. Pictures are decoded in processes without rights, unless
    sandbox="on-demand" or "off" is given.
    """
    from pyspark import cloudpickle
    from pyspark.sql.types import StructType

    job = Job(arguments({"sandbox": "all", "timeout": 60} | options) + tuple(words), url, binary, exif, command, patience)
    kept = [field for field in df.schema.fields if field.name != binary]
    if clash := {field.name for field in kept} & set(job.fields):
        raise ValueError(f"columns of the results: {', '.join(sorted(clash))}; rename the source's")
    types = {"int32": "int", "bool": "boolean"}
    ddl = ", ".join(f"{name} {types.get(kind, kind)}" for name, kind in job.fields.items())
    # The code goes with each task, so that executors need no copy of it.
    cloudpickle.register_pickle_by_value(worker)
    return df.mapInArrow(
        lambda batches: (piece for batch in batches for piece in made(batch, job)),
        StructType(kept + StructType.fromDDL(ddl).fields))


def register(spark):
    """Makes `df.write.format("webdataset")` known to a session."""
    from pyspark import cloudpickle

    from . import webdataset

    cloudpickle.register_pickle_by_value(webdataset)
    spark.dataSource.register(webdataset.WebDataset)
