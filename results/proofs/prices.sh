#!/bin/sh
# The cost of search policies per iteration of `seq`, in processor time (../turns.sh). From the top of the tree:
#
#   results/proofs/prices.sh build/release/banyan [TURNS] >results/proofs/prices.csv
#   results/proofs/prices.sh build/release/banyan 40 "seq:batch=512 seq:batch=512,solver=on" >results/proofs/batches.csv
set -eu
sizes="connect_four/200000 ultimate_tic_tac_toe/100000 othello/50000 hex:size=7/100000 hex:size=11/100000
  breakthrough/50000 tic_tac_toe/200000 go:size=9/10000"
engines="seq seq:solver=on seq:reuse=on seq:expand=4 seq:children=all seq:fpu=1.1 seq:select=puct
  seq:select=tuned seq:tt=uct1 seq:rave=100"
SEARCH=--warm-up exec "$(dirname "$0")/../turns.sh" "${2:-7}" "$sizes" "${3:-$engines}" "$1"
