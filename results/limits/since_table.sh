#!/bin/sh
# The tables of README.md from since.csv: how many times the iterations of one commit another makes, in processor time
# for one thread and in time for two. Then the time of an iteration with one more key over that of `seq`, by both
# commits:
#
#   results/limits/since_table.sh BEFORE AFTER [FILE]
#
# Of other engines and games only the first: ENGINES="leaf:threads=1 naive" GAMES="hex:size=11 othello" ...
set -eu
cd "$(dirname "$0")"
games="connect_four hex:size=7 hex:size=11 breakthrough othello ultimate_tic_tac_toe tic_tac_toe go:size=9"
engines="seq seq:batch=512 tree:threads=1 tree:threads=2 root:threads=2 seq:solver=on seq:reuse=on"
engines="$engines seq:fpu=1.1 seq:select=puct seq:rave=100"
awk -v before="$1" -v after="$2" -v all_games="${GAMES:-$games}" -v more="${ENGINES:-}" \
  -v all_engines="${ENGINES:-$engines}" "$(cat ../turns.awk)"'
  read_row() {
    rate[row["commit"], row["game"], row["engine"], row["turn"]] = \
      row["iterations"] / row[row["engine"] ~ /threads=2/ ? "seconds" : "processor_seconds"]
    if (row["turn"] > turns) turns = row["turn"] + 0
  }
  function cost(commit, game, engine,  x, n) {
    n = ratios(rate, commit SUBSEP game SUBSEP "seq", commit SUBSEP game SUBSEP engine, turns, x)
    return n > 0 ? sprintf("%.2f", mean(x, n)) : "-"
  }
  END {
    games = split(all_games, game, " ")
    engines = split(all_engines, engine, " ")
    cells = "engine"
    for (g = 1; g <= games; ++g) cells = cells "\t" game[g]
    print line_of(cells)
    print rule_of(cells)
    for (e = 1; e <= engines; ++e) {
      cells = "`" engine[e] "`"
      for (g = 1; g <= games; ++g) {
        key = SUBSEP game[g] SUBSEP engine[e]
        n = ratios(rate, after key, before key, turns, x)
        cells = cells "\t" mean_text(x, n)
      }
      print line_of(cells)
    }
    if (more != "") exit
    print ""
    for (e = 6; e <= engines; ++e) {
      cells = "`" substr(engine[e], 5) "`"
      for (g = 1; g <= games; ++g) {
        cells = cells "\t" cost(before, game[g], engine[e]) ", " cost(after, game[g], engine[e])
      }
      print line_of(cells)
    }
  }' "${3:-since.csv}"
