#!/bin/sh
# The tables of README.md from since.csv: how many times the iterations of one commit another makes, in processor time
# for one thread and in time for two. Geometric means over turns, 95 % intervals by Student's t on logarithms. Then the
# time of an iteration with one more key over that of `seq`, by both commits:
#
#   results/limits/since_table.sh BEFORE AFTER [FILE]
set -eu
cd "$(dirname "$0")"
awk -F, -v before="$1" -v after="$2" '
  BEGIN { split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131", t, " ") }
  FNR > 1 { rate[$1, $4, $2, $3] = $5 / ($4 ~ /threads=2/ ? $6 : $7); turns = $2 > turns ? $2 : turns }
  function ratio(game, engine,  i, n, x, sum, squares, error) {
    for (i = 1; i <= turns; ++i) {
      if (!((game, engine, i, before) in rate) || !((game, engine, i, after) in rate)) continue
      x = log(rate[game, engine, i, after] / rate[game, engine, i, before])
      sum += x
      squares += x * x
      ++n
    }
    if (n < 2) return "-"
    sum /= n
    error = t[n - 1] * sqrt((squares / n - sum * sum) / (n - 1))
    return sprintf("%.2f (%.2f to %.2f)", exp(sum), exp(sum - error), exp(sum + error))
  }
  function cost(game, engine, commit,  i, n, sum) {
    for (i = 1; i <= turns; ++i) {
      if (!((game, engine, i, commit) in rate) || !((game, "seq", i, commit) in rate)) continue
      sum += log(rate[game, "seq", i, commit] / rate[game, engine, i, commit])
      ++n
    }
    return n == 0 ? "-" : sprintf("%.2f", exp(sum / n))
  }
  END {
    games = split("connect_four hex:size=7 hex:size=11 breakthrough othello ultimate_tic_tac_toe tic_tac_toe go:size=9",
                  game, " ")
    engines = split("seq seq:batch=512 tree:threads=1 tree:threads=2 root:threads=2 seq:solver=on seq:reuse=on" \
                    " seq:fpu=1.1 seq:select=puct seq:rave=100", engine, " ")
    line = "| engine |"
    rule = "|---|"
    for (g = 1; g <= games; ++g) { line = line " " game[g] " |"; rule = rule "---:|" }
    print line
    print rule
    for (e = 1; e <= engines; ++e) {
      line = "| `" engine[e] "` |"
      for (g = 1; g <= games; ++g) line = line " " ratio(game[g], engine[e]) " |"
      print line
    }
    print ""
    for (e = 6; e <= engines; ++e) {
      line = "| `" substr(engine[e], 5) "` |"
      for (g = 1; g <= games; ++g) line = line " " cost(game[g], engine[e], before) ", " cost(game[g], engine[e], after) " |"
      print line
    }
  }' "${3:-since.csv}"
