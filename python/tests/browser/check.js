// What python/tests/browser/check looks at, from within the page. Its findings are the text of
// <output id="check">, parted by '|': what was seen, then a "fault: ..." each.
(() => {
  const faults = [];
  const fault = (text) => faults.push(`fault: ${text.replaceAll("|", "/").replaceAll("\n", " ")}`);
  addEventListener("error", (event) => fault(`error: ${event.message}`), true);
  addEventListener("unhandledrejection", (event) => fault(`error: ${event.reason}`));

  // The number that a reader sees in a cell, not the one that the page sorts by; null for none, and
  // for a bound ("< +26").
  const seen = (cell) => {
    const found = cell.textContent.replace("−", "-").match(/^([-+]?[\d.]+)( [kMGT]\b)?/);
    if (!found) return null;
    return Number(found[1]) * 1000 ** " kMGT".indexOf((found[2] || "  ").slice(1));
  };

  const checkColumn = (table, head, name) => {
    const rows = [...table.tBodies[0].rows];
    const number = head.classList.contains("n");
    const button = head.querySelector("button");
    if (!button) return fault(`${name}: nothing to click`);
    for (const order of number ? ["descending", "ascending"] : ["ascending", "descending"]) {
      button.click();
      if (head.getAttribute("aria-sort") !== order) fault(`${name}: is not said to be ${order}`);
      const now = [...table.tBodies[0].rows];
      if (now.length !== rows.length || !rows.every((row) => now.includes(row))) {
        fault(`${name}: sorting loses rows`);
      }
      const cells = now.map((row) => row.cells[head.cellIndex]);
      const keys = cells.map((cell) => (number ? seen(cell) : cell.textContent));
      for (let i = 1; i < keys.length; ++i) {
        if (keys[i - 1] === null || keys[i] === null) continue;
        const step = number
          ? keys[i] - keys[i - 1]
          : keys[i].localeCompare(keys[i - 1], "en", { numeric: true });
        // What is seen is rounded.
        const slack = number ? 0.01 * Math.max(Math.abs(keys[i]), Math.abs(keys[i - 1])) : 0;
        if (order === "ascending" ? step < -slack : step > slack) {
          fault(`${name}: ${cells[i - 1].textContent} before ${cells[i].textContent}, ${order}`);
          break;
        }
      }
    }
  };

  const check = () => {
    const tables = [...document.querySelectorAll("table")];
    let columns = 0;
    tables.forEach((table, i) => {
      const before = faults.length;
      for (const head of table.querySelectorAll("th")) {
        ++columns;
        if (faults.length > before) continue;  // one a table will do
        checkColumn(table, head, `table ${i + 1}, ${head.textContent}`);
      }
    });
    const figures = [...document.querySelectorAll("figure")];
    figures.forEach((figure, i) => {
      const image = figure.querySelector("img");
      const box = image && image.getBoundingClientRect();
      if (!box || !image.naturalWidth || box.width < 100 || box.height < 50) {
        fault(`figure ${i + 1} does not show`);
      }
    });
    for (const link of document.querySelectorAll("a[href^='#']")) {
      const target = link.getAttribute("href").slice(1);
      if (!document.getElementById(target)) fault(`a link to #${target} leads nowhere`);
    }
    const verdict = document.getElementById("verdict");
    if (!verdict || verdict.getBoundingClientRect().top > innerHeight / 2) {
      fault("the verdict is not on the first screen");
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) fault(`the page is ${wide} pixels too wide`);
    for (const each of performance.getEntriesByType("resource")) {
      if (!each.name.startsWith("data:")) fault(`it asks for ${each.name}`);
    }

    const output = document.createElement("output");
    output.id = "check";
    const summary = `${tables.length} tables of ${columns} columns sort, ${figures.length} figures show`;
    output.textContent = [summary, ...faults].join("|");
    document.body.append(output);
  };
  addEventListener("load", () => setTimeout(check, 0));
})();
