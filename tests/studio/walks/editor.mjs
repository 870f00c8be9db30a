// Writing: mistakes as they are made, fixes by a click, and what the language server knows.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, equal, root } from "../browser.mjs";
import { machines, sum } from "../programs.mjs";

const forBoth = (name, walk) => machines.map((machine) => ({ name: `${name} (${machine})`, options: { address: `?open=${start(machine)}` }, walk: (visit) => walk(visit, machine) }));
export const start = (machine) => (machine === "rv32" ? "rv32-hello.s" : "mips32-hello.asm");

/** What the language server of this version can do. */
const server = readFileSync(path.join(root, "crates", "lsp", "src", "requests.rs"), "utf8");
const needs = (method, walks) => {
  if (server.includes(`"${method}"`)) return walks;
  for (const { name } of walks) console.log(`skipped: editor: ${name}: the language server has no ${method}`);
  return [];
};

export const walks = [
  ...forBoth("a mistake is underlined and fixed by one click", async (visit, machine) => {
    const { page } = visit;
    await visit.write(sum(machine).replace("bnez", "bnezz"));
    await page.waitForSelector(".cm-lintRange-error", { timeout: 5000 });
    await visit.tab("problems");
    await page.click(".problem .button.accent");
    await page.waitForSelector(".cm-lintRange-error", { state: "detached", timeout: 5000 });
    expect((await visit.text()).includes(" bnez "), "the fix has put `bnez` there");
    await page.waitForFunction(() => document.querySelectorAll(".problem").length === 0);
  }),
  ...needs("textDocument/semanticTokens/full", forBoth("words have colours and explain themselves", async (visit, machine) => {
    const { page } = visit;
    await visit.write(sum(machine));
    await page.waitForSelector(".tok", { timeout: 5000 });
    await page.waitForTimeout(200);
    await page.hover(".cm-line:nth-child(10) .tok >> nth=0");
    await page.waitForSelector(".hover .markdown", { timeout: 4000 });
    expect(/add/i.test(await page.innerText(".hover")), "the hover explains `add`");
  })),
  ...needs("textDocument/rename", forBoth("completion, definition, references, rename, format", async (visit, machine) => {
    const { page } = visit;
    await visit.write(sum(machine));
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("    bn");
    await page.keyboard.press("Control+Space");
    await page.waitForSelector(".cm-tooltip-autocomplete li", { timeout: 4000 });
    expect((await page.innerText(".cm-tooltip-autocomplete")).includes("bnez"), "`bnez` is offered");
    await page.keyboard.press("Escape");
    await visit.write(sum(machine));
    await place(visit, 12, "again");
    await page.keyboard.press("F12");
    await page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("Line 9,"));
    await page.keyboard.press("Shift+F12");
    await page.waitForSelector(".editor-menu [role=menuitem]");
    equal(await page.locator(".editor-menu [role=menuitem]").count(), 2, "places of `again`");
    await page.keyboard.press("Escape");
    await page.keyboard.press("F2");
    await page.fill(".ask input", "once_more");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".cm-content")?.innerText.match(/once_more/g)?.length === 2);
    await visit.write(sum(machine).replace("    la ", "la      "));
    await page.waitForTimeout(100);
    await page.click(".format-button");
    await page.waitForFunction(() => /\n {2,}la /.test(document.querySelector(".cm-content")?.innerText ?? ""), undefined, { timeout: 4000 });
  })),
  {
    name: "several files, vim keys, font size",
    walk: async (visit) => {
      const { page } = visit;
      if (!(await page.$(".files"))) await page.click('.top [aria-label="Files"]');
      await page.click('.files [aria-label="New file"]');
      await page.fill(".ask input", "lib/more.s");
      await page.keyboard.press("Enter");
      await page.waitForSelector('.file-tab.active >> text="more.s"');
      await visit.write("# more\n");
      await page.click(".file-tab >> nth=0");
      expect(!(await visit.text()).includes("# more"), "the first file is shown again");
      await page.click(".file-tab >> text=more.s");
      expect((await visit.text()).includes("# more"), "the second file has its text");
      await page.click('.top [aria-label="Settings"]');
      const before = await page.evaluate(() => getComputedStyle(document.querySelector(".cm-editor")).fontSize);
      await page.click('[aria-label="Larger"]');
      await page.click("text=Vim keys in the editor");
      await page.keyboard.press("Escape");
      const after = await page.evaluate(() => getComputedStyle(document.querySelector(".cm-editor")).fontSize);
      expect(parseFloat(after) > parseFloat(before), "the letters are larger");
      await page.waitForSelector(".cm-fat-cursor, .cm-vimMode", { state: "attached", timeout: 4000 });
      await page.click(".cm-content");
      await page.keyboard.press("Escape");
      await page.keyboard.type("ggdd");
      expect(!(await visit.text()).includes("# more"), "`dd` deletes a line");
    },
  },
];

/** Puts the cursor into a word of a line. */
async function place(visit, line, word) {
  const { page } = visit;
  await page.click(".cm-content");
  await page.keyboard.press("Control+Home");
  for (let k = 1; k < line; k++) await page.keyboard.press("ArrowDown");
  const text = await page.innerText(`.cm-line:nth-child(${line})`);
  await page.keyboard.press("Home");
  await page.keyboard.press("Home");
  const at = text.indexOf(word) + 2;
  const { column } = await page.evaluate(() => ({ column: Number(/column (\d+)/.exec(document.querySelector(".status").textContent)[1]) }));
  for (let k = column - 1; k < at; k++) await page.keyboard.press("ArrowRight");
}
