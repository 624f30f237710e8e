#!/bin/sh
# Which exploration constant is best for UCB1, by game and budget, and what is the default of 1.414 worth beside it?
# First each constant plays the default, with one seed. Then the best of them plays it anew with another seed, so
# that the gain is not that of the luckiest. Then batches and shared trees play `seq` at that constant on both
# sides, beside a control. With one thread and fixed iterations every game is reproducible by its seed, also on a
# busy machine; two threads are not. Each line of matches.jsonl is the object that `banyan match --json` prints.
# Matches with a line are not played again; a stopped match resumes. From the top of the tree:
#
#   results/tuning/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

# part NAME GAME BUDGET PAIRS SEED A B: a match of one part of this study; BUDGET is iterations, or a time as in 5ms.
part() {
  wanted "$2" || return 0
  case $3 in *s) budget=--time ;; *) budget=--iterations ;; esac
  keep_match "\"part\": \"$1\", \"label\": \"$2, $3, $6\", \"rival\": \"$7\"" "$1-$2-$3-$6" \
    --game "$2" "$budget" "$3" --pairs "$4" --seed "$5" --a "$6" --b "$7"
}

# choose GAME ITERATIONS PAIRS CONSTANTS...
choose() {
  game=$1 iterations=$2 pairs=$3
  shift 3
  for c; do part choose "$game" "$iterations" "$pairs" 1 "seq:c=$c" seq; done
}

# judge GAME ITERATIONS PAIRS C: C was the best of choose.
judge() {
  part judge "$1" "$2" "$3" 2 "seq:c=$4" seq
}

# tuned GAME ITERATIONS PAIRS C: what the fast engines lose at C, at equal iterations.
tuned() {
  part tuned "$1" "$2" "$3" 3 "seq:c=$4,iterations=$(($2 / 2))" "seq:c=$4"
  for engine in seq:batch=512 tree:threads=1 tree:threads=2; do
    part tuned "$1" "$2" "$3" 3 "$engine,c=$4" "seq:c=$4"
  done
}

# two_cores GAME PAIRS C: two threads for 5 ms per move, on a machine with nothing else to do. Half and twice the time
# are the scale.
two_cores() {
  for engine in "tree:threads=2,c=$3" "tree:threads=2,batch=512,c=$3" "root:threads=2,c=$3" "seq:batch=512,c=$3" \
    "seq:c=$3,time=2.5ms" "seq:c=$3,time=10ms" seq tree:threads=2; do
    part time "$1" 5ms "$2" 4 "$engine" "seq:c=$3"
  done
}

choose connect_four 5000 200 0.2 0.35 0.5 0.7 1
judge connect_four 5000 200 0.5
tuned connect_four 5000 200 0.5
choose othello 5000 50 0.2 0.35 0.5 0.7 1
judge othello 5000 50 0.2
tuned othello 5000 50 0.2
choose hex:size=11 5000 50 0.1 0.2 0.35 0.5 0.7
judge hex:size=11 5000 50 0.35
tuned hex:size=11 5000 50 0.35
choose connect_four 20000 100 0.35 0.5 0.7 1
judge connect_four 20000 100 0.5
tuned connect_four 20000 100 0.5
choose go:size=9 2000 50 0.05 0.1 0.2 0.35 0.5 0.7
judge go:size=9 2000 50 0.2
tuned go:size=9 2000 100 0.2
# Whether two threads lose on Hex what they gain nothing by at equal time.
for engine in seq:iterations=10000,c=0.35 tree:threads=1,c=0.35 tree:threads=2,c=0.35; do
  part tuned hex:size=11 20000 150 5 "$engine" seq:c=0.35
done
two_cores connect_four 200 0.5
two_cores hex:size=11 200 0.35
two_cores othello 200 0.2
two_cores go:size=9 100 0.2
python3 "$here/../tables.py" tuning
