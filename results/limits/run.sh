#!/bin/sh
# Makes loops.csv anew on standard output: the least processor time of each loop that README.md reckons with, in
# nanoseconds, of REPEATS (by default 12) repetitions in random order. Needs jq. From the top of the tree:
# results/limits/run.sh >results/limits/loops.csv
set -eu
out=$(mktemp)
trap 'rm -f "$out"' EXIT
./run loops --benchmark_filter='iterations|chain|NarrowTree' --benchmark_min_time=0.02 \
    --benchmark_repetitions="${REPEATS:-12}" --benchmark_enable_random_interleaving=true \
    --benchmark_out="$out" --benchmark_out_format=json >/dev/null
echo 'loop,least_ns,median_ns,depth,bytes'
jq -r '[.benchmarks[] | select(.run_type == "iteration")
        | {name: .run_name, depth, bytes,
           # Rates are by the clock; what other programs took of it is left out.
           ns: ((.["s/iteration"] // .["s/level"] // .["s/node"] // .["s/multiplication"]) * 1e9
                * .cpu_time / .real_time)}]
       | group_by(.name)[] | [.[0].name, (map(.ns) | min), (map(.ns) | sort | .[length / 2 | floor]),
                              .[0].depth, .[0].bytes] | @csv' "$out"
