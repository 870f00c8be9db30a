// Walks the pages of students and staff in Chromium, as people do, and takes pictures of each in light and
// dark, wide and narrow: node walk.mjs STUDENT_URL STAFF_URL NAME PASSWORD PICTURES COMMAND
// COMMAND pushes something that changes the student's results.
import { chromium } from "playwright-core";
import { execSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import assert from "node:assert/strict";

const [student, staff, name, password, pictures, push] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const problems = [];

const open = async (options) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const here = new URL(student).origin;
  // Nothing comes from elsewhere, and nothing is refused by the policy of a page.
  page.on("request", (request) => {
    if (!request.url().startsWith(here) && !request.url().startsWith("data:")) problems.push(`a request to ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("favicon")) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return page;
};

const fits = async (page, what) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) problems.push(`${what} is ${over} px too wide`);
};

// The student, without JavaScript: everything is there.
const plain = await open({ javaScriptEnabled: false });
await plain.goto(student);
assert.match(await plain.textContent("main"), /public tests/);
await plain.click("text=What the tests say");
assert.match(await plain.textContent("body"), /Public tests/);
await plain.context().close();

// With it, a push shows itself.
const live = await open({ viewport: { width: 1280, height: 800 } });
await live.goto(student);
const before = await live.locator("tbody tr").count();
execSync(push, { stdio: "inherit" });
await live.waitForFunction((count) => document.querySelectorAll("tbody a").length > count, before, { timeout: 60_000 });
assert.match(await live.textContent("main"), /newly (pass|fail)/);
await live.click("tbody details summary");
await live.context().close();

for (const scheme of ["light", "dark"]) {
  for (const width of [1280, 390]) {
    const page = await open({ colorScheme: scheme, viewport: { width, height: 844 } });
    const picture = async (what) => {
      await fits(page, `${what} at ${width}`);
      await page.screenshot({ path: `${pictures}/${what}-${scheme}-${width}.png`, fullPage: true });
    };
    await page.goto(student);
    await picture("student");
    await page.click("text=What the tests say");
    await picture("feedback");
    await page.goto(`${staff}/queue`);
    await picture("login");
    await page.fill("input[name=name]", name);
    await page.fill("input[name=password]", "a wrong password");
    await page.click("button");
    assert.match(await page.textContent("main"), /is wrong/);
    await page.fill("input[name=name]", name);
    await page.fill("input[name=password]", password);
    await page.click("button");
    await page.waitForURL(staff);
    await picture("class");
    await page.click("nav >> text=Queue");
    await page.click("text=Pause the queue");
    assert.match(await page.textContent("main"), /The queue is paused/);
    await picture("queue");
    await page.click("text=Resume the queue");
    await page.click("nav >> text=Tests");
    await picture("tests");
    await page.click("nav >> text=Reports");
    await page.click("text=Write the report");
    assert.match(await page.textContent("main"), /The report was written/);
    await page.click("text=The class");
    await picture("report");
    await page.goBack();
    await page.click("nav >> text=Class");
    await page.click("tbody a >> nth=0");
    await picture("one");
    await page.click("nav >> text=Log");
    await picture("log");
    await page.click("text=Log out");
    await page.goto(staff);
    assert.ok(page.url().endsWith("/staff/login"));
    await page.context().close();
  }
}
await browser.close();
assert.deepEqual(problems.filter((problem) => !problem.includes("status of 401")), []);
console.log("the walk found nothing wrong");
