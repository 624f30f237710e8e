#!/bin/sh
# Measures published experiments, `banyan bench --paper`, and keeps of each its cells and its tables.
#   results/papers/run.sh [PAPER...]
set -eu
cd "$(dirname "$0")"
# By simulated workers: no clock decides anything, so a busy machine will do.
simulated="segal2010 soejima2010 fern2011 liu2020 yoshizoe2011 browne2012 cazenave2008
  chaslot2008abstract mirsoleimani2018"
# By real threads: on a machine with nothing else to do. Of chaslot2008 the playout speed-ups alone.
threaded="chaslot2008 enzenberger2010 mirsoleimani2015"
for paper in ${*:-$simulated $threaded}; do
  ../../run bench --paper "$paper" --out "$paper"
  # `./run report` makes the rest again.
  find "$paper" -type f ! -name run.json ! -name paper.json ! -name results.csv ! -name summary.md \
    ! -name '*.svg' -delete
done
