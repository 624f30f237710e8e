#!/bin/sh
# Makes loops.csv again on standard output: minimum and median processor time, in nanoseconds, of each loop that
# README.md uses, over REPEATS (default 12) repetitions in random order. From the top of the tree:
# results/limits/run.sh >results/limits/loops.csv
set -eu
out=$(mktemp)
trap 'rm -f "$out"' EXIT
./run loops --benchmark_filter='^(iterations|chain|descents<Narrow|leaves<Narrow|paths<Narrow)' --benchmark_min_time=0.02 \
    --benchmark_repetitions="${REPEATS:-12}" --benchmark_enable_random_interleaving=true \
    --benchmark_out="$out" --benchmark_out_format=json >/dev/null
echo 'loop,least_ns,median_ns,depth,bytes'
# One field per line. Rates are per second of the clock; cpu_time / real_time removes the time of other programs.
awk -F '": ' -v OFS='\t' '
  /^    \{/ { split("", value) }
  NF == 2 { sub(/^ *"/, "", $1); sub(/,$/, "", $2); value[$1] = $2 }
  /^    \}/ && value["run_type"] ~ /iteration/ {
    seconds = value["s/iteration"] value["s/level"] value["s/node"] value["s/multiplication"]  # one of them
    print value["run_name"], seconds * 1e9 * value["cpu_time"] / value["real_time"], value["depth"], value["bytes"]
  }' "$out" |
  sort -t "$(printf '\t')" -k 1,1 -k 2,2g |
  awk -F '\t' -v OFS=, '
    function plain(number) { return number == "" ? "" : number + 0 }
    function row() { if (n) print name, ns[1], ns[int(n / 2) + 1], plain(depth), plain(bytes) }
    $1 != name { row(); n = 0 }
    { name = $1; ns[++n] = $2; depth = $3; bytes = $4 }
    END { row() }'
