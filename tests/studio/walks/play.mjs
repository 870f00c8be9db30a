// The games.
import { expect, equal } from "../browser.mjs";
import { machines } from "../programs.mjs";

const moves = async (visit) => Number(await visit.page.evaluate(() => [...document.querySelectorAll(".score")].at(-1)?.querySelector("strong")?.textContent));
const tiles = (visit) => visit.page.evaluate(() => document.querySelector(".board table").innerText);

async function push(visit, keys) {
  for (const key of keys) {
    const before = await tiles(visit);
    const done = await moves(visit);
    await visit.page.keyboard.press(key);
    await visit.page.waitForFunction(({ before: old, done: count }) => {
      const now = document.querySelector(".board table")?.innerText;
      const number = Number([...document.querySelectorAll(".score")].at(-1)?.querySelector("strong")?.textContent);
      return now !== old || number !== count || document.querySelector(".play-words")?.textContent !== "";
    }, { before, done }, { timeout: 5000 });
    await visit.page.waitForTimeout(30);
  }
}

export const walks = [
  ...machines.map((machine) => ({
    name: `2048 with keys, undo, replay (${machine})`,
    options: { address: "?view=play" },
    walk: async (visit) => {
      const { page } = visit;
      await page.waitForSelector(".board", { timeout: 15_000 });
      // Not the game that is there already.
      const seed = () => page.evaluate(() => /\d+$/.exec(document.querySelector(".play-view > .hint")?.textContent ?? "")?.[0]);
      const other = await seed();
      await page.selectOption(".play-view select", `${machine}-2048`);
      const end = Date.now() + 10_000;
      while ((await seed()) === other && Date.now() < end) await page.waitForTimeout(30);
      await page.waitForFunction(() => document.querySelectorAll(".tile").length === 2, undefined, { timeout: 10_000 });
      const first = await tiles(visit);
      await push(visit, ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]);
      const made = await moves(visit);
      expect(made >= 3, `moves were made: ${made}`);
      const after = await tiles(visit);
      for (let k = 0; k < made; k++) {
        await page.keyboard.press("u");
        await page.waitForFunction((count) => Number([...document.querySelectorAll(".score")].at(-1)?.querySelector("strong")?.textContent) === count, made - k - 1);
      }
      equal(await tiles(visit), first, "undo leads back to the beginning");
      await push(visit, ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]);
      equal(await tiles(visit), after, "the same moves lead to the same board");
      await page.click("text=Replay");
      await page.waitForFunction((wanted) => document.querySelector(".board table").innerText === wanted && !document.querySelector("[aria-label='Stop the replay']"), after, { timeout: 8000 });
      const [download] = await Promise.all([page.waitForEvent("download"), page.click('[aria-label="Save the game"]')]);
      expect((await download.path()) !== null, "the game can be saved");
    },
  })),
  {
    name: "an unfinished program plays, and pauses into the debugger",
    options: { address: "?open=rv32-2048&view=play" },
    walk: async (visit) => {
      const { page } = visit;
      await page.waitForSelector(".board", { timeout: 15_000 });
      await page.keyboard.press("ArrowLeft");
      await page.waitForTimeout(400);
      await page.click("text=Pause into the debugger");
      await visit.stopped();
      await page.waitForSelector(".console-line.waiting, .line-present, .line-fault");
    },
  },
  {
    name: "another game pauses where it waits for the key",
    options: { address: "?open=rv32-rotate&view=play" },
    walk: async (visit) => {
      const { page } = visit;
      await page.waitForFunction(() => document.querySelectorAll(".tile").length >= 1, undefined, { timeout: 15_000 });
      await push(visit, ["ArrowLeft"]);
      await page.click("text=Pause into the debugger");
      await page.waitForSelector(".console-line.waiting", { timeout: 10_000 });
      await page.keyboard.press("Alt+F11");
      await visit.atStep((step) => step > 10, "back from where it waits");
    },
  },
  {
    name: "swipes on a phone",
    options: { address: "?view=play", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    walk: async (visit) => {
      const { page } = visit;
      await page.waitForFunction(() => document.querySelectorAll(".tile").length >= 2, undefined, { timeout: 15_000 });
      for (const [x, y] of [[-120, 0], [0, -120], [120, 0], [0, 120]]) {
        const box = await page.locator(".board").boundingBox();
        const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        await page.mouse.move(at.x, at.y);
        await page.mouse.down();
        await page.mouse.move(at.x + x / 2, at.y + y / 2);
        await page.mouse.move(at.x + x, at.y + y);
        await page.mouse.up();
        await page.waitForTimeout(250);
      }
      expect((await moves(visit)) >= 1, "a swipe is a move");
      await page.click('[aria-label="Push left"]');
    },
  },
];
