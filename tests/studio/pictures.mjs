// Takes the pictures of docs/studio.md: `node tests/studio/pictures.mjs [FOLDER]`; without a folder, docs/pictures.
import path from "node:path";
import { Visit, launch, page as pageFolder, root, serve } from "./browser.mjs";

const folder = process.argv[2] ?? path.join(root, "docs", "pictures");
const server = await serve(path.join(pageFolder, "dist"));
const browser = await launch();
const size = { viewport: { width: 1200, height: 720 } };

async function picture(name, options, prepare) {
  const visit = await Visit.begin(browser, server, { ...size, ...options });
  await prepare(visit, visit.page);
  await visit.page.mouse.move(5, 600);
  await visit.page.waitForTimeout(400);
  await visit.page.screenshot({ path: path.join(folder, `studio-${name}.png`) });
  const wrong = await visit.end();
  for (const one of wrong) console.error(`${name}: ${one}`);
  console.log(`studio-${name}.png`);
}

/** Right before `merge` stores a sum, and the answer who wrote the register. */
async function debugging(visit, page) {
  await visit.debug(MERGE);
  await page.click(".console-line input");
  await page.keyboard.type("break 21");
  await page.keyboard.press("Enter");
  await visit.shows("Breakpoint");
  await page.keyboard.press("F5");
  await page.waitForFunction(() => document.querySelector(".line-present")?.textContent?.includes("sh"));
  await page.click('[aria-label="Ask about t4"]');
  await page.click("text=Who wrote this?");
  await page.waitForSelector(".answer-box");
}

const MERGE = `# Merges a pair of equal tiles: 2 2 becomes 4 0.
    .data
row:    .half 2, 2, 4, 8
    .text
    .globl main
main:
    la   a0, row
    li   a1, 4
    jal  merge
    li   a0, 10
    ecall

merge:
    addi a1, a1, -1
next:
    blez a1, done
    lhu  t4, 0(a0)
    lhu  t5, 2(a0)
    bne  t4, t5, skip
    add  t4, t4, t5
    sh   t4, 0(a0)
    sh   zero, 2(a0)
skip:
    addi a0, a0, 2
    addi a1, a1, -1
    j    next
done:
    ret
`;

const WRONG = (text) => text.replace(/sh\s+zero, /, "sh   t4, ");
await picture("debugger", { address: "?open=rv32-hello.s" }, debugging);
await picture("dark", { address: "?open=rv32-hello.s", colorScheme: "dark" }, debugging);
await picture("german", { address: "?open=rv32-hello.s", locale: "de-DE" }, async (visit, page) => {
  await visit.write(WRONG(MERGE).replace("lhu  t5", "lhuu t5"));
  await page.click("[data-id=problems]");
  await page.waitForSelector(".problem", { timeout: 5000 });
});
await picture("tests", { address: "?open=rv32-2048&view=tests" }, async (visit, page) => {
  await page.waitForSelector(".test-row");
  await page.click("text=Run all tests");
  await page.waitForSelector(".test-mark.bad", { timeout: 30_000 });
  await page.waitForFunction(() => document.querySelectorAll(".test-mark.busy").length === 0, undefined, { timeout: 30_000 });
  await page.click("text=Only failing tests");
  await page.click(".test-row:has(.bad) >> nth=0");
  await page.waitForSelector(".diff");
});
await picture("play", { address: "?open=rv32-rotate&view=play" }, async (visit, page) => {
  await page.selectOption(".play-view select", "rv32-2048");
  await page.waitForFunction(() => document.querySelectorAll(".tile").length >= 2, undefined, { timeout: 15_000 });
  for (let k = 0; k < 90; k++) {
    await page.keyboard.press(["ArrowLeft", "ArrowDown", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"][k % 6]);
    await page.waitForTimeout(40);
  }
});
await picture("phone", { address: "?view=play", viewport: { width: 360, height: 720 }, hasTouch: true, isMobile: true }, async (visit, page) => {
  await page.waitForSelector(".tile", { timeout: 15_000 });
});
await picture("embed", { address: "?embed&open=rv32-hello.s", viewport: { width: 800, height: 360 } }, async (visit, page) => {
  await page.click('[aria-label="Step into"]');
  await visit.stopped();
  await page.click('[aria-label="Step into"]');
  await page.waitForTimeout(300);
});
await browser.close();
server.close();
