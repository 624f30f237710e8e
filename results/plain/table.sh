#!/bin/sh
# The tables of README.md: how many times `plain`'s playouts per processor second an engine makes, the geometric
# mean over turns with its 95 % interval by Student's t on logarithms: results/plain/table.sh [turns_xeon.csv]
set -eu
cd "$(dirname "$0")"
awk -F, '
  BEGIN { split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228", t, " ") }
  NR > 1 { rate[$1, $3, $2] = $4 / $5; turns = $2 > turns ? $2 : turns }
  function mean(game, engine,  i, sum) {
    for (i = 1; i <= turns; ++i) sum += log(rate[game, engine, i])
    return exp(sum / turns)
  }
  function ratio(game, engine,  i, x, sum, squares, error) {
    for (i = 1; i <= turns; ++i) {
      x = log(rate[game, engine, i] / rate[game, "plain", i])
      sum += x
      squares += x * x
    }
    sum /= turns
    error = t[turns - 1] * sqrt((squares / turns - sum * sum) / (turns - 1))
    return sprintf("%.2f (%.2f to %.2f)", exp(sum), exp(sum - error), exp(sum + error))
  }
  END {
    print "| game | `plain`, playouts per processor second | `seq`, times `plain` (95 %) | `seq:batch=512`, times `plain` (95 %) |"
    print "| :--- | ---: | ---: | ---: |"
    games = split("connect_four hex:size=11 othello go:size=9", game, " ")
    for (i = 1; i <= games; ++i) {
      printf("| %s | %.0f k | %s | %s |\n", game[i], mean(game[i], "plain") / 1000,
             ratio(game[i], "seq"), ratio(game[i], "seq:batch=512"))
    }
  }' "${1:-turns.csv}"
