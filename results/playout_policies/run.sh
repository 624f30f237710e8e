#!/bin/sh
# How strong playouts that learn are: against the same search with uniform playouts, at equal time and at equal
# iterations, and against `seq` with its fast trees, at equal time. Each line of matches.jsonl is the object that
# `banyan match --json` prints. Matches with a line are not played again; a stopped match resumes. From the top of the
# tree:
#
#   results/playout_policies/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

for game in connect_four hex:size=7 breakthrough othello; do
  for playout in mast nst lgrf; do
    play "$game" iterations 1000 100 "seq:playout=$playout" seq:playout=uniform
  done
done
for rival in seq:playout=uniform seq; do
  for game in connect_four hex:size=7 breakthrough othello; do
    for playout in mast nst lgrf; do
      play "$game" time 20ms 100 "seq:playout=$playout" "$rival"
    done
  done
done
python3 "$here/../tables.py" playout_policies
