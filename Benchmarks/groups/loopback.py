"""5,000 small JPEGs over HTTP, next to `curl --parallel`; the origin's own time isn't counted."""
import statistics
import subprocess

from runner.figures import CPU, race
from runner.programs import SCRATCH, Origin, build, cost, picture

COUNT = 5_000


def measure(report):
    path, listed = picture("small.jpg"), SCRATCH / "urls"
    report.versions["curl"] = subprocess.run(["curl", "--version"], check=True, text=True,
                                             stdout=subprocess.PIPE).stdout.split()[1]
    with Origin(path) as url:
        listed.write_text("".join(f'url = "{url}?n={n}"\noutput = "/dev/null"\n' for n in range(COUNT)))

        def ours(subject, wish):
            # The default concurrency of `curl --parallel`.
            return lambda: cost([build("bench"), "loads", subject, str(COUNT), "50", wish], COUNT)

        curl = ["curl", "--no-progress-meter", "--fail", "--parallel", "--config", listed]
        fetch, peer, both, decode = entries = race({
            "fetch": ours(url, "bytes"), "curl": lambda: cost(curl, COUNT),
            "fetch and thumbnail": ours(url, "thumbnail"), "thumbnail of bytes": ours(path, "thumbnail")})
    report.section("5,000 JPEGs of 480x360 from loopback, each", entries)
    report.verdict("CPU, fetch / curl", fetch.ratio(peer), "≤ 1.5")
    sums = [whole[CPU] / (one[CPU] + other[CPU])
            for whole, one, other in zip(both.rounds, fetch.rounds, decode.rounds)]
    report.verdict("CPU, fetch and thumbnail / sum of parts", statistics.median(sums) if sums else None, "≤ 1.1")
