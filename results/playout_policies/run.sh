#!/bin/sh
# How strong playouts that learn are: against the same search with uniform playouts, at equal time and at equal
# iterations, and against `seq` with its fast trees, at equal time. Each line of matches.jsonl is the object that
# `banyan match --json` prints. Matches with a line are not played again; a stopped match resumes. From the top of the
# tree:
#
#   results/playout_policies/run.sh build/release/banyan [GAME]
set -eu
program=$1
here=$(dirname "$0")
. "$here/../matches.sh"
only_game=${2:-}

# against GAME BUDGET VALUE PAIRS A B; BUDGET is time or iterations
against() {
  case $1 in "$only_game"*) ;; *) return 0 ;; esac
  keep_match "\"label\": \"$1, $3, $5\", \"rival\": \"$6\"" "$1-$3-$5-$6" \
    --game "$1" --a "$5" --b "$6" "--$2" "$3" --pairs "$4"
}

for game in connect_four hex:size=7 breakthrough othello; do
  for playout in mast nst lgrf; do
    against "$game" iterations 1000 100 "seq:playout=$playout" seq:playout=uniform
  done
done
for rival in seq:playout=uniform seq; do
  for game in connect_four hex:size=7 breakthrough othello; do
    for playout in mast nst lgrf; do
      against "$game" time 20ms 100 "seq:playout=$playout" "$rival"
    done
  done
done
"$here/table.sh"
