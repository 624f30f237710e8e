#!/bin/sh
# How much strength a full tree gains if it recycles nodes and keeps growing. Each engine with little memory plays
# itself with full=stop, at equal iterations per move. With fixed iterations a busy machine does not change the games
# of one thread. Each line of matches.jsonl is the object that `banyan match --json` prints. Matches with a line are
# not played again; a stopped match resumes. From the top of the tree:
#
#   results/memory/run.sh build/release/banyan [GAME]
set -eu
. "$(dirname "$0")/../matches.sh"

# against GAME ITERATIONS PAIRS ENGINE; memory= is appended to ENGINE
against() {
  wanted "$1" || return 0
  keep_match "\"label\": \"$1, $2, $4\"" "$1-$2-$4" \
    --game "$1" --a "$4" --b "$4,full=stop" --iterations "$2" --pairs "$3"
}

against connect_four 200000 100 seq:memory=256k
against connect_four 200000 100 tree:threads=1,memory=256k
against connect_four 200000 100 tree:threads=1,solver=on,memory=256k
against connect_four 50000 100 seq:select=puct,memory=256k
against hex:size=11 100000 50 tree:threads=1,memory=1M
python3 "$here/../tables.py" memory
