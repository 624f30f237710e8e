#!/bin/sh
# How much strength proofs gain at equal time, in the trees of plain search. Each line of matches.jsonl is the
# object that `banyan match --json` prints. Matches with a line are not played again; a stopped match resumes.
# From the top of the tree:
#
#   results/proofs/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

# against GAME TIME PAIRS A B
against() {
  play "$1" time "$2" "$3" "$4" "$5"
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
against ultimate_tic_tac_toe 10ms 100 seq:batch=512,solver=on seq:batch=512
for game in connect_four hex:size=7 breakthrough othello; do
  against "$game" 10ms 200 seq:batch=512,solver=on seq:batch=512
done
