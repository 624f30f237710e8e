#!/bin/sh
# The tables of tables.md, from this folder's data: results/hidden/table.sh [FILE.jsonl...]
set -eu
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- *.jsonl
awk "$(cat ../json.awk)"'
FNR == 1 {
  print (NR == 1 ? "" : "\n") "## " FILENAME "\n"
  print "| game | A | B | budget | games | A ahead by (95 %) | iterations/s, A over B |"
  print "|---|---|---|---|---|---|---|"
}
{
  rate = pair("iterations_per_second")
  printf "| %s | `%s` | `%s` | %s | %s | %+.3f ± %.3f | %s |\n", field("game"), field("a"),
    field("b"), field("budget"), field("games"), field("score"), field("score_error95"),
    rate == "-" ? "-" : sprintf("%.2f", rate)
}' "$@"
