# Reads the stacks that stacks.awk prints and draws a flame graph (Gregg 2016) as one SVG: each
# function stands on its caller, as wide as its share of the samples. The order of neighbours is
# alphabetical and means nothing.
#
#   title=TEXT awk -f flame_graph.awk     `least`: percent below which a frame is left out
#
# The title comes by the environment: awk would take backslashes in a -v for escapes.

BEGIN {
  if (least == "") least = 0.1
  kWidth = 1200
  kHeight = 17  # of a frame
  kTop = 44
  kLetter = 6.7  # width of one
  kLetters = " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:<>(){}[],&*~#."
  name[0] = "all"
}

function escaped(text) {
  gsub(/[\001-\037\177]/, " ", text)
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  gsub(/>/, "\\&gt;", text)
  gsub(/"/, "\\&quot;", text)
  return text
}

# The same warm colour for the same function, in every picture.
function colour(text,    i, hash) {
  for (i = 1; i <= length(text); ++i) {
    hash = (hash * 31 + index(kLetters, substr(text, i, 1))) % 65521
  }
  return sprintf("rgb(%d,%d,%d)", 215 + hash % 40, 95 + int(hash / 40) % 120, 40 + hash % 50)
}

# The node of a function under its caller's; new ones are put among their siblings in order.
function child_of(caller, text,    node, before) {
  if ((caller, text) in child) return child[caller, text]
  node = child[caller, text] = ++nodes
  name[node] = text
  parent[node] = caller
  depth[node] = depth[caller] + 1
  if (!first[caller] || text < name[first[caller]]) {
    next_to[node] = first[caller]
    first[caller] = node
    return node
  }
  before = first[caller]
  while (next_to[before] && name[next_to[before]] < text) before = next_to[before]
  next_to[node] = next_to[before]
  next_to[before] = node
  return node
}

# Draws a node whose place is known. Template arguments are in the title alone.
function draw(node,    width, share, shown, letters) {
  share = 100 * samples[node] / samples[0]
  if (depth[node] > deepest) deepest = depth[node]
  width = kWidth * samples[node] / samples[0]
  letters = int((width - 6) / kLetter)
  shown = name[node]
  while (shown !~ /operator[-<>]/ && sub(/<[^<>]*>/, "", shown));
  if (length(shown) > letters) shown = letters < 4 ? "" : substr(shown, 1, letters - 2) ".."
  drawn[++count_drawn] = "<g><title>" escaped(name[node]) \
      sprintf(": %d samples, %.1f %%</title>", samples[node], share) \
      sprintf("<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>",
              x[node], -(depth[node] + 1) * kHeight, width, kHeight - 1, colour(name[node])) \
      (shown == "" ? "" : sprintf("<text x=\"%.2f\" y=\"%d\">", x[node] + 3,
                                  -depth[node] * kHeight - 5) escaped(shown) "</text>") "</g>"
}

# The node after this one, callers before what they call; 0 after the last. Without recursion, for
# which mawk's stack is too small.
function following(node,    below, at) {
  if (samples[node] < least / 100 * samples[0]) {
    ++left_out
  } else {
    draw(node)
    at = x[node]
    for (below = first[node]; below; below = next_to[below]) {
      x[below] = at
      at += kWidth * samples[below] / samples[0]
    }
    if (first[node]) return first[node]
  }
  while (node && !next_to[node]) node = parent[node]
  return next_to[node]
}

{
  count = $NF
  sub(/ [0-9]+$/, "")
  n = split($0, frame, ";")
  samples[0] += count
  node = 0
  for (i = 1; i <= n; ++i) {
    node = child_of(node, frame[i])
    samples[node] += count
  }
}

END {
  if (!samples[0]) {
    print "flame_graph.awk: no samples" >"/dev/stderr"
    exit 1
  }
  node = 0
  do node = following(node); while (node)
  height = kTop + (deepest + 1) * kHeight + 8
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\"",
      kWidth, height, kWidth, height
  print " font-family=\"monospace\" font-size=\"11\">"
  print "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
  print "<text x=\"3\" y=\"16\" font-size=\"14\">" escaped(ENVIRON["title"]) "</text>"
  printf "<text x=\"3\" y=\"33\" fill=\"#666\">%d samples", samples[0]
  if (left_out) printf "; %d frames under %s %% are not shown, nor what they call", left_out, least
  print "</text>"
  print "<g transform=\"translate(0," height - 8 ")\">"
  for (i = 1; i <= count_drawn; ++i) print drawn[i]
  print "</g>\n</svg>"
}
