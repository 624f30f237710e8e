#!/bin/sh
# Makes threads.csv: an iteration's processor time by one thread and by two that share a tree, in turns in
# random order:
#
#   results/transfers/threads.sh [TURNS] >results/transfers/threads.csv
#
# Lines are contended only while both threads run. So table.sh counts only searches in which both had a CPU most
# of the time. On a busy machine few have; on one with nothing else to do, 20 turns will do.
set -eu
cd "$(dirname "$0")/../.."
turns=${1:-20}

echo game,lock,iterations,threads,turn,processor_seconds,seconds
for turn in $(seq "$turns"); do
  for search in connect_four/20000 connect_four/200000 hex:size=11/20000 hex:size=11/200000; do
    for lock in leased packed; do
      for threads in 1 2; do echo "${search%/*} $lock ${search#*/} $threads"; done
    done
  done | shuf |
    while read -r game lock iterations threads; do
      build/release/banyan search --json --game "$game" --iterations "$iterations" --seed "$turn" --warm-up \
          --engine "tree:threads=$threads,lock=$lock" |
        awk -v row="$game,$lock,$iterations,$threads,$turn" '
          /^    "processor_seconds":/ { gsub(/[^0-9.e-]/, "", $2); processor = $2 }
          /^  "seconds":/ { gsub(/[^0-9.e-]/, "", $2); seconds = $2 }
          END { print row "," processor "," seconds }'
    done
done
