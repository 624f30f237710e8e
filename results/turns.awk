# Reading the CSV files of turns.sh, and ratios over turns. In awk:
#   awk "$(cat ../turns.awk)"'read_row() { print row["game"], row["seconds"] }' FILE.csv

# Puts this line into `row`, by the names in the first line of its file; 0 for that line.
function read_row(  quoted, count, i, fields) {
  if (match($0, /"[^"]*"/)) {  # an engine, whose keys have commas
    quoted = substr($0, RSTART + 1, RLENGTH - 2)
    gsub(/,/, "\t", quoted)
    $0 = substr($0, 1, RSTART - 1) quoted substr($0, RSTART + RLENGTH)
  }
  count = split($0, fields, ",")
  split("", row)
  for (i = 1; i <= count; ++i) {
    if (FNR == 1) header[i] = fields[i]
    gsub(/\t/, ",", fields[i])
    row[header[i]] = fields[i]
  }
  return FNR > 1
}

# The geometric mean of x[1] to x[n]; "-" of none.
function mean(x, n,  i, sum) {
  for (i = 1; i <= n; ++i) sum += log(x[i])
  return n > 0 ? exp(sum / n) : "-"
}

# The same with its 95 % interval, by Student's t on logarithms.
function mean_text(x, n,  i, sum, squares, error, t) {
  if (n < 2) return "-"
  split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 " \
        "2.101 2.093 2.086 2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045", t, " ")
  for (i = 1; i <= n; ++i) {
    sum += log(x[i])
    squares += log(x[i]) ^ 2
  }
  sum /= n
  error = (n <= 30 ? t[n - 1] : 1.96) * sqrt((squares / n - sum * sum) / (n - 1))
  return sprintf("%.2f (%.2f to %.2f)", exp(sum), exp(sum - error), exp(sum + error))
}

# Puts the ratios over[...] / under[...] of each turn that has both into `x`; returns how many there are. Both are
# parts of `value`, by keys and turn.
function ratios(value, over, under, turns, x,  turn, n) {
  split("", x)
  for (turn = 1; turn <= turns; ++turn) {
    if ((over, turn) in value && (under, turn) in value) x[++n] = value[over, turn] / value[under, turn]
  }
  return n + 0
}

# A line of a table, and the one below its header, from a text of cells between tabs.
function line_of(cells) {
  gsub(/\t/, " | ", cells)
  return "| " cells " |"
}
function rule_of(cells,  count, i, text, parts) {
  count = split(cells, parts, "\t")
  text = "| :--- |"
  for (i = 2; i <= count; ++i) text = text " ---: |"
  return text
}
