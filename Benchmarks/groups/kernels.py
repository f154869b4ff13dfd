"""Resampling, blur, rotation and changes of colours of 12 megapixels in memory, next to pyvips and Pillow."""
from runner.programs import OURS, SCRATCH, contest

BOTH, VIPS = ["pyvips", "Pillow"], ["pyvips"]
KERNELS = [
    ("resize", 1000, BOTH), ("blur", 5, BOTH), ("blur", 20, BOTH), ("rotate", 90, BOTH), ("rotate", 30, BOTH),
    ("sharpen", 1, VIPS), ("brightness", 20, VIPS), ("contrast", 1.5, VIPS), ("saturation", 0.5, VIPS),
    ("sepia", 1, VIPS), ("tint", 0, VIPS), ("pixelate", 12, VIPS), ("trim", 10, VIPS), ("background", 0, VIPS),
    ("composite", 0.5, VIPS), ("tiles", 0.5, VIPS),
]


def measure(report):
    from Peers import judge

    for operation, number, peers in KERNELS:
        # pyvips comes first, and the others are compared with its result.
        entries = contest(
            report, f"{operation} {number}, 12 megapixels of BGRA", operation, "12mp.png", number, "png",
            ["pyvips", OURS, *peers[1:]], "PSNR to pyvips",
            lambda _, result: judge.agreement(SCRATCH / f"{operation}-pyvips.png", result))
        for peer in peers:
            report.verdict(f"CPU / {peer}", entries[OURS].ratio(entries[peer]), "≤ 1")
