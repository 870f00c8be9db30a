// Draws what the extension says about the machine.
"use strict";
const editor = acquireVsCodeApi();
const root = document.getElementById("machine");
let before = new Map();
let dragged = 0;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    name.startsWith("on") ? made.addEventListener(name.slice(2), value) : made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function timeline({ first, step, last, stops, edits, ended }) {
  const length = Math.max(1, last - first);
  const marks = element("div", { class: "marks", "aria-hidden": "true" });
  const mark = (at, kind, title) => {
    const made = element("i", { class: kind, title });
    made.style.left = `${(100 * (at - first)) / length}%`;
    marks.append(made);
  };
  stops.forEach((at) => mark(at, "stop", `stopped at step ${at}`));
  edits.forEach(({ step, what }) => mark(step, "edit", `${what} at step ${step}`));
  const go = (to) => editor.postMessage({ step: Number(to) });
  const slider = element("input", {
    type: "range", min: first, max: last, value: step, "aria-label": "Step",
    // While it is dragged, the newest step wins.
    oninput: (event) => {
      clearTimeout(dragged);
      const { value } = event.target;
      dragged = setTimeout(() => go(value), 30);
    },
  });
  slider.value = String(step);
  const words = `step ${step.toLocaleString("en").replaceAll(",", " ")} of ${last.toLocaleString("en").replaceAll(",", " ")}${ended ? ", the end" : ""}`;
  return [element("h2", {}, "Timeline"), slider, marks, element("span", { class: "dim" }, words)];
}

function board({ game, columns, values, score }) {
  const grid = element("div", { class: "board", role: "img", "aria-label": `board: ${values.join(" ")}` });
  grid.style.gridTemplateColumns = `repeat(${columns}, auto)`;
  for (const value of values) {
    grid.append(element("div", { class: value > 512 ? "big" : `t${value}` }, value ? String(value) : ""));
  }
  const title = score === null ? game : `${game}, score ${score}`;
  return [element("h2", {}, title), grid];
}

function registers(all) {
  const grid = element("div", { class: "registers" });
  for (const { name, value } of all) {
    const changed = before.size > 0 && before.get(name) !== value;
    grid.append(element("div", changed ? { class: "changed" } : {}, element("b", {}, name), value));
  }
  before = new Map(all.map(({ name, value }) => [name, value]));
  return [element("h2", {}, "Registers"), grid];
}

function stack(frames) {
  const table = element("table");
  for (const { name, words } of frames) {
    table.append(element("tr", {}, element("td", { colspan: "2" }, name)));
    for (const word of words) {
      table.append(element("tr", {}, element("td", { class: "dim" }, word.name), element("td", {}, word.value)));
    }
  }
  return [element("h2", {}, "Stack"), table];
}

function memory({ address, bytes }, labels) {
  const choose = element("input", {
    type: "text", list: "labels", placeholder: "label or 0x address", "aria-label": "Memory at",
    onchange: (event) => editor.postMessage({ label: event.target.value }),
  });
  const list = element("datalist", { id: "labels" }, ...labels.map(({ name }) => element("option", { value: name })));
  const table = element("table");
  for (let row = 0; row < bytes.length; row += 16) {
    const here = bytes.slice(row, row + 16);
    const at = address + row;
    const names = labels.filter((label) => label.address >= at && label.address < at + 16).map(({ name }) => name);
    const text = here.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    const hex = here.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    table.append(element("tr", {},
      element("td", { class: "dim" }, `0x${at.toString(16).padStart(8, "0")}`),
      element("td", {}, hex), element("td", { class: "dim" }, text), element("td", { class: "label" }, names.join(" "))));
  }
  return [element("h2", {}, "Memory"), choose, list, table];
}

window.addEventListener("message", ({ data }) => {
  const focused = document.activeElement?.type;
  root.replaceChildren(
    ...timeline(data.timeline),
    ...(data.board ? board(data.board) : []),
    ...registers(data.registers),
    ...stack(data.stack),
    ...memory(data.memory, data.labels),
  );
  // Who drags, or goes on with the arrow keys, keeps the slider.
  if (focused) {
    root.querySelector(`input[type="${focused}"]`)?.focus();
  }
});
editor.postMessage({ ready: true });
