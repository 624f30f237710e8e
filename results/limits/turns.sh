#!/bin/sh
# Exact searches, batches and leaves by two programs in turns of 400 ms, on an idle machine (../turns.sh):
#
#   results/limits/turns.sh BEFORE AFTER [TURNS] >results/limits/turns.csv
#
# All values are multiples of what `seq` does by BEFORE.
set -eu
exec "$(dirname "$0")/../turns.sh" "${3:-11}" \
  "ultimate_tic_tac_toe/400ms breakthrough/400ms go:size=9/400ms hex:size=11/400ms connect_four/400ms" \
  "seq seq:batch=512 leaf:threads=1,playouts=1 leaf:threads=1,playouts=64" "before=$1" "after=$2"
