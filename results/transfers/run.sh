#!/bin/sh
# Makes scaling.csv: 1 to 64 simulated workers share a tree, and cache lines that go from one to another take
# time. Time is virtual, so a busy machine and its number of cores do not matter:
#
#   results/transfers/run.sh [SEEDS] >results/transfers/scaling.csv
set -eu
cd "$(dirname "$0")/../.."
seeds=${1:-3}

echo game,scheme,iterations,transfer_ns,workers,seed,virtual_ns,virtual_alone_ns,line_transfers,virtual_transfer_ns,shared_writes,idle_rounds
# Nanoseconds of an iteration without its playout, and of a playout. Their sum is an iteration of one thread, as
# measured by loops.sh and rounded.
while read -r game scheme iterations descent mean; do
  for transfer in 0 50 100; do
    for workers in 1 2 4 8 16 32 64; do
      for seed in $(seq "$seeds"); do
        cost=
        [ "$transfer" = 0 ] || cost=,transfer=${transfer}ns
        build/release/banyan search --json --game "$game" --iterations "$iterations" --seed "$seed" \
            --engine "virtual:scheme=$scheme,workers=$workers,descent=${descent}ns,mean=${mean}ns,memory=4G$cost" |
          awk -F '[:,]' -v row="$game,$scheme,$iterations,$transfer,$workers,$seed" '
            { gsub(/[ "]/, "", $1); gsub(/ /, "", $2); value[$1] = $2 }
            END {
              printf "%s,%d,%d,%d,%d,%d,%d\n", row, value["virtual_ns"], value["virtual_alone_ns"],
                value["line_transfers"], value["virtual_transfer_ns"], value["shared_writes"],
                value["idle_rounds"]
            }'
      done
    done
  done
done <<GAMES
connect_four leased 20000 120 130
connect_four leased 200000 170 130
connect_four leased 2000000 170 130
hex:size=11 leased 20000 200 60
hex:size=11 leased 200000 190 60
hex:size=11 leased 2000000 130 60
connect_four tree 20000 320 130
connect_four tree 200000 530 130
hex:size=11 tree 20000 750 300
hex:size=11 tree 200000 1000 300
GAMES
