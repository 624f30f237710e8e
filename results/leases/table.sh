#!/bin/sh
# The table of README.md, from leases.csv: results/leases/table.sh
set -eu
cd "$(dirname "$0")"
awk -F, 'NR == 1 {
  print "| game | iterations | workers | times one | idle | tries that met another lease | idle rounds per iteration | shared writes per iteration | depth |"
  print "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
  next
}
{
  times = $5 / $4
  printf "| %s | %d | %d | %.1f | %.1f %% | %.1f %% | %.3f | %.2f | %.1f |\n", $1, $2, $3, times,
    100 * (1 - times / $3), 100 * $7 / ($6 + $7), $8 / $2, $9 / $2, $10
}' leases.csv
