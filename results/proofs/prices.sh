#!/bin/sh
# The cost of search policies per iteration of `seq`, in turns of random order. Processor time is measured, so other
# work on the machine matters little. From the top of the tree:
#
#   results/proofs/prices.sh build/release/banyan [TURNS] >results/proofs/prices.csv
#   results/proofs/prices.sh build/release/banyan 40 "seq:batch=512 seq:batch=512,solver=on" >results/proofs/batches.csv
set -eu
program=$1
turns=${2:-7}
engines=${3:-seq seq:solver=on seq:reuse=on seq:expand=4 seq:children=all seq:fpu=1.1 seq:select=puct
  seq:select=tuned seq:tt=uct1 seq:rave=100}

searches() {
  while read -r game iterations; do
    for engine in $engines; do
      echo "$game $iterations $engine"
    done
  done <<END
connect_four 200000
ultimate_tic_tac_toe 100000
othello 50000
hex:size=7 100000
hex:size=11 100000
breakthrough 50000
tic_tac_toe 200000
go:size=9 10000
END
}

echo game,turn,engine,iterations,processor_seconds
for turn in $(seq "$turns"); do
  searches | shuf | while read -r game iterations engine; do
    "$program" search --game "$game" --engine "$engine" --iterations "$iterations" --seed "$turn" --warm-up \
      --json 2>/dev/null |
      awk -v row="$game,$turn,\"$engine\"" '
        /^  "iterations":/ { gsub(/[^0-9]/, ""); iterations = $0 }
        /^    "processor_seconds":/ { gsub(/[^0-9.e-]/, "", $2); seconds = $2 }
        END { if (iterations > 0) print row "," iterations "," seconds }'
  done
done
