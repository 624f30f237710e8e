#!/bin/sh
# The sequential core and a plain UCT (`plain`) at equal iterations, in processor time (../turns.sh). From the top of
# the tree:
#
#   results/plain/run.sh build/release/banyan [TURNS] >results/plain/turns.csv
set -eu
SEARCH=--warm-up exec "$(dirname "$0")/../turns.sh" "${2:-7}" \
  "connect_four/1000000 hex:size=11/1000000 othello/300000 go:size=9/200000" "plain seq seq:batch=512" "$1"
