// The page's structure, style and script. Nothing is loaded from elsewhere.
#include "bench/page/page.hpp"

namespace banyan::bench {

const char* const kPage = R"page(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{title}}</title>
<style>
  :root { color-scheme: light; }
  body {
    margin: 0 auto; padding: 0 1rem 3rem; max-width: 75rem;
    font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
  }
  h1 { margin: 1.5rem 0 0; font-size: 1.6rem; line-height: 1.2; }
  h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid #ccc; font-size: 1.25rem; }
  h3 { margin: 1.5rem 0 .25rem; font-size: 1rem; }
  p, ul, dl { max-width: 46rem; }
  .where { margin: .25rem 0 1rem; color: #555; }
  .verdict { padding: .75rem 1rem; border-left: .3rem solid #0072b2; background: #eef5fa; }
  .verdict p { margin: .5rem 0 0; max-width: none; font-size: .875rem; color: #444; }
  .verdict .answer { margin: 0 0 .5rem; font-size: 1.15rem; font-weight: 600; color: #1a1a1a; }
  .warning { padding: .75rem 1rem; border-left: .3rem solid #d55e00; background: #fdf1e8; }
  .warning ul { margin: 0; padding-left: 1.1rem; }
  nav { margin: 1rem 0; }
  nav a { margin-right: 1rem; white-space: nowrap; }
  a { color: #0060a0; }
  .table { overflow-x: auto; max-width: 100%; }
  table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
  th, td { padding: .2rem .7rem; text-align: left; white-space: nowrap; }
  th { border-bottom: 2px solid #888; vertical-align: bottom; }
  td { border-bottom: 1px solid #e4e4e4; }
  .n { text-align: right; }
  th button { padding: 0; border: 0; background: none; font: inherit; color: inherit; cursor: pointer; }
  th[aria-sort=ascending] button::after { content: " \25b2"; }
  th[aria-sort=descending] button::after { content: " \25bc"; }
  .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 35rem), 1fr)); gap: 1rem 1.5rem; }
  figure { margin: .75rem 0; min-width: 0; overflow-x: auto; }
  figure.wide { grid-column: 1 / -1; }
  figure svg { display: block; }
  figcaption { font-size: .8rem; line-height: 1.4; color: #444; }
  code { overflow-wrap: anywhere; }
  dt { font-weight: 600; }
  dd { margin: 0 0 .6rem; }
  pre { overflow-x: auto; padding: .6rem .8rem; background: #f4f4f4; white-space: pre-wrap; overflow-wrap: anywhere; }
  @media (max-width: 40rem) {
    table { font-size: .75rem; }
    th, td { padding: .15rem .35rem; }
    td:not(.n) { white-space: normal; overflow-wrap: anywhere; min-width: 5.5rem; }
    th { white-space: normal; }
    figure:not(.wide) svg { width: 30rem; height: auto; }
  }
  @media print {
    body { max-width: none; padding: 0; font-size: 10pt; }
    nav { display: none; }
    .table { overflow: visible; }
    table { font-size: 7.5pt; }
    th, td { padding: .1rem .35rem; }
    h2, h3 { break-after: avoid; }
    figure, tr, .verdict, .warning { break-inside: avoid; }
    .figures { grid-template-columns: 1fr 1fr; }
    figure svg { width: 100%; height: auto; }
  }
</style>
</head>
<body>
<main>
<h1>{{title}}</h1>
<p class="where">{{where}}</p>
<section id="verdict" class="verdict" aria-label="Verdict">
{{verdict}}
</section>
{{warnings}}
<nav>{{contents}}<a href="#reading">How to read this</a>
<a href="#provenance">Provenance</a></nav>
{{sections}}
<section id="reading">
<h2>How to read this</h2>
<dl>
  <dt>What is an iteration?</dt>
  <dd>One descent from the root, at most one new node, one or more playouts (simulated games), and
    one backup of their results. Only <code>leaf</code> makes several playouts per iteration, so
    compare it by playouts too.</dd>
  <dt>Which baseline?</dt>
  <dd>Speed-up and Elo are over <code>seq</code>, the sequential core without atomics or locks. The
    speed-up over one thread of the same engine stands beside it. It shows what threads bring, but
    one thread of a parallel engine can be slow. <code>plain</code> is UCT in one vector of nodes;
    <code>naive</code> is MCTS as textbooks write it. All ran on this machine, at the same time
    budget.</dd>
  <dt>Where does the time of an iteration go?</dt>
  <dd>Into select (the walk down the tree), expand (a new node), playout, and back up (the way back
    with the result). A strategy that runs one phase in parallel gains no more than its share.</dd>
  <dt>How sure is it?</dt>
  <dd>Each estimate has a 95&nbsp;% interval. For speed it covers the scatter between repetitions
    ({{settings}}), which run in random order. It does not cover another day or another machine. For
    Elo it comes from pairs of games: each opening is played twice, with colours swapped. If two
    intervals overlap, do not call either engine better. "Too noisy" stands for an interval that says
    nothing.</dd>
  <dt>Equal time or equal iterations?</dt>
  <dd>Elo at equal time is what you gain by using the engine. At equal iterations speed does not
    count. What is lost there is what parallelism costs the search: stale statistics and virtual
    loss.</dd>
  <dt>Why depth?</dt>
  <dd>A shallow tree raises iterations/s and plays worse. Read rates beside depth.</dd>
  <dt>What does bold mean?</dt>
  <dd>The best number of its column, within one game and budget, if its interval leaves out the
    others.</dd>
  <dt>Which machine, and how to repeat it?</dt>
  <dd>{{machine}} Repeat it with <code>{{command}}</code>. <a href="#provenance">Provenance</a> has
    more. The numbers are in <code>results.csv</code>, the figures with their scripts in
    <code>figures/</code>.</dd>
</dl>
</section>
<section id="provenance">
<h2>Provenance</h2>
{{provenance}}
<p>Repeat with:</p>
<pre>{{command}}</pre>
{{left_out}}
</section>
</main>
<script>
  // Tables sort by a click on a column's head, first the largest numbers.
  const scales = { k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
  function sortKey(cell) {
    if (!cell.classList.contains("n")) return cell.textContent;
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
    const found = cell.textContent.match(/([-+]?[0-9.]+)(?: ([kMGT]))?/);
    return found ? Number(found[1]) * (scales[found[2]] || 1) : -Infinity;
  }
  function compare(a, b) {
    return typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
  }
  for (const head of document.querySelectorAll("th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const number = head.classList.contains("n");
      const now = head.getAttribute("aria-sort");
      const down = now ? now === "ascending" : number;
      for (const other of head.parentNode.children) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const body = head.closest("table").tBodies[0];
      const key = (row) => sortKey(row.cells[head.cellIndex]);
      const rows = [...body.rows].sort((a, b) => compare(key(a), key(b)) * (down ? -1 : 1));
      body.append(...rows);
    });
  }
</script>
</body>
</html>
)page";

}  // namespace banyan::bench
