#!/bin/sh
# How much virtual time iterations in flight (`jobs=`) save for a distributed tree, and how much move quality they
# cost at equal iterations. Makes this folder's files again, in the given folder.
# results/ranks/jobs/run.sh build/release/banyan OUT
set -eu
banyan=$(realpath "$1")
out=$(realpath "$2")
cd "$(dirname "$0")/../../.."

# rate GAME ENGINE ITERATIONS: iterations per second of virtual time.
rate() {
  "$banyan" search --json --game "$1" --engine "$2" --iterations "$3" |
    awk -F '[:,]' -v n="$3" '/"virtual_ns"/ { printf "%.3f", n * 1e9 / $2 }'
}

{
  echo 'game,playout,scheme,ranks,jobs,efficiency'
  for game in p_game:branching=8,depth=20 hex:size=7; do
    for playout in 100us 1ms; do
      one=$(rate $game cluster:ranks=1,simulated=on,playout=$playout 2000)
      for scheme in tds df; do
        for ranks in 2 8 64; do
          for jobs in 4 8 16 32; do
            engine=cluster:scheme=$scheme,ranks=$ranks,jobs=$jobs,simulated=on,playout=$playout
            all=$(rate $game $engine $((ranks * 500 + 1600)))
            echo "\"$game\",$playout,$scheme,$ranks,$jobs,$all,$one" |
              awk -F, -v OFS=, '{ e = $(NF - 1) / $NF / $(NF - 3); NF -= 2; print $0, sprintf("%.3f", e) }'
          done
        done
      done
    done
  done
} >"$out/efficiency.csv"

# engines RANKS JOBS
engines() {
  printf seq
  for scheme in tds df; do
    for ranks in $1; do
      for jobs in $2; do
        printf ';cluster:scheme=%s,ranks=%s,jobs=%s,simulated=on,vl=1' $scheme "$ranks" "$jobs"
      done
    done
  done
}

"$banyan" quality --labels results/labels/hex7.jsonl --iterations 4000 \
  --engines "$(engines '2 8 64' '4 8 16 32')" >"$out/hex7-4000.txt"
"$banyan" quality --game p_game:branching=4,depth=14 --plies 0-4 --positions 150 --iterations 4000 \
  --engines "$(engines '8 64' '4 8 16 32')" >"$out/p-game-4000.txt"
