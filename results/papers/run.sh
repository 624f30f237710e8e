#!/bin/sh
# Measures published experiments with `banyan bench --paper`. Keeps the cells and tables of each.
#   results/papers/run.sh [PAPER...]
set -eu
cd "$(dirname "$0")"
# Simulated workers: no result depends on the clock, so a busy machine is fine.
simulated="segal2010 soejima2010 fern2011 liu2020 cazenave2021 yoshizoe2011 browne2012 cazenave2008
  chaslot2008abstract mirsoleimani2018"
# Real threads: needs an idle machine. chaslot2008 has only its playout speed-ups here.
threaded="chaslot2008 enzenberger2010 mirsoleimani2015"
for paper in ${*:-$simulated $threaded}; do
  ../../run bench --paper "$paper" --out "$paper"
  # `./run report` makes the other files again.
  find "$paper" -type f ! -name run.json ! -name results.csv ! -name summary.md \
    ! -name '*.svg' -delete
done
