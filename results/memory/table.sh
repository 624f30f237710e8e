#!/bin/sh
# The table of README.md, from matches.jsonl: results/memory/table.sh
set -eu
cd "$(dirname "$0")"
awk "$(cat ../json.awk)"'
BEGIN {
  print "| game | iterations per move | engine | pairs | Elo over itself with `full=stop` |"
  print "|---|---:|---|---:|---:|"
}
{
  split(field("label"), label, ", ")
  print "| " label[1] " | " label[2] " | `" field("a") "` | " field("deals") " | " \
    sprintf("%+.0f ± %.0f", field("elo"), field("elo_error95")) " |"
}
' matches.jsonl
