"""The same function under Ray's `map_batches`, on one node."""

import functools

import pytest

from webimage_spark import Job, arguments, made

ray = pytest.importorskip("ray", reason="ray is not installed (Tools/Bulk/environment)")


def test_the_function_runs_under_ray(origin, command):
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    try:
        job = Job(arguments(dict(size="60x", format="webp", sandbox="off")), command=command)
        data = ray.data.from_items([{"url": origin.url(f"{number}.png")} for number in range(40)])
        data = data.map_batches(functools.partial(made, job=job), batch_format="pyarrow", batch_size=10)
        found = data.take_all()
        assert len({row["url"] for row in found}) == len(found) == 40
        assert {row["status"] for row in found} == {"ok"}
    finally:
        ray.shutdown()
