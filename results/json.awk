# Reading a line of JSON as `banyan match --json` prints it: what the scripts beside it share. In awk:
#   awk "$(cat ../json.awk)"'{ print field("game") }' FILE.jsonl

# The first value of that name, without quotes; "-" if there is none.
function field(name,  text) {
  if (!match($0, "\"" name "\": (\"[^\"]*\"|[^,}]*)")) return "-"
  text = substr($0, RSTART, RLENGTH)
  sub("^\"" name "\": \"?", "", text)
  sub("\"$", "", text)
  return text
}
function number(text, name) {
  if (!match(text, "\"" name "\": [0-9.e+-]+")) return 0
  text = substr(text, RSTART, RLENGTH)
  sub(/^[^ ]* /, "", text)
  return text + 0
}
# Of an object that has a number a and a number b: a over b.
function pair(name,  text) {
  if (!match($0, "\"" name "\": \\{[^}]*")) return "-"
  text = substr($0, RSTART, RLENGTH)
  return number(text, "b") > 0 ? number(text, "a") / number(text, "b") : "-"
}
