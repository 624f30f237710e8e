#!/bin/sh
# The scale beside the gains of sixteen threads: `seq` against itself with more time, as iterations. Each game's
# iterations are those that `seq` made in 5 ms on the sixteen cores (../README.md, Speed). The last two rows are one
# core's alternatives: the tuned constant, and batches with as many iterations as they make in that time there. With
# fixed iterations every game is reproducible by its seed. From the top of the tree:
#
#   results/sixteen-cores/scale/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../../matches.sh"

# game GAME ITERATIONS BATCHED: with BATCHED iterations of seq:batch=512 in the time of ITERATIONS of seq.
game() {
  for times in 2 4 16; do
    play "$1" iterations "$2" 100 "seq:iterations=$(($2 * times))" seq
  done
  play "$1" iterations "$2" 100 seq:c=auto seq
  play "$1" iterations "$2" 100 "seq:batch=512,iterations=$3" seq
  play "$1" iterations "$2" 100 "seq:batch=512,c=auto,iterations=$3" seq:c=auto
}

game connect_four 19600 33850
game othello 2230 11750
game hex:size=11 26900 51000
python3 "$here/../../tables.py" sixteen-cores
