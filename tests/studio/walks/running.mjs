// Running: output, input as in a terminal, arguments, limits, faults, stopping, devices.
import { expect } from "../browser.mjs";
import { double, endless, fault, flood, machines, sum } from "../programs.mjs";
import { start } from "./editor.mjs";

const forBoth = (name, walk) => machines.map((machine) => ({ name: `${name} (${machine})`, options: { address: `?open=${start(machine)}` }, walk: (visit) => walk(visit, machine) }));

export const walks = [
  ...forBoth("a program prints and ends", async (visit, machine) => {
    await visit.run(sum(machine));
    await visit.shows("15");
    await visit.shows("Ended with exit code 0");
  }),
  ...forBoth("input is typed while it waits", async (visit, machine) => {
    const { page } = visit;
    await visit.run(double(machine));
    await page.waitForSelector(".console-line.waiting");
    expect(await page.evaluate(() => document.activeElement?.closest(".console-line") !== null), "the input line has the focus");
    await page.keyboard.type("21");
    await page.keyboard.press("Enter");
    await visit.shows("42");
    await visit.shows("Ended with exit code 0");
  }),
  ...forBoth("arguments and a limit", async (visit, machine) => {
    const { page } = visit;
    await page.click('.top [aria-label="Run settings"]');
    await page.fill('.settings input >> nth=0', 'one "two three"');
    await page.fill('.settings input >> nth=2', "100000");
    await page.keyboard.press("Escape");
    if (machine === "rv32") {
      await page.keyboard.press("Control+Enter");
      await visit.shows("2 arguments");
    }
    await visit.run(endless(machine));
    await visit.shows("has run 100000 instructions");
  }),
  ...forBoth("stop works at once, in a loop and in a flood of output", async (visit, machine) => {
    const { page } = visit;
    for (const program of [endless(machine), flood(machine)]) {
      await visit.run(program);
      await page.waitForSelector(".phase-running");
      await page.waitForTimeout(300);
      const took = await page.evaluate(async () => {
        const begin = performance.now();
        document.querySelector(".run-buttons .danger").click();
        while (!document.querySelector(".phase-idle, .phase-ended")) await new Promise((resolve) => setTimeout(resolve, 1));
        return performance.now() - begin;
      });
      expect(took < 400, `stopping took ${Math.round(took)} ms`);
    }
    expect((await visit.console()).length < 500_000, "the console stays small");
  }),
  ...forBoth("a fault opens its report at the line, and can be gone back from", async (visit, machine) => {
    const { page } = visit;
    await visit.run(fault(machine));
    await visit.shows("0x28000000");
    await page.waitForSelector(".line-fault");
    expect((await page.innerText(".line-fault")).includes("lw"), "the line of the load is marked");
    await visit.stopped();
    const at = await visit.step();
    await page.keyboard.press("Alt+F11");
    await visit.atStep((step) => step < at, "a step back from the fault");
  }),
  {
    name: "a bitmap display is live, and keys go to the program (mips32)",
    options: { address: "?open=mips32-snake" },
    walk: async (visit) => {
      const { page } = visit;
      await page.keyboard.press("Control+Enter");
      await visit.tab("display");
      await page.waitForSelector(".screen canvas", { timeout: 10_000 });
      await page.waitForTimeout(300);
      const colours = () =>
        page.evaluate(() => {
          const canvas = document.querySelector(".screen canvas");
          return [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data].join();
        });
      const before = await colours();
      await page.focus(".screens");
      await page.keyboard.press("ArrowDown");
      await page.waitForTimeout(700);
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(500);
      expect((await colours()) !== before, "the picture lives");
      await page.click(".run-buttons .danger");
    },
  },
  {
    name: "a bitmap display is live (rv32)",
    options: { address: "?open=rv32-life" },
    walk: async (visit) => {
      const { page } = visit;
      await page.keyboard.press("Control+Enter");
      await visit.tab("display");
      await page.waitForSelector(".screen canvas", { timeout: 10_000 });
      const lit = () =>
        page.evaluate(() => {
          const canvas = document.querySelector(".screen canvas");
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let sum = 0;
          for (let k = 0; k < data.length; k += 4) sum = (sum * 31 + data[k] + data[k + 1] * 7) % 1_000_003;
          return sum;
        });
      const end = Date.now() + 8000;
      const seen = new Set();
      while (seen.size < 3 && Date.now() < end) {
        seen.add(await lit());
        await page.waitForTimeout(40);
      }
      expect(seen.size >= 3, `the picture changes: ${[...seen]}`);
    },
  },
];
