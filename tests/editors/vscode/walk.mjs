// What a student does, in a real VS Code: see tests/editors/vscode/try.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [work, pictures] = process.argv.slice(2);
writeFileSync(
  join(work, "sum.s"),
  `.data
numbers: .word 3, 5, 8
.text
.globl main
main:
    la a0, numbers
    li a1, 3
    jal sum
    mv a1, a0
    li a0, 1        # print_int
    ecall
    li a0, 10       # exit
    ecall
sum:
    li t0, 0
next:
    lw t1, 0(a0)
    add t0, t0, t1
    addi a0, a0, 4
    addi a1, a1, -1
    bnez a1, next
    mv a0, t0
    ret
`,
);
writeFileSync(join(work, "wrong.s"), "main:\n    add a0, a0, 1\n    li a7, 10\n    ecall\n");

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
page.setDefaultTimeout(30_000);
let shown = 0;
const picture = async (name) => {
  shown += 1;
  await page.screenshot({ path: join(pictures, `${String(shown).padStart(2, "0")}-${name}.png`) });
  console.log(`${shown} ${name}`);
};
const open = async (name) => {
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget input.input").fill(name);
  const file = name.split("/").pop();
  await page.locator(`.quick-input-list .monaco-list-row:has-text("${file}")`).first().click();
  await page.locator(`.tab.active:has-text("${file}")`).waitFor();
};
const command = async (name) => {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input.input").fill(`>${name}`);
  await page.locator(`.quick-input-list .monaco-list-row:has-text("${name.split(": ").pop()}")`).first().click();
};

for (let tries = 0; ; tries += 1) {
  try {
    await page.goto("http://127.0.0.1:8931/");
    break;
  } catch (error) {
    if (tries > 60) throw error;
    await new Promise((done) => setTimeout(done, 500));
  }
}
await page.locator(".monaco-workbench").waitFor();

const failures = [];
// One thing after the other, whatever becomes of it.
const step = async (name, work) => {
  try {
    await work();
  } catch (error) {
    failures.push(`${name}: ${String(error).split("\n")[0]}`);
    await picture(`failed-${name}`);
    await page.keyboard.press("Escape");
  }
};

// A mistake, and its fix.
await step("fix", async () => {
  await open("wrong.s");
  await page.locator(".squiggly-error").first().waitFor();
  await page.locator(".view-line >> text=add").first().click();
  await picture("squiggle");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget").waitFor();
  await picture("fix");
  await page.keyboard.press("Enter");
  await page.locator(".view-line:has-text('addi')").waitFor();
  await page.keyboard.press("Control+S");
});

// What a word means.
await step("hover", async () => {
  await open("sum.s");
  await page.locator(".view-line:has-text('jal') >> text=jal").first().hover();
  await page.locator(".monaco-hover-content:visible").first().waitFor();
  await picture("hover");
});

// A breakpoint beside the line, and F5.
await step("debug", async () => {
  const line = page.locator(".margin-view-overlays > div").nth(17);
  await line.click({ position: { x: 10, y: 8 } });
  await page.locator(".codicon-debug-breakpoint").first().waitFor();
  await page.locator(".view-line:has-text('sum:')").first().click();
  const begin = Date.now();
  await page.keyboard.press("F5");
  await page.locator(".debug-toolbar .codicon-debug-step-back, .debug-toolbar .codicon-debug-reverse-continue").first().waitFor();
  await page.locator(".debug-top-stack-frame-line").first().waitFor();
  console.log(`F5 to stopped: ${Date.now() - begin} ms`);
  await picture("f5");
  await page.keyboard.press("F5");
  await page.locator(".debug-top-stack-frame-line").first().waitFor();
  const register = page.locator(".debug-variables .monaco-list-row:has-text('t0')").first();
  await register.waitFor();
  const changed = async (before) => {
    for (let tries = 0; tries < 100 && (await register.innerText()) === before; tries += 1) {
      await page.waitForTimeout(100);
    }
    return register.innerText();
  };
  const at = await register.innerText();
  await page.keyboard.press("F10");
  const there = await changed(at);
  await picture("stepped");
  await page.locator(".debug-toolbar .codicon-debug-step-back").click();
  const back = await changed(there);
  console.log(`${there.replace(/\s+/g, " ")} -> ${back.replace(/\s+/g, " ")}`);
  assert.notEqual(there, back, "stepping back changes nothing");
  await picture("stepped-back");
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
});

// Tests.
await step("tests", async () => {
  await command("Testing: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row").first().waitFor();
  await command("Test: Run All Tests");
  await page.locator(".test-explorer .codicon-testing-passed-icon, .test-explorer .codicon-testing-failed-icon").first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(3000);
  await picture("tests");
});

// The game, with its board.
await step("board", async () => {
  await open("game/src/main.s");
  await page.keyboard.press("F5");
  await page.locator(".debug-top-stack-frame-line").first().waitFor();
  await page.keyboard.press("F5");
  await page.waitForTimeout(1500);
  await command("Debug Console: Focus on Debug Console View");
  for (const key of ["n", "a", "w"]) {
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(900);
  }
  const machine = page.frameLocator("iframe.webview").frameLocator("iframe");
  await machine.locator(".board").first().waitFor();
  await picture("board");
});

await browser.close();
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
console.log("all is as it should be");
