#!/usr/bin/env bash
# Cuts pictures where attention finds a subject, by the command and by `vips smartcrop`.
#
#   Benchmarks/attention SUBJECTS OUT     sheets of ten pictures, a table and the counts
#   Benchmarks/attention --cost JPEG      instructions of a thumbnail with and without
#
# SUBJECTS has a line for each picture: `path,left,top,right,bottom`, the subject's rectangle in shares
# of the sides; with the path alone the cuts are only drawn. Each picture is cut to a square, 3:1, 2:3
# and 1:3, except where that keeps more than 85 % of it. On the sheets, which show one of these, our
# cut is red, that of libvips blue, and the subject green. OUT/table.csv has the share of the subject
# in each cut, of the most that fits.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 64; }
command=${WEBIMAGE:-Tools/.build/release/webimage}
[ -x "$command" ] || { scripts/check tool; }

if [ "$1" = --cost ]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    # valgrind cannot read Swift's debug information.
    objcopy --strip-debug "$command" "$scratch/webimage"
    instructions() {
        XDG_CACHE_HOME="$scratch" valgrind --tool=callgrind --callgrind-out-file=/dev/null \
            "$scratch/webimage" get "$2" --no-cache --size 427x320 --transform "crop(320x320,at:$1)" \
            -o "$scratch/out.jpg" 2>&1 | sed -n 's/.*Collected : //p'
    }
    plain=$(instructions center "$2") smart=$(instructions smart "$2")
    awk -v a="$plain" -v b="$smart" 'BEGIN {
        printf "center %.1f M instructions, smart %.1f M, %.1f %% more\n", a / 1e6, b / 1e6, (b / a - 1) * 100 }'
    exit
fi
Benchmarks/peers || true
Benchmarks/.peers/bin/python Benchmarks/Peers/attention.py "$command" "$1" "$2"
