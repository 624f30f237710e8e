#!/bin/sh
# The table of README.md, from matches.jsonl: results/proofs/table.sh
set -eu
cd "$(dirname "$0")"
awk "$(cat ../json.awk)"'
BEGIN {
  print "| game | time per move | with proofs | without | won, drawn, lost | Elo |"
  print "|---|---:|---|---|---:|---:|"
}
{
  split(field("label"), label, ", ")
  print "| " label[1] " | " label[2] " | `" field("a") "` | `" field("b") "` | " field("wins") ", " \
    field("draws") ", " field("losses") " | " sprintf("%+.0f ± %.0f", field("elo"), field("elo_error95")) " |"
}
' matches.jsonl
echo
awk -F, '
# An engine stands in quotes, and may have a comma itself.
FNR > 1 && NF == 6 { $0 = $1 "," $2 "," $3 "\t" $4 "," $5 "," $6 }
FNR > 1 {
  gsub(/"/, "")
  gsub(/\t/, ",", $3)
  if (FILENAME == "batches.csv") $2 += 1000  # turns of their own
  cost[$1, $2, $3] = $5 / $4
  if (!($1 in seen)) { seen[$1] = 1; games[++count] = $1 }
  if ($2 > turns) turns = $2
}
# Time per iteration relative to `base` in the same turn: the geometric mean over turns.
function times(game, engine, base,  turn, sum, n, each, squares, text) {
  for (turn = 1; turn <= turns; ++turn) {
    if (!((game, turn, engine) in cost) || !((game, turn, base) in cost)) continue
    each = log(cost[game, turn, engine] / cost[game, turn, base])
    sum += each
    squares += each ^ 2
    ++n
  }
  if (n == 0) return "-"
  text = sprintf("%.2f", exp(sum / n))
  if (n < 30) return text
  each = 1.96 * sqrt((squares / n - (sum / n) ^ 2) / (n - 1))
  return text sprintf(" (%.2f to %.2f)", exp(sum / n - each), exp(sum / n + each))
}
END {
  split("solver=on reuse=on expand=4 children=all fpu=1.1 select=puct select=tuned tt=uct1 rave=100", keys, " ")
  line = "| game |"
  rule = "|---|"
  for (k = 1; k <= 9; ++k) { line = line " `" keys[k] "` |"; rule = rule "---:|" }
  print line " `batch=512,solver=on` |"
  print rule "---:|"
  for (i = 1; i <= count; ++i) {
    line = "| " games[i] " |"
    for (k = 1; k <= 9; ++k) line = line " " times(games[i], "seq:" keys[k], "seq") " |"
    print line " " times(games[i], "seq:batch=512,solver=on", "seq:batch=512") " |"
  }
}
' prices.csv batches.csv
