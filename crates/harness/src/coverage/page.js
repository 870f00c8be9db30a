"use strict";
{
  const rows = [...document.querySelectorAll("tr[data-by]")];
  const choice = document.getElementById("test");
  const told = document.getElementById("ran");

  // One digit of data-by is four tests.
  const ran = (row, test) => (parseInt(row.dataset.by[test >> 2] ?? "0", 16) >> (test & 3)) & 1;

  const choose = () => {
    const one = choice.value !== "";
    document.body.classList.toggle("one", one);
    for (const row of rows) row.classList.toggle("here", one && ran(row, +choice.value) === 1);
    told.textContent = one ? `: ${places().length} of ${rows.length}.` : "";
  };

  // What the keys go to: lines to look at, or the lines of the chosen test.
  const places = () =>
    rows.filter((row) =>
      choice.value === ""
        ? row.classList.contains("never") || row.classList.contains("half")
        : row.classList.contains("here"));

  const go = (step) => {
    const found = places();
    if (found.length === 0) return;
    const at = found.indexOf(document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : found.length - 1) : at + step;
    const row = found[(next + found.length) % found.length];
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "center" });
  };

  choice.addEventListener("change", choose);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === choice) return;
    if (event.key === "n") go(1);
    else if (event.key === "p") go(-1);
    else if (event.key === "t") window.scrollTo(0, 0);
    else return;
    event.preventDefault();
  });
  document.getElementById("tools").hidden = false;
  choose();
}
