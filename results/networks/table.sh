#!/bin/sh
# The tables of README.md, from matches.jsonl: results/networks/table.sh
set -eu
cd "$(dirname "$0")"
awk "$(cat ../json.awk)"'
function elo() {
  if (field("elo") == "null") return "beyond 800"
  return sprintf("%+.0f ± %.0f", field("elo"), field("elo_error95"))
}
{
  split(field("label"), label, ", ")
  game = label[1]
  engine = substr(field("label"), length(label[1] label[2]) + 5)
  if (!(game in seen)) { seen[game] = 1; games[++count] = game }
  value[game, label[2], engine, field("rival")] = elo()
  if (field("rival") ~ /^seq:iterations=/) timed[game] = elo()
}
function of(game, evaluations, engine, rival) {
  return (game, evaluations, engine, rival) in value ? value[game, evaluations, engine, rival] : "-"
}
END {
  one = "batched:eval=net,batch=1"
  print "| game | against `seq` | in the time of `seq` | against `batched:batch=1` by playouts | half the evaluations, against all |"
  print "|---|---:|---:|---:|---:|"
  for (i = 1; i <= count; ++i) {
    g = games[i]
    print "| " g " | " of(g, 200, one, "seq") " | " timed[g] " | " of(g, 200, one, "batched:batch=1") " | " \
      of(g, 400, one ",iterations=200", one) " |"
  }
  print ""
  print "| game | batch | `vl=mean` | `vl=1` | `vl=3` | `vl=0` |"
  print "|---|---:|---:|---:|---:|---:|"
  split("4 16 64 256", batches, " ")
  for (i = 1; i <= count; ++i) for (b = 1; b <= 4; ++b) {
    g = games[i]
    line = "| " g " | " batches[b] " |"
    split("mean 1 3 0", rules, " ")
    played = 0
    for (r = 1; r <= 4; ++r) {
      elo_of_a = of(g, 400, "batched:eval=net,batch=" batches[b] ",vl=" rules[r], one)
      line = line " " elo_of_a " |"
      played += elo_of_a != "-"
    }
    if (played) print line
  }
  print ""
  print "| game | batch 1 | 4 | 16 | 64 | 256 |"
  print "|---|---:|---:|---:|---:|---:|"
  for (i = 1; i <= count; ++i) {
    g = games[i]
    base = "batched:eval=net,batch="
    if ((g, 1379, base "1,iterations=25", base 64) in value)
      print "| " g " | " of(g, 1379, base "1,iterations=25", base 64) " | " \
        of(g, 1379, base "4,iterations=99", base 64) " | " \
        of(g, 1379, base "16,iterations=385", base 64) " | 0 | " \
        of(g, 1379, base "256,iterations=3902", base 64) " |"
  }
  print ""
  print "| game | `c=0.4` | `c=0.75` | `c=3` | `c=6` | batch 64 at `c=6`, `vl=mean` | `vl=1` |"
  print "|---|---:|---:|---:|---:|---:|---:|"
  for (i = 1; i <= count; ++i) {
    g = games[i]
    wide = one ",c=6"
    if ((g, 400, wide, one) in value)
      print "| " g " | " of(g, 400, one ",c=0.4", one) " | " of(g, 400, one ",c=0.75", one) " | " of(g, 400, one ",c=3", one) " | " \
        of(g, 400, wide, one) " | " of(g, 400, base "64,vl=mean,c=6", wide) " | " \
        of(g, 400, base "64,vl=1,c=6", wide) " |"
  }
  print ""
  print "| game | evaluations | Gumbel search against PUCT | without its random variables | half the evaluations, against all |"
  print "|---|---:|---:|---:|---:|"
  split("4 16 64 400", budgets, " ")
  for (i = 1; i <= count; ++i) for (b = 1; b <= 4; ++b) {
    g = games[i]
    n = budgets[b]
    if ((g, n, one ",gumbel=16", one) in value)
      print "| " g " | " n " | " of(g, n, one ",gumbel=16", one) " | " \
        of(g, n, one ",gumbel=16,gumbel_scale=0", one) " | " of(g, n, one ",iterations=" n / 2, one) " |"
    narrow = one ",c=0.75"
    if ((g, n, narrow ",gumbel=16,gumbel_scale=0", narrow) in value)
      print "| " g " | " n ", both with `c=0.75` | | " of(g, n, narrow ",gumbel=16,gumbel_scale=0", narrow) " | |"
    if ((g, n, base "16,gumbel=16", base 16) in value)
      print "| " g " | " n ", in batches of 16 | " of(g, n, base "16,gumbel=16", base 16) " | | |"
  }
  print ""
  print "| game | evaluations | the regularised policy against PUCT | with `c=0.4` | `c=0.75` | `c=3` | half the evaluations, against all |"
  print "|---|---:|---:|---:|---:|---:|---:|"
  for (i = 1; i <= count; ++i) for (b = 1; b <= 4; ++b) {
    g = games[i]
    n = budgets[b]
    rule = one ",select=regularized"
    if ((g, n, rule, one) in value)
      print "| " g " | " n " | " of(g, n, rule, one) " | " of(g, n, rule ",c=0.4", one) " | " \
        of(g, n, rule ",c=0.75", one) " | " of(g, n, rule ",c=3", one) " | " of(g, n, one ",iterations=" n / 2, one) " |"
  }
  print ""
  print "| game | call + leaf | batch 1 | 4 | 16 | 256 | 64, two streams | 64, 128 in flight | 64, a cache | half of the evaluations |"
  print "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
  split("1.5 1.5 0.75", widths, " ")
  split("connect_four hex:size=7 othello", simulated, " ")
  devices = split("2us+550ns 800us+2us 3ms+20us", device, " ")
  split("2ms 20ms 90ms", clock, " ")
  keys = split("batch=1 batch=4 batch=16 batch=256 batch=64,threads=2,streams=2 batch=64,inflight=128 batch=64,cache=1M batch=64,iterations=650", key, " ")
  for (g = 1; g <= 3; ++g) for (d = 1; d <= devices; ++d) {
    on = "batched:eval=net,c=" widths[g] ",simulated=on,descent=1us,device=" device[d] ",clock=" clock[d]
    line = "| " simulated[g] " | " device[d] " |"
    for (k = 1; k <= keys; ++k) line = line " " of(simulated[g], 1, on "," key[k], on ",batch=64") " |"
    print line
  }
}
' matches.jsonl
