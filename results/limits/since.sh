#!/bin/sh
# What an iteration costs by several commits' programs (../turns.sh), on an idle machine. From the top of the tree:
#
#   results/limits/since.sh TURNS COMMIT=PROGRAM... >results/limits/since.csv
#
# For one game alone: GAME=othello results/limits/since.sh ... For some engines: ENGINES="seq seq:rave=100" ...
set -eu
turns=$1
shift
sizes=
for size in connect_four/800000 ultimate_tic_tac_toe/400000 othello/100000 hex:size=7/400000 hex:size=11/400000 \
    breakthrough/200000 tic_tac_toe/800000 go:size=9/40000; do
  [ "${GAME:-${size%/*}}" = "${size%/*}" ] && sizes="$sizes $size"
done
engines="seq seq:batch=512 seq:batch=8 leaf:threads=1 leaf:threads=2 leaf:threads=1,playouts=512 tree:threads=1
  tree:threads=2 root:threads=2 seq:solver=on seq:reuse=on seq:fpu=1.1
  seq:select=puct seq:rave=100"
exec "$(dirname "$0")/../turns.sh" "$turns" "$sizes" "${ENGINES:-$engines}" "$@"
