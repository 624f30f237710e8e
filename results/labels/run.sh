#!/bin/sh
# Makes this folder's sets again, in the given folder.
set -eu
out=$1
cd "$(dirname "$0")/../.."
label() { ./run label --out "$out/$1" --game "$2" --plies "$3" --judge "seq:iterations=$4" --positions "$5"; }

mkdir -p "$out"
label hex7.jsonl hex:size=7 2-20 50k 85
label connect_four.jsonl connect_four 12-24 50k 200
label othello.jsonl othello 8-44 20k 98
label breakthrough.jsonl breakthrough 6-30 20k 100
label hex11.jsonl hex:size=11 4-50 20k 200
label gomoku9.jsonl gomoku:size=9 6-40 20k 150
label go9.jsonl go:size=9 6-50 10k 74
