# Reads what `perf script -F ip,sym,dso` prints and prints each stack once, root first, with its
# number of samples: "main;search;select 12", which flame_graph.awk, shares.awk and other tools read.
#
#   awk -v program=FILE -v addr2line='addr2line -aifC -e FILE' -v scratch=FILE -f stacks.awk
#
# Functions that the compiler inlined into the program's own are shown as frames too: addr2line finds
# them, where Debian's perf does not.

# The address before a hexadecimal one. That a caller returns to may belong to another function.
function before(address,    last, digit) {
  last = length(address)
  digit = index("0123456789abcdef", substr(address, last, 1)) - 1
  if (digit > 0) return substr(address, 1, last - 1) substr("0123456789abcdef", digit, 1)
  return before(substr(address, 1, last - 1)) "f"
}

# Where the parenthesis that opens at a place closes.
function closing(text, at,    open) {
  for (; at <= length(text); ++at) {
    if (substr(text, at, 1) == "(") ++open
    if (substr(text, at, 1) == ")" && --open == 0) break
  }
  return at
}

# A function's name without our namespaces, its result's type and its parameters.
function short(name,    i, c, depth, kept) {
  gsub(/banyan::(bench::)?|\(anonymous namespace\)::|\[abi:cxx11\]/, "", name)
  gsub(/\{lambda\([^()]*\)#/, "{lambda#", name)
  gsub(/decltype ?\(([^()]|\([^()]*\))*\)/, "auto", name)
  gsub(/> >/, ">>", name)
  gsub(/> >/, ">>", name)
  gsub(/operator\(\)/, "operator\001\002", name)
  gsub(/operator<</, "operator\003\003", name)
  gsub(/operator</, "operator\003", name)
  gsub(/operator->/, "operator-\004", name)
  gsub(/operator>/, "operator\004", name)
  gsub(/;/, ":", name)
  for (i = 1; i <= length(name); ++i) {
    c = substr(name, i, 1)
    if (c == "<") ++depth
    if (c == ">") --depth
    if (depth == 0 && c == "(") {
      # Parameters: the end, unless they are of a function that a name is local to.
      i = closing(name, i)
      if (substr(name, i + 1) ~ /^ const::/) i += 6
      if (substr(name, i + 1) !~ /^::/) break
      continue
    }
    if (depth == 0 && c == " " && kept !~ /operator[^a-zA-Z0-9_:]*$/) kept = ""
    else kept = kept c
  }
  gsub(/\001/, "(", kept)
  gsub(/\002/, ")", kept)
  gsub(/\003/, "<", kept)
  gsub(/\004/, ">", kept)
  return kept == "" ? name : kept
}

# Ends a stack: its frames were read from the leaf to the root.
function finish() {
  if (frames != "") ++samples[frames]
  frames = ""
  called = lost = 0
}

NF == 0 { finish(); next }

# "  address symbol (dso)": a symbol may contain spaces.
/^[ \t]+[0-9a-f]+ / {
  address = $1
  dso = $NF
  symbol = $0
  sub(/^[ \t]+[0-9a-f]+ /, "", symbol)
  sub(/ \([^()]*\)$/, "", symbol)
  # Not code: what called it was compiled without frame pointers.
  if (dso == "([unknown])") lost = 1
  if (lost) next
  if (dso == "(" program ")") {
    # An interrupt's caller was not calling: it stopped at that very address.
    address = "0x" (called ? before(address) : address)
    asked[address]
  } else {
    address = ""
  }
  if (symbol == "[unknown]") {
    symbol = dso
    gsub(/^\(.*\/|[()]/, "", symbol)
  }
  frames = frames address "\t" symbol "\n"
  called = dso !~ /kernel/
}

END {
  finish()
  if (addr2line != "") {
    resolve = addr2line " >" scratch
    for (address in asked) print address | resolve
    close(resolve)
    # An address, then for each function at it, the innermost first, its name and its line.
    for (place = 0; (getline line <scratch) > 0; ++place) {
      if (line ~ /^0x[0-9a-f]+$/) {
        address = line
        sub(/^0x0*/, "0x", address)
        place = 0
      } else if (place % 2 == 1 && line != "??") {
        callees = address in inlined ? ";" inlined[address] : ""
        inlined[address] = short(line) callees
      }
    }
  }
  for (frames in samples) {
    stack = ""
    n = split(frames, frame, "\n") - 1
    for (i = n; i >= 1; --i) {
      split(frame[i], part, "\t")
      name = part[1] in inlined ? inlined[part[1]] : short(part[2])
      stack = stack (stack == "" ? "" : ";") name
    }
    sum[stack] += samples[frames]
  }
  for (stack in sum) print stack, sum[stack] | "LC_ALL=C sort"
}
