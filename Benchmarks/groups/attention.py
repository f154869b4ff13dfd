"""A thumbnail cut where attention finds the subject, next to one cut in the middle, instructions by callgrind."""
from runner.figures import Entry
from runner.programs import SCRATCH, instructions, legible, picture, tool


def measure(report):
    program, path = legible(tool("webimage")), picture("12mp.jpg")

    def cut(place):
        words = [program, "get", path, "--no-cache", "--size", "427x320", "--transform", f"crop(320x320,at:{place})",
                 "-o", SCRATCH / "cut.jpg"]
        return Entry(place, [{"M instructions": instructions(*words) / 1e6}])

    smart, center = entries = cut("smart"), cut("center")
    report.section("a JPEG of 12 megapixels to 320x320, whole process", entries, ("M instructions",))
    report.verdict("instructions, smart / center", smart.ratio(center, "M instructions"), "≤ 1.15")
