# Reads the stacks that stacks.awk prints; prints each function's share of the samples, alone
# ("self") and with all that it calls ("total"), the greatest first.
#
#   awk -v least=PERCENT -f shares.awk     leaves out functions whose total is less

{
  count = $NF
  sub(/ [0-9]+$/, "")
  n = split($0, frame, ";")
  split("", seen)
  for (i = 1; i <= n; ++i) {
    if (!(frame[i] in seen)) total[frame[i]] += count
    seen[frame[i]]
  }
  self[frame[n]] += count
  all += count
}

END {
  printf "%d samples\n\n   total      self  function\n", all
  for (name in total) {
    if (100 * total[name] < least * all) continue
    shown = length(name) <= 90 ? name : substr(name, 1, 88) ".."
    printf "%6.1f %%  %6.1f %%  %s\n", 100 * total[name] / all, 100 * self[name] / all, shown \
        | "LC_ALL=C sort -k1,1nr -k3,3n -k5"
  }
}
