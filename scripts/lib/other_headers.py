"""Checks the C targets and the Swift modules that import them with the headers of another release.

    python3 scripts/lib/other_headers.py HEADERS CACHE      after `swift build --build-tests` in .build/tests

HEADERS is a folder with `usr/include`. The commands are the build's, without what they write.
scripts/parts/other-headers calls it.
"""
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import time

headers, cache = sys.argv[1:]
tree = os.getcwd()
plan = tree + "/.build/tests/release.yaml"
# Their headers are the project's and the C library's alone.
OWN_TARGETS = {"CWebImageKernels", "CFiles", "CContentCoding", "COptionalLibrary"}
# Arguments that decide what is written, by the number of their values.
WRITTEN = {
    "-c": 0, "-emit-dependencies": 0, "-emit-module": 0, "-emit-module-path": 1, "-output-file-map": 1,
    "-whole-module-optimization": 0, "-num-threads": 1, "-serialize-diagnostics": 0, "-O": 0,
    "-parseable-output": 0, "-emit-objc-header": 0, "-emit-objc-header-path": 1, "-index-store-path": 1,
    "-module-cache-path": 1, "-o": 1, "-MD": 0, "-MT": 1, "-MF": 1,
}


def flags_of_libraries():
    """Returns what pkg-config of the other release says of the libraries that have such a file."""
    folders = glob.glob(headers + "/usr/lib/*/pkgconfig") + [headers + "/usr/share/pkgconfig"]
    variables = dict(os.environ, PKG_CONFIG_SYSROOT_DIR=headers, PKG_CONFIG_LIBDIR=":".join(folders))
    said = subprocess.run(
        ["pkg-config", "--cflags", "gtk4", "libwebp", "lcms2"], env=variables, check=True,
        stdout=subprocess.PIPE, text=True)
    return said.stdout.split()


def commands():
    """Returns the arguments of the build's commands, by the names of their modules and C files."""
    found = {}
    with open(plan) as file:
        for line in file:
            if not line.startswith('    args: ["'):
                continue
            arguments = json.loads(line.split(":", 1)[1])
            if "-module-name" in arguments and "-emit-module" in arguments:
                found[arguments[arguments.index("-module-name") + 1]] = arguments
            elif "-c" in arguments:
                source = arguments[arguments.index("-c") + 1]
                if source.endswith(".c") and source.startswith((tree + "/Sources/", tree + "/Tests/")):
                    found[os.path.relpath(source, tree)] = arguments
    return found


def without_outputs(arguments):
    """Returns arguments but those that write, and the paths of this machine's headers."""
    kept, left = [], iter(arguments)
    for argument in left:
        if argument in WRITTEN:
            for _ in range(WRITTEN[argument]):
                next(left)
        elif not argument.startswith(("-I/usr/", "-isystem/usr/")):
            kept.append(argument)
    return kept


def importers():
    """Returns the modules of Swift that import C targets over headers of the system."""
    line = re.compile(r"^ *(?:[@\w()]+ +)*import (C[A-Z]\w+)$", re.MULTILINE)
    found = set()
    for path in glob.glob("Sources/*/*/**/*.swift", recursive=True) + glob.glob(
            "Tests/*/**/*.swift", recursive=True):
        with open(path) as file:
            if set(line.findall(file.read())) - OWN_TARGETS:
                parts = path.split("/")
                found.add(parts[2] if parts[0] == "Sources" else parts[1])
    return found


def check(name, arguments, libraries):
    """Returns the seconds and the complaints of a command."""
    started = time.monotonic()
    arguments = without_outputs(arguments)
    if name.endswith(".c"):
        command = [arguments[0], "-fsyntax-only", "--sysroot=" + headers] + arguments[1:] + libraries + [name]
    else:
        runtime = os.path.dirname(os.path.dirname(arguments[0])) + "/lib/swift"
        command = [arguments[0], "-typecheck", "-sdk", headers, "-resource-dir", runtime]
        command += ["-module-cache-path", cache] + arguments[1:]
        for flag in libraries:
            command += ["-Xcc", flag]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return time.monotonic() - started, result.returncode, result.stdout


def main():
    if not os.path.exists(plan):
        sys.exit("there is no %s; scripts/check part headers builds before" % plan)
    every = commands()
    modules = importers()
    absent = modules - set(every)
    wanted = [name for name in every if name in modules or name.endswith(".c")]
    if not wanted:
        sys.exit("%s has no commands of C targets: another SwiftPM than 6.3?" % plan)
    libraries = flags_of_libraries()
    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [(name, pool.submit(check, name, every[name], libraries)) for name in wanted]
        for name, result in results:
            seconds, status, said = result.result()
            if os.environ.get("WEBIMAGE_DEBUG"):
                print("%5.1f s %s" % (seconds, name))
            if status or said:
                failed = failed or status != 0
                print("%s: %s\n%s" % (name, "FAILED" if status else "warnings", said))
    print("%d files of C and %d modules of Swift%s" % (
        sum(name.endswith(".c") for name in wanted), sum(name in modules for name in wanted),
        "; not built: " + " ".join(sorted(absent)) if absent else ""))
    return failed


if __name__ == "__main__":
    sys.exit(main())
