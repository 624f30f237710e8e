#!/bin/sh
# The table of README.md, from matches.jsonl: results/equal-iterations/table.sh
set -eu
cd "$(dirname "$0")"
awk "$(cat ../json.awk)"'
BEGIN {
  print "| game | a move | A, against `seq` | pairs | Elo of A (95 %) | iterations/s, A over `seq` |"
  print "|---|---|---|---|---|---|"
}
{
  split(field("label"), label, ", ")
  engine = substr(field("label"), length(label[1] label[2]) + 5)
  # At equal time decided games are visited millions of times. Rates from before db26e8a count these visits. Long
  # searches were played on a busy machine.
  speed = label[2] ~ /ms|^[0-9]00000/ ? "-" : sprintf("%.2f", pair("iterations_per_second"))
  printf "| %s | %s | `%s` | %d | %+.1f ± %.1f | %s |\n", label[1], label[2], engine,
    field("games") / 2, field("elo"), field("elo_error95"), speed
}' matches.jsonl
