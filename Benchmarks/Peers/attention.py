"""Cuts pictures by the command and by libvips where attention finds a subject, and draws both cuts.

Run by Benchmarks/attention, which says how.
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy
from PIL import Image, ImageDraw

SHAPES = {"1:1": 1, "3:1": 3, "2:3": 2 / 3, "1:3": 1 / 3}
OURS, THEIRS, SUBJECT = (230, 30, 30), (30, 90, 255), (20, 160, 20)
PER_SHEET = 10
# A subject counts as kept if this share of what fits is inside.
KEPT = 0.8


def run(*arguments):
    subprocess.run([str(text) for text in arguments], check=True, stdout=subprocess.DEVNULL)


def part_size(size, ratio):
    """Returns the largest size of a ratio of sides in a picture."""
    width, height = size
    if width / height > ratio:
        return max(1, round(height * ratio)), height
    return width, max(1, round(width / ratio))


def place(part, whole):
    """Returns the left column and the top row of a part cut out of a picture."""
    height, width = part.shape[:2]
    # Every eighth pixel, of the nearest match: rounding may differ where a picture is transparent.
    some, best = part[::8, ::8].astype(int), None
    for top in range(whole.shape[0] - height + 1):
        for left in range(whole.shape[1] - width + 1):
            cut = whole[top : top + height : 8, left : left + width : 8]
            difference = numpy.abs(cut - some).mean()
            if best is None or difference < best[0]:
                best = difference, left, top
    if best[0] > 2:
        raise ValueError(f"the part is not in the picture: {best}")
    return best[1:]


def pixels(path):
    """Returns the pixels on white, so that colours of transparent ones do not count."""
    image = Image.open(path).convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    ground.alpha_composite(image)
    return numpy.asarray(ground.convert("RGB"))


def rects(command, picture, size, folder):
    """Returns our rectangle and that of libvips: left, top, width, height."""
    width, height = size
    whole = pixels(picture)
    ours, theirs = folder / "ours.png", folder / "theirs.png"
    run(command, "get", picture, "--no-cache", "--transform", f"crop({width}x{height},at:smart)", "-o", ours)
    run("vips", "smartcrop", picture, theirs, width, height, "--interesting", "attention")
    return [(*place(pixels(path), whole), width, height) for path in (ours, theirs)]


def share(rect, subject, size):
    """Returns the share of a subject inside of a rectangle, of the most that fits."""
    left, top, width, height = rect
    x0, y0, x1, y1 = (number * size[axis % 2] for axis, number in enumerate(subject))
    across = min(left + width, x1) - max(left, x0)
    down = min(top + height, y1) - max(top, y0)
    return max(across, 0) * max(down, 0) / (min(width, x1 - x0) * min(height, y1 - y0))


def draw(tile, subject, ours, theirs):
    image = Image.fromarray(pixels(tile))
    pen, line = ImageDraw.Draw(image), max(2, max(image.size) // 150)
    if subject:
        corners = [number * image.size[axis % 2] for axis, number in enumerate(subject)]
        pen.rectangle(corners, outline=SUBJECT, width=max(1, line // 2))
    for index, ((left, top, width, height), color) in enumerate(((theirs, THEIRS), (ours, OURS))):
        inset = line * (1 - index)
        pen.rectangle(
            (left + inset, top + inset, left + width - 1 - inset, top + height - 1 - inset),
            outline=color, width=line)
    image.thumbnail((300, 300))
    return image


def sheet(path, rows):
    """Draws up to ten pictures with their rectangles: ours red, libvips' blue, the subject green."""
    whole = Image.new("RGB", (5 * 310, 2 * 325), "white")
    for index, (title, image) in enumerate(rows):
        x, y = index % 5 * 310, index // 5 * 325
        whole.paste(image, (x, y + 15))
        ImageDraw.Draw(whole).text((x, y + 1), title, fill="black")
    whole.save(path)


def subjects(path):
    """Reads lines of a picture's path, left, top, right, bottom: shares of its sides, or nothing."""
    with open(path) as file:
        for row in csv.reader(file):
            if row and not row[0].startswith("#"):
                yield Path(row[0]), tuple(float(text) for text in row[1:5])


def main(command, listed, output):
    output = Path(output)
    output.mkdir(parents=True, exist_ok=True)
    tiles, table = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, (path, subject) in enumerate(subjects(listed)):
            picture = folder / f"{number}.png"
            run(command, "get", path, "--no-cache", "--size", "1600x1600", "--icc", "srgb",
                "--strip", "all", "-o", picture)
            size = Image.open(picture).size
            sizes = {shape: part_size(size, ratio) for shape, ratio in SHAPES.items()}
            cuts = [s for s, (w, h) in sizes.items() if w * h <= 0.85 * size[0] * size[1]]
            for shape in cuts:
                ours, theirs = rects(command, picture, sizes[shape], folder)
                shares = [share(rect, subject, size) if subject else None for rect in (ours, theirs)]
                table.append((path, shape, *shares))
                # One shape of each picture is drawn, in turn.
                if shape == cuts[number % len(cuts)]:
                    tiles.append((f"{number:02} {path.stem[:26]} {shape}",
                                  draw(picture, subject, ours, theirs)))
    for start in range(0, len(tiles), PER_SHEET):
        sheet(output / f"sheet{start // PER_SHEET:02}.png", tiles[start : start + PER_SHEET])
    report(table, output / "table.csv")


def report(table, path):
    with open(path, "w") as file:
        writer = csv.writer(file)
        writer.writerow(("picture", "shape", "ours", "libvips"))
        writer.writerows(table)
    known = [row for row in table if row[2] is not None]
    print(f"{len({row[0] for row in table})} pictures, {len(table)} cuts")
    for name, column in (("ours", 2), ("libvips", 3)) if known else ():
        values = [row[column] for row in known]
        kept = sum(value >= KEPT for value in values)
        print(f"{name:8} kept {kept} of {len(values)} ({kept / len(values):.0%}), "
              f"mean share {sum(values) / len(values):.3f}")


main(*sys.argv[1:])
