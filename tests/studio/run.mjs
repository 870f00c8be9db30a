// Walks through the built page as its users do: `node tests/studio/run.mjs [WORD]…`. Each walk begins in a fresh
// browser profile. Whatever it does, these must not happen: an error, a message on the browser's console (so
// also no breach of the policy), a request to another host.
import { existsSync } from "node:fs";
import path from "node:path";
import { Visit, launch, page, serve } from "./browser.mjs";

const dist = path.join(page, "dist");
if (!existsSync(path.join(dist, "index.html"))) {
  console.error("the page is not built: `cargo xtask studio` does it");
  process.exit(1);
}
const parts = ["editor", "running", "debugging", "tests", "play", "projects", "share", "everyone", "hostile", "offline"];
const wanted = process.argv.slice(2);
const server = await serve(dist);
const browser = await launch();
let failed = 0;
let count = 0;
const begin = Date.now();
for (const part of parts) {
  const { walks } = await import(`./walks/${part}.mjs`);
  for (const { name, options = {}, walk } of walks) {
    const title = `${part}: ${name}`;
    if (wanted.length > 0 && !wanted.some((word) => title.includes(word))) continue;
    count++;
    const start = Date.now();
    let wrong = [];
    let visit;
    try {
      visit = await Visit.begin(browser, server, options);
      await walk(visit, { browser, server });
    } catch (error) {
      wrong.push(String(error.stack ?? error));
      if (process.env.PICTURES) await visit?.page?.screenshot({ path: path.join(process.env.PICTURES, `${title.replace(/\W+/g, "-")}.png`) }).catch(() => undefined);
    }
    wrong = [...wrong, ...((await visit?.end().catch(() => [])) ?? [])];
    const ms = Date.now() - start;
    if (wrong.length > 0) failed++;
    console.log(`${wrong.length === 0 ? "ok    " : "FAILED"} ${String(ms).padStart(6)} ms  ${title}`);
    for (const one of wrong) console.log(`       ${one.split("\n").slice(0, 6).join("\n       ")}`);
  }
}
await browser.close();
server.close();
console.log(`${count - failed} of ${count} walks passed in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
process.exit(failed === 0 ? 0 : 1);
