// A browser with the built page below a path of its own, and what must never happen in it.
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { createReadStream, existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.join(here, "..", "..");
export const page = process.env.STUDIO_PAGE ?? path.join(root, "crates", "web", "page");
const require = createRequire(path.join(page, "package.json"));
const { chromium } = require("playwright-core");
const axeSource = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
  wasm: "application/wasm",
  json: "application/json",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

/** Serves the page below a path, as any static host may. */
export async function serve(folder, below = "/below/some/path/") {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = pathname.startsWith(below) ? pathname.slice(below.length) : "";
    const file = path.join(folder, inside === "" ? "index.html" : decodeURIComponent(inside));
    const found = pathname.startsWith(below) && file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[file.split(".").pop()] ?? "application/octet-stream", "Cache-Control": "no-cache" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}${below}`, close: () => server.close() };
}

export async function launch() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (!executablePath) throw new Error("no Chromium: install it, or set CHROMIUM to its path");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** A visit: a fresh profile with one page, whose mistakes are collected. */
export class Visit {
  static async begin(browser, server, { address = "", ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", acceptDownloads: true, ...options });
    const visit = new Visit(context, server);
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        const isTyping = event.effectiveDirective.startsWith("style-src") && event.target instanceof Element && event.target.closest(".cm-content");
        if (!isTyping) console.error(`the policy was breached: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    await visit.open(address);
    return visit;
  }

  constructor(context, server) {
    this.context = context;
    this.server = server;
    this.wrong = [];
    context.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (["blob:", "data:", "file:"].includes(protocol) || host === new URL(server.url).host) return;
      this.wrong.push(`a request to another host: ${request.url()}`);
    });
  }

  /** Opens the page, and waits until its machine is there. */
  async open(address = "", isReady = true) {
    this.page = await this.context.newPage();
    this.watch(this.page);
    await this.page.goto(address.includes("://") ? address : this.server.url + address);
    if (isReady) await this.ready();
    return this.page;
  }

  ready() {
    return this.page.waitForSelector("html[data-ready]", { timeout: 20_000, state: "attached" });
  }

  watch(page) {
    page.on("pageerror", (error) => this.wrong.push(`an error: ${error.stack ?? error}`));
    page.on("console", (message) => {
      // Chromium's own editing tries to keep the style of a selection that is typed over; the policy stops it,
      // and the editor draws the line anew. Breaches by anything else are reported by the listener above.
      if (message.text().startsWith("Applying inline style violates")) return;
      if (["error", "warning"].includes(message.type())) this.wrong.push(`on the console: ${message.text()}`);
    });
  }

  /** Writes a text into the editor, in place of what is there. */
  async write(text) {
    await this.page.click(".cm-content");
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(text);
  }

  text() {
    return this.page.evaluate(() => document.querySelector(".cm-content")?.innerText ?? "");
  }

  async run(text) {
    if (text !== undefined) await this.write(text);
    await this.page.keyboard.press("Control+Enter");
  }

  async debug(text) {
    if (text !== undefined) await this.write(text);
    await this.page.click(".run-buttons >> text=Debug");
    await this.stopped();
  }

  /** Waits until the program stands at a place. */
  stopped() {
    return this.page.waitForSelector(".phase-stopped", { timeout: 15_000 });
  }

  /** Waits until the console shows a text. */
  async shows(text, timeout = 15_000) {
    await this.page.waitForFunction((wanted) => document.querySelector(".output")?.textContent?.includes(wanted), text, { timeout }).catch(async () => {
      throw new Error(`the console does not show ${JSON.stringify(text)}, but ${JSON.stringify((await this.console()).slice(-400))}`);
    });
  }

  console() {
    return this.page.evaluate(() => document.querySelector(".output")?.textContent ?? "");
  }

  view(name) {
    return this.page.click(`.views >> text="${name}"`);
  }

  tab(id) {
    return this.page.click(`[role=tab][data-id=${id}]`);
  }

  step() {
    return this.page.evaluate(() => Number(document.querySelector(".timeline input")?.value));
  }

  /** Waits until the timeline is at a step that fits. */
  async atStep(fits, what) {
    const end = Date.now() + 8000;
    for (;;) {
      const step = await this.step();
      if (fits(step) && (await this.page.$(".phase-stopped"))) return step;
      if (Date.now() > end) throw new Error(`${what}: still at step ${step}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** What axe finds on the page as it is now. */
  async axe(name) {
    await this.page.waitForTimeout(150);
    await this.page.evaluate(axeSource);
    const found = await this.page.evaluate(async () => {
      const result = await window.axe.run(document, { resultTypes: ["violations"] });
      return result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
    });
    for (const one of found) this.wrong.push(`axe, ${name}: ${one}`);
  }

  async end() {
    await this.context.close();
    return this.wrong;
  }
}

export function expect(condition, words) {
  if (!condition) throw new Error(words);
}

export function equal(found, wanted, words) {
  if (found !== wanted) throw new Error(`${words}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}
