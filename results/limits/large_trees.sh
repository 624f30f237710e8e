#!/bin/sh
# Rates of trees of 10 and 100 million iterations (../turns.sh). From the top of the tree:
#
#   results/limits/large_trees.sh build/release/banyan [TURNS [GAMES]] >results/limits/large_trees.csv
#
# Needs an idle machine with 12 GB of memory. A turn takes three minutes; that of othello and breakthrough takes eight,
# that of go twenty.
set -eu
sizes=
for game in ${3:-connect_four hex:size=11}; do sizes="$sizes $game/10000000 $game/100000000"; done
exec "$(dirname "$0")/../turns.sh" "${2:-2}" "$sizes" \
  "seq:memory=8G seq:batch=512,memory=8G tree:threads=2,memory=8G" "$1"
