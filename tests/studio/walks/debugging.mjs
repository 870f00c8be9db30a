// Debugging, forward and backward.
import { expect, equal } from "../browser.mjs";
import { calls, machines, sum, wordsOf } from "../programs.mjs";
import { start } from "./editor.mjs";

const forBoth = (name, walk) => machines.map((machine) => ({ name: `${name} (${machine})`, options: { address: `?open=${start(machine)}` }, walk: (visit) => walk(visit, machine) }));

const present = (visit) => visit.page.innerText(".line-present");

/** The value of a register, as the pane shows it. */
const register = (visit, name) => visit.page.innerText(`tr:has(.reg-name:text-is("${name}")) .value`);

export const walks = [
  ...forBoth("steps both ways, and the timeline over the whole run", async (visit, machine) => {
    const { page } = visit;
    const { t1 } = wordsOf(machine);
    await visit.debug(sum(machine));
    await visit.atStep((step) => step === 0, "the beginning");
    expect((await present(visit)).includes("5"), "the first line is marked");
    await page.keyboard.press("F10");
    await visit.atStep((step) => step > 0, "a line forward");
    await page.keyboard.press("F5");
    await visit.shows("15");
    const last = await visit.atStep((step) => step > 15, "the end");
    await page.keyboard.press("Alt+F11");
    await visit.atStep((step) => step < last, "a line back from the end");
    const slider = page.locator(".timeline input");
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const half = await visit.atStep((step) => step > 2 && step < last - 2, "the middle of the timeline");
    await page.focus(".timeline input");
    await page.keyboard.press("ArrowLeft");
    await visit.atStep((step) => step === half - 1, "an instruction back by a key");
    await page.click('[aria-label="To the beginning"]');
    await visit.atStep((step) => step === 0, "the beginning again");
    expect((await register(visit, t1)).startsWith("0"), "the register is as in the beginning");
  }),
  ...forBoth("a breakpoint by a click, with a condition", async (visit, machine) => {
    const { page } = visit;
    const { t0 } = wordsOf(machine);
    await visit.write(sum(machine));
    const line = page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^10$/ });
    const box = await line.boundingBox();
    const beside = await page.locator(".gutter-points").boundingBox();
    await page.mouse.click(beside.x + beside.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".cm-editor .breakpoint:not(.spacer)");
    await page.mouse.click(beside.x + beside.width / 2, box.y + box.height / 2, { button: "right" });
    await page.fill(".ask input", `${t0} == 3`);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".cm-editor .breakpoint.conditional");
    await visit.debug();
    await page.keyboard.press("F5");
    await page.waitForFunction(() => document.querySelector(".line-present")?.textContent?.includes("add"));
    expect((await register(visit, t0)).startsWith("3"), `${t0} is 3 at the breakpoint`);
    await page.keyboard.press("Alt+F5");
    await visit.atStep((step) => step === 0, "back to the beginning");
    await visit.tab("breakpoints");
    await page.click('.breakpoints [aria-label^="Remove"]');
    await page.waitForSelector(".cm-editor .breakpoint:not(.spacer)", { state: "detached" });
  }),
  ...forBoth("registers: changed ones, formats, a new value by hand", async (visit, machine) => {
    const { page } = visit;
    const { t0 } = wordsOf(machine);
    await visit.debug(sum(machine));
    await page.keyboard.press("F10");
    await visit.atStep((step) => step > 0, "a line");
    await page.waitForSelector(`tr.changed:has(.reg-name:text-is("${t0}"))`);
    await page.selectOption(".registers select", "hex");
    equal(await register(visit, t0), "0x00000005", "in hexadecimal");
    await page.selectOption(".registers select", "decimal");
    equal(await register(visit, t0), "5", "in decimal");
    await page.click(`tr:has(.reg-name:text-is("${t0}")) .value`);
    await page.fill(".value-input", "65");
    await page.keyboard.press("Enter");
    await page.waitForFunction((name) => [...document.querySelectorAll("tr")].some((row) => row.querySelector(".reg-name")?.textContent === name && row.querySelector(".value")?.textContent === "65"), t0);
    await page.selectOption(".registers select", "char");
    equal(await register(visit, t0), "'A'", "as a character");
    await page.selectOption(".registers select", "float");
    expect(/e-44|9\.1/.test(await register(visit, t0)), "as a float");
    await page.selectOption(".registers select", "auto");
  }),
  ...forBoth("who wrote this, and why", async (visit, machine) => {
    const { page } = visit;
    const { t1 } = wordsOf(machine);
    await visit.debug(sum(machine));
    await page.keyboard.press("F5");
    await visit.shows("15");
    const last = await visit.atStep((step) => step > 15, "the end");
    await page.click(`[aria-label="Ask about ${t1}"]`);
    await page.click("text=Who wrote this?");
    await page.waitForSelector(".answer-box .command");
    const said = await page.innerText(".answer-box");
    expect(said.includes(":10"), `the line of the sum is named: ${said}`);
    await page.click(".answer-box .command");
    await visit.atStep((step) => step < last, "the command in the answer goes there");
    await page.click(`[aria-label="Ask about ${t1}"]`);
    await page.click("text=Why this value?");
    await page.waitForFunction(() => document.querySelector(".answer-box strong")?.textContent?.startsWith("why"));
    await page.click(".console-line input");
    await page.keyboard.type("last-write total");
    await page.keyboard.press("Enter");
    await visit.shows("(jal) last-write total");
  }),
  ...forBoth("memory with labels and pointers, who wrote a byte", async (visit, machine) => {
    const { page } = visit;
    await visit.debug(sum(machine));
    await page.keyboard.press("F5");
    await visit.shows("15");
    await visit.tab("memory");
    await page.fill(".memory input", "total");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".label-row:has-text('total')");
    const byte = page.locator(".label-row:has-text('total') + tr .byte button >> nth=0");
    await page.waitForFunction(() => [...document.querySelectorAll(".label-row")].find((row) => row.textContent.includes("total"))?.nextElementSibling?.querySelector("button")?.textContent === "0f");
    expect((await page.innerText(".pointers >> nth=0")).includes("s0") || (await page.locator(".pointed").count()) > 0, "s0 points there");
    await byte.click();
    await page.click(".byte-details [aria-haspopup=menu]");
    await page.click("text=Who wrote this?");
    await page.waitForFunction(() => document.querySelector(".answer-box")?.textContent?.includes(":14"));
    const end = await visit.step();
    await page.keyboard.press("Alt+F11");
    await visit.atStep((step) => step < end, "a line back");
    await page.fill(".byte-details input", "255");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => [...document.querySelectorAll(".byte button")].some((one) => one.textContent === "ff"));
  }),
  ...forBoth("the stack as frames, and what pseudo-instructions became", async (visit, machine) => {
    const { page } = visit;
    await visit.debug(calls(machine));
    await page.keyboard.press("F11");
    await visit.atStep((step) => step >= 1, "into outer");
    for (let k = 0; k < 3; k++) {
      const at = await visit.step();
      await page.keyboard.press("F11");
      await visit.atStep((step) => step > at, "a step");
    }
    await visit.tab("stack");
    await page.waitForFunction(() => document.querySelectorAll(".frame").length >= 3);
    expect((await page.innerText(".frame >> nth=0")).includes("inner"), "inner is the innermost");
    await page.click(".frame >> nth=1");
    await page.waitForFunction(() => document.querySelector(".frame-table")?.textContent?.includes("saved"));
    await visit.tab("code");
    await page.waitForSelector(".code-table tbody tr");
    await page.waitForFunction(() => [...document.querySelectorAll(".source-link")].some((one) => one.textContent.includes("li ")));
    const before = await visit.step();
    await page.keyboard.press("Shift+F11");
    await visit.atStep((step) => step > before, "out of inner");
    await page.keyboard.press("Alt+F10");
    await visit.atStep((step) => step <= before, "back over the call");
  }),
  {
    name: "broken conventions in the margin (rv32)",
    options: { address: "?open=rv32-hello.s" },
    walk: async (visit) => {
      const { page } = visit;
      const program = "    .text\n    .globl main\nmain:\n    li   s0, 1\n    jal  f\n    mv   a1, s0\n    li   a0, 1\n    ecall\n    li   a0, 10\n    ecall\nf:\n    li   s0, 2\n    ret\n";
      await visit.write(program);
      await page.waitForSelector(".cm-lintRange-warning, .cm-lintRange-error", { timeout: 5000 });
      await page.click('.top [aria-label="Run settings"]');
      await page.click("text=Check the calling convention");
      await page.keyboard.press("Escape");
      await visit.debug();
      await page.keyboard.press("F5");
      await page.waitForSelector(".cm-editor .finding", { timeout: 8000 });
      await visit.tab("breakpoints");
      await page.waitForSelector(".breakpoints .problem");
    },
  },
];
