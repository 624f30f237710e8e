#!/bin/sh
# The tables of README.md, from matches.jsonl, prices.csv and batches.csv: results/proofs/table.sh
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
awk "$(cat ../turns.awk)"'
  read_row() {
    turn = row["turn"] + (FILENAME == "batches.csv" ? 1000 : 0)  # turns of their own
    cost[row["game"], row["engine"], turn] = row["processor_seconds"] / row["iterations"]
    if (turn > turns) turns = turn
    if (!(row["game"] in seen)) { seen[row["game"]] = 1; games[++count] = row["game"] }
  }
  function times(game, engine, base,  x, n) {
    n = ratios(cost, game SUBSEP engine, game SUBSEP base, turns, x)
    return n < 30 ? (n > 0 ? sprintf("%.2f", mean(x, n)) : "-") : mean_text(x, n)
  }
  END {
    split("solver=on reuse=on expand=4 children=all fpu=1.1 select=puct select=tuned tt=uct1 rave=100", keys, " ")
    cells = "game"
    for (k = 1; k <= 9; ++k) cells = cells "\t`" keys[k] "`"
    cells = cells "\t`batch=512,solver=on`"
    print line_of(cells)
    print rule_of(cells)
    for (g = 1; g <= count; ++g) {
      cells = games[g]
      for (k = 1; k <= 9; ++k) cells = cells "\t" times(games[g], "seq:" keys[k], "seq")
      print line_of(cells "\t" times(games[g], "seq:batch=512,solver=on", "seq:batch=512"))
    }
  }
' prices.csv batches.csv
