#!/bin/sh
# How much strength proofs gain at equal time, in the trees of plain search. Each line of matches.jsonl is the
# object that `banyan match --json` prints. Matches with a line are not played again; a stopped match resumes.
# From the top of the tree:
#
#   results/proofs/run.sh build/release/banyan [GAME]
set -eu
program=$1
here=$(dirname "$0")
. "$here/../matches.sh"
only_game=${2:-}

# against GAME TIME PAIRS A B
against() {
  case $1 in "$only_game"*) ;; *) return 0 ;; esac
  keep_match "\"label\": \"$1, $2, $4\", \"rival\": \"$5\"" "$1-$2-$4-$5" \
    --game "$1" --a "$4" --b "$5" --time "$2" --pairs "$3" --concurrency 1
}

for game in tic_tac_toe ultimate_tic_tac_toe; do
  against "$game" 10ms 100 seq:solver=on seq
done
for game in connect_four hex:size=7; do
  against "$game" 10ms 300 seq:solver=on seq
done
for game in ultimate_tic_tac_toe hex breakthrough gomoku; do
  against "$game" 20ms 50 tree:threads=2,solver=on tree:threads=2
done
for game in breakthrough othello; do
  against "$game" 10ms 300 seq:solver=on seq
done
