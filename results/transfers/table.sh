#!/bin/sh
# The tables of README.md, from lines.csv, trees.csv and scaling.csv: results/transfers/table.sh
set -eu
cd "$(dirname "$0")"

# In awk: the median of n numbers in list, which it sorts.
median='
  function median(list, n,  i, j, x) {
    for (i = 2; i <= n; ++i) {
      x = list[i]
      for (j = i - 1; j > 0 && list[j] > x; --j) list[j + 1] = list[j]
      list[j + 1] = x
    }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
  }'

awk -F, "$median"'
  NR == 1 { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i }; next }
  {
    gsub(/"|\/real_time/, "", $1)
    if (!($1 in count)) order[++names] = $1
    ++count[$1]
    low[$1, count[$1]] = $column["low"] * 1e9
    mid[$1, count[$1]] = $column["median"] * 1e9
  }
  function of(values, name,  i, list) {
    for (i = 1; i <= count[name]; ++i) list[i] = values[name, i]
    return median(list, count[name])
  }
  END {
    print "| loop | ns per access, lowest tenth | median |"
    print "| :--- | ---: | ---: |"
    for (k = 1; k <= names; ++k) {
      printf "| `%s` | %.0f | %.0f |\n", order[k], of(low, order[k]), of(mid, order[k])
    }
    print ""
  }' lines.csv

awk -F, "$median"'
  FILENAME == "scaling.csv" {
    if ($4 == 50 && $5 == 2) predicted[$1, $2, $3, ++seeds[$1, $2, $3]] = 2 * $7 / $8
    next
  }
  FNR == 1 { for (i = 1; i <= NF; ++i) { gsub(/"/, "", $i); column[$i] = i }; next }
  $column["s/iteration"] != "" {
    game = $1 ~ /Hex/ ? "hex:size=11" : "connect_four"
    scheme = $1 ~ /Leased/ ? "leased" : "tree"
    match($1, /iterations:[0-9]+/)
    iterations = substr($1, RSTART + 11, RLENGTH - 11)
    kind = $1 ~ /threads:1/ ? "one" : $1 ~ /trees:2/ ? "own" : "shared"
    key = game SUBSEP scheme SUBSEP iterations
    time[key, kind, ++n[key, kind]] = $column["s/iteration"] * 1e9
  }
  function of(key, kind,  i, list) {
    for (i = 1; i <= n[key, kind]; ++i) list[i] = time[key, kind, i]
    return median(list, n[key, kind])
  }
  function range(key, kind,  i, least, most) {
    least = most = time[key, kind, 1]
    for (i = 2; i <= n[key, kind]; ++i) {
      if (time[key, kind, i] < least) least = time[key, kind, i]
      if (time[key, kind, i] > most) most = time[key, kind, i]
    }
    return sprintf("%.0f (%.0f to %.0f)", of(key, kind), least, most)
  }
  function simulated(key,  i, list) {
    for (i = 1; i <= seeds[key]; ++i) list[i] = predicted[key, i]
    return median(list, seeds[key])
  }
  END {
    print "| game | tree | iterations | one thread, ns | two, a tree each | two, one tree | measured factor | simulated |"
    print "| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: |"
    split("connect_four hex:size=11", games, " ")
    split("leased tree", schemes, " ")
    split("20000 200000", sizes, " ")
    for (g = 1; g <= 2; ++g) for (s = 1; s <= 2; ++s) for (i = 1; i <= 2; ++i) {
      key = games[g] SUBSEP schemes[s] SUBSEP sizes[i]
      printf "| %s | %s | %d | %s | %s | %s | %.2f | %.2f |\n", games[g],
        schemes[s] == "tree" ? "packed" : "leased", sizes[i], range(key, "one"), range(key, "own"),
        range(key, "shared"), of(key, "shared") / of(key, "own"), simulated(key)
    }
    print ""
  }' scaling.csv trees.csv

awk -F, "$median"'
  NR > 1 {
    key = $1 SUBSEP $2 SUBSEP $3
    if (!(key in known)) { known[key]; order[++rows] = key }
    i = ++n[key, $4, $5]
    busy[key, $4, $5, i] = 100 * $8 / $7 / $5
    rate[key, $4, $5, i] = 1000 * $3 / $7
  }
  function of(values, key, transfer, workers,  i, list) {
    for (i = 1; i <= n[key, transfer, workers]; ++i) list[i] = values[key, transfer, workers, i]
    return median(list, n[key, transfer, workers])
  }
  function print_table(what, values, format,  k, t, w, part) {
    printf "| %s | tree | iterations | ns per transfer |", what
    for (w = 1; w <= 64; w *= 2) printf " %d |", w
    printf "\n| :--- | :--- | ---: | ---: |"
    for (w = 1; w <= 64; w *= 2) printf " ---: |"
    print ""
    for (k = 1; k <= rows; ++k) for (t = 0; t <= 100; t += 50) {
      split(order[k], part, SUBSEP)
      printf "| %s | %s | %d | %d |", part[1], part[2] == "tree" ? "packed" : "leased", part[3], t
      for (w = 1; w <= 64; w *= 2) printf " " format " |", of(values, order[k], t, w)
      print ""
    }
    print ""
  }
  END {
    print_table("utilisation, % of", busy, "%.0f")
    print_table("M iterations/s of", rate, "%.1f")
  }' scaling.csv
