#!/usr/bin/env bash
# Compares the client CPU of a hit in the shared tier with that of redis-benchmark for the same bytes.
#
#   Benchmarks/Caches/redis [COUNT] [ROUNDS]     20000 hits in each of 5 rounds, by turns; medians
#
# It starts a redis-server on a free port of 127.0.0.1, which keeps nothing, and ends it. The exit status is 1
# if a hit costs more than twice as much.
set -euo pipefail
cd "$(dirname "$0")"
count=${1:-20000} rounds=${2:-5}
command -v redis-server redis-benchmark redis-cli >/dev/null || {
    echo "there is no redis-server (scripts/bootstrap bench)" >&2
    exit 77
}
swift build -c release
caches=$(swift build -c release --show-bin-path)/caches
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
redis-server --port "$port" --bind 127.0.0.1 --save '' --appendonly no >/dev/null &
server=$!
trap 'kill $server' EXIT
until redis-cli -p "$port" ping >/dev/null 2>&1; do sleep 0.05; done

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
# Prints the nanoseconds of user and system time of a command for each of COUNT requests.
cpu() { { TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1; } 2>&1 \
    | awk -v n="$count" '{ printf "%d\n", ($1 + $2) * 1e9 / n }'; }

failed=0
for size in 1000 30000 300000; do
    "$caches" redis-fill $size "redis://127.0.0.1:$port" >/dev/null
    name=$(redis-cli -p "$port" --scan --pattern 'webimage:*' | head -n 1)
    own=() peer=()
    for _ in $(seq "$rounds"); do
        peer+=("$(cpu redis-benchmark -p "$port" -c 1 -n "$count" -q GET "$name")")
        own+=("$("$caches" redis-hit "$count" "redis://127.0.0.1:$port" | awk '$1 == "cpu" { print $2 }')")
    done
    mine=$(printf '%s\n' "${own[@]}" | median) theirs=$(printf '%s\n' "${peer[@]}" | median)
    awk -v size="$(redis-cli -p "$port" strlen "$name")" -v mine="$mine" -v theirs="$theirs" 'BEGIN {
        printf "%d bytes: hit %d ns, redis-benchmark %d ns of client CPU: %.2f x (at most 2)\n",
            size, mine, theirs, mine / theirs
        exit mine > 2 * theirs }' || failed=1
done
exit $failed
