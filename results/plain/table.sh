#!/bin/sh
# The tables of README.md: how many times `plain`'s playouts per processor second an engine makes:
# results/plain/table.sh [FILE]
set -eu
cd "$(dirname "$0")"
awk "$(cat ../turns.awk)"'
  read_row() {
    rate[row["game"], row["engine"], row["turn"]] = row["playouts"] / row["processor_seconds"]
    if (row["turn"] > turns) turns = row["turn"] + 0
  }
  function times_plain(game, engine,  x) {
    return mean_text(x, ratios(rate, game SUBSEP engine, game SUBSEP "plain", turns, x))
  }
  END {
    cells = "game\t`plain`, playouts per processor second\t`seq`, times `plain` (95 %)\t" \
      "`seq:batch=512`, times `plain` (95 %)"
    print line_of(cells)
    print rule_of(cells)
    games = split("connect_four hex:size=11 othello go:size=9", game, " ")
    for (g = 1; g <= games; ++g) {
      for (turn = 1; turn <= turns; ++turn) x[turn] = rate[game[g], "plain", turn]
      print line_of(game[g] sprintf("\t%.0f k\t", mean(x, turns) / 1000) times_plain(game[g], "seq") "\t" \
                    times_plain(game[g], "seq:batch=512"))
    }
  }' "${1:-turns.csv}"
