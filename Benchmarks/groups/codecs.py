#!/usr/bin/env bash
# Compares each of our codecs with a floor program in C: instructions by callgrind, and peak memory.
#
#   Benchmarks/codecs                  a photograph of 1000x750 in every format with a floor
#   Benchmarks/codecs FORMAT FILE…     for instance: Benchmarks/codecs png photo.png
#
# A floor is Benchmarks/Floors/FORMAT.c, compiled with the flags in its first line: `// cc: -lpng`.
# `floor FILE COUNT` decodes the first frame COUNT times into memory, in our pixel format, with
# the same calls and threads. Instructions are those of one more decode: (count 3 - count 1) / 2.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$here/Codecs/.build
# With a static runtime, as in the command: a shared one alone would take 10 MB.
flags=(-c release --static-swift-stdlib --disable-build-manifest-caching)
swift build --package-path "$here/Codecs" "${flags[@]}" --product codec >/dev/null
codec=$(swift build --package-path "$here/Codecs" "${flags[@]}" --show-bin-path)/codec
mkdir -p "$build/floors"
# valgrind cannot read Swift's debug information.
objcopy --strip-debug "$codec" "$build/floors/codec"
codec=$build/floors/codec

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 \
        | sed -n 's/.*Collected : //p'
}
one_decode() { echo $((($(instructions "$@" 3) - $(instructions "$@" 1)) / 2)); }
peak() { /usr/bin/time -f %M "$@" 2>&1 >/dev/null | tail -n 1; }

compare() {
    local format=$1 file=$2 floor=$build/floors/$1 flags ours least
    flags=$(sed -n '1s|^// cc: ||p' "$here/Floors/$format.c")
    # shellcheck disable=SC2086
    cc -O2 -o "$floor" "$here/Floors/$format.c" $flags
    ours=$(one_decode "$codec" "$file") least=$(one_decode "$floor" "$file")
    awk -v f="$format" -v n="$(basename "$file")" -v a="$ours" -v b="$least" \
        -v m="$(peak "$codec" "$file" 1)" -v k="$(peak "$floor" "$file" 1)" \
        'BEGIN { printf "%-5s %-20s %8.1f M instructions, floor %8.1f M, ratio %.3f; peak %.1f MB, floor %.1f MB\n",
                 f, n, a / 1e6, b / 1e6, a / b, m / 1024, k / 1024 }'
}

if [ $# -gt 1 ]; then
    format=$1; shift
    for file in "$@"; do compare "$format" "$file"; done
    exit
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$codec" inputs "$scratch"
# Several at once: instructions and memory don't depend on other load.
failed=0
running=0
for floor in "$here"/Floors/*.c; do
    format=$(basename "$floor" .c)
    [ -e "$scratch/$format.$format" ] || continue
    if [ "$running" -ge "$(nproc)" ]; then wait -n || failed=1; running=$((running - 1)); fi
    compare "$format" "$scratch/$format.$format" > "$scratch/$format.line" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do wait -n || failed=1; running=$((running - 1)); done
cat "$scratch"/*.line
exit $failed
