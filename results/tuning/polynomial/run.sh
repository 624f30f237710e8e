#!/bin/sh
# Does the polynomial bonus (Shah, Xie, Xu 2020) play better than UCB1 at its best constant? With one thread and fixed
# iterations every game is reproducible by its seed. From the top of the tree:
#
#   results/tuning/polynomial/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../../matches.sh"

for game in connect_four othello hex:size=11; do
  for c in 0.1 0.2 0.35; do
    play "$game" iterations 5000 100 "seq:select=polynomial,c=$c" seq:c=auto
  done
done
python3 "$here/../../tables.py" tuning
