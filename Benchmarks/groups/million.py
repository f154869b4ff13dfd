"""The disk cache of a million entries; takes minutes, only when named."""
from groups import caches


def measure(report):
    caches.grow(report, 1_000_000)
