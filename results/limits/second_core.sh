#!/bin/sh
# One thread and two of the default shared tree at equal iterations, by each PROGRAM, on an idle machine (../turns.sh):
#
#   results/limits/second_core.sh TURNS PROGRAM... >results/limits/second_core.csv
set -eu
turns=$1
shift
exec "$(dirname "$0")/../turns.sh" "$turns" \
  "hex:size=11/1000000 hex:size=11/3000000 hex:size=11/10000000 connect_four/1000000 connect_four/3000000
    othello/300000 go:size=9/200000" "tree:threads=1 tree:threads=2 root:threads=2" "$@"
