"""Writes a peer's result to a file, once, after the clock stopped."""


def writer(target):
    def write(data):
        if target:
            with open(target, "wb") as file:
                file.write(data)

    return write
