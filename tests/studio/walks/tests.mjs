// The tests of the course.
import { expect } from "../browser.mjs";
import { machines } from "../programs.mjs";

export const walks = machines.map((machine) => ({
  name: `stubs fail with a difference, and open in the debugger (${machine})`,
  options: { address: `?open=${machine}-2048&view=tests` },
  walk: async (visit) => {
    const { page } = visit;
    await page.waitForFunction(() => document.querySelectorAll(".test-row").length >= 60, undefined, { timeout: 10_000 });
    await page.click("text=Run all tests");
    await page.waitForFunction(() => document.querySelectorAll(".test-mark.bad").length > 20 && document.querySelectorAll(".test-mark.busy").length === 0, undefined, { timeout: 30_000 });
    const words = await page.innerText(".tests-view .bar");
    expect(/\d+ of \d+ passed/.test(words), `the sum: ${words}`);
    await page.waitForSelector(".test-group .hint:has-text('point')");
    await page.click("text=Only failing tests");
    await page.click(".test-row:has(.bad) >> nth=0");
    await page.waitForSelector(".test-detail .diff");
    expect((await page.locator(".diff-gone").count()) > 0, "what was expected is shown");
    await page.click(".test-detail .button.accent");
    await visit.stopped();
    await page.waitForSelector(".line-present, .line-fault");
    await visit.view("Tests");
    await page.fill("[type=search]", "victory");
    await page.waitForFunction(() => document.querySelectorAll(".test-row").length < 20);
    // Coverage is beside the lines that a test has run.
    await page.click(".test-row >> nth=0");
    await page.click('.test-detail [aria-label^="Open"]');
    const ending = machine === "rv32" ? "s" : "asm";
    if (!(await page.$(".files"))) await page.click('.top [aria-label="Files"]');
    await page.click(`.file-row >> text=check_victory.${ending}`);
    await page.waitForSelector(".covered, .uncovered", { timeout: 5000 });
  },
}));
