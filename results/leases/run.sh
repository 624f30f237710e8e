#!/bin/sh
# Makes leases.csv again on standard output: 1 to 64 simulated workers search the tree of leased subtrees. Time
# is virtual, so a busy machine and its number of cores do not matter. From the top of the tree:
# results/leases/run.sh build/release/banyan >results/leases/leases.csv
set -eu
program=$1

echo 'game,iterations,workers,virtual_ns,virtual_alone_ns,leases,lease_conflicts,idle_rounds,shared_writes,depth'
# Time per iteration without its playout, and per playout, measured here on one thread of a leased tree.
while read -r game descent mean sizes; do
  for iterations in $sizes; do
    for workers in 1 2 4 8 16 32 64; do
      "$program" search --json --game "$game" --iterations "$iterations" \
          --engine "virtual:scheme=leased,workers=$workers,descent=$descent,mean=$mean" |
        awk -F '[:,]' -v row="$game,$iterations,$workers" '
          { gsub(/[ "]/, "", $1); gsub(/ /, "", $2); value[$1] = $2 }
          END {
            printf "%s,%s,%s,%s,%s,%s,%s,%s\n", row, value["virtual_ns"], value["virtual_alone_ns"],
              value["leases"], value["lease_conflicts"], value["idle_rounds"],
              value["shared_writes"], value["mean_depth"]
          }'
    done
  done
done <<GAMES
connect_four 150ns 130ns 20000 200000 2000000
hex:size=11 130ns 60ns 20000 200000 2000000
go:size=9 400ns 3us 2000 20000
GAMES
