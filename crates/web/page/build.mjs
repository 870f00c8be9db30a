// Builds the page into dist/: `node build.mjs`. The modules must be in wasm/ (`cargo xtask studio --modules`).
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, "dist");
const machines = ["rv32", "mips32"];
const wasmOf = (machine) => path.join(here, "wasm", machine, "jal_web_bg.wasm");
const bundleFile = path.join(here, "wasm", "bundle.json");

for (const file of [...machines.map(wasmOf), bundleFile]) {
  if (!existsSync(file)) {
    console.error(`${path.relative(here, file)} is missing: \`cargo xtask studio\` makes it`);
    process.exit(1);
  }
}

/**
 * CodeMirror puts its styles into a style element, which the page's policy forbids. It uses style sheets
 * of its own only in shadow roots; here it does so always.
 */
const adoptedStyles = {
  name: "adopted-styles",
  setup(build) {
    build.onLoad({ filter: /style-mod[\\/]src[\\/]style-mod\.js$/ }, async ({ path: file }) => {
      const source = await readFile(file, "utf8");
      const before = "if (!root.head && root.adoptedStyleSheets && win.CSSStyleSheet)";
      if (source.split(before).length !== 2) throw new Error("style-mod has changed: look at its constructor again");
      return { contents: source.replace(before, "if (root.adoptedStyleSheets && win.CSSStyleSheet)"), loader: "js" };
    });
  },
};

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  target: ["es2022"],
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  plugins: [adoptedStyles],
  write: false,
};
const policy = (script, style, connect) =>
  `default-src 'none'; script-src ${script} 'wasm-unsafe-eval'; style-src ${style}; img-src 'self' data: blob:; ` +
  `connect-src ${connect}; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'`;

async function compile(entry, more) {
  const result = await esbuild.build({ ...common, entryPoints: [entry], ...more });
  return result.outputFiles;
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });

const [page, worker, styles] = await Promise.all([
  compile("src/main.tsx", { format: "esm", splitting: true, outdir: "out", chunkNames: "[name]-[hash]", define: { ONE_FILE: "false" } }),
  compile("src/worker/worker.ts", { format: "iife", outfile: "worker.js", define: { "import.meta.url": "self.location.href" } }),
  compile("styles/main.css", { outfile: "main.css" }),
]);
const files = new Map();
for (const file of page) files.set(path.basename(file.path), file.contents);
files.set("worker.js", worker[0].contents);
files.set("main.css", styles[0].contents);
for (const machine of machines) files.set(`${machine}.wasm`, await readFile(wasmOf(machine)));
files.set("bundle.json", await readFile(bundleFile));

// All files of a version are in one folder: no cache can mix them with those of another.
const hash = createHash("sha256");
for (const [name, contents] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(name).update(contents);
const version = hash.digest("hex").slice(0, 10);
const folder = `v-${version}`;
await mkdir(path.join(dist, folder));
for (const [name, contents] of files) await writeFile(path.join(dist, folder, name), contents);

const template = await readFile(path.join(here, "static", "index.html"), "utf8");
const head = [
  `<meta http-equiv="Content-Security-Policy" content="${policy("'self'", "'self'", "'self'")}">`,
  `<link rel="stylesheet" href="${folder}/main.css">`,
  `<link rel="manifest" href="manifest.webmanifest">`,
  `<link rel="icon" href="icon.svg" type="image/svg+xml">`,
];
const index = template
  .replace("<!-- head -->", head.join("\n"))
  .replace("<!-- end -->", `<script type="module" src="${folder}/main.js" data-worker="${folder}/worker.js" id="page"></script>`);
await writeFile(path.join(dist, "index.html"), index);
for (const name of ["icon.svg", "manifest.webmanifest"]) await cp(path.join(here, "static", name), path.join(dist, name));

const shell = ["./", "icon.svg", "manifest.webmanifest", ...[...files.keys()].map((name) => `${folder}/${name}`)];
const service = await compile("src/sw.ts", {
  format: "iife",
  outfile: "sw.js",
  define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(version) },
});
await writeFile(path.join(dist, "sw.js"), service[0].contents);

// Everything in one file, for work without a network or a server.
const single = await compile("src/main.tsx", { format: "iife", outfile: "single.js", define: { ONE_FILE: "true" } });
const script = single[0].text.replace(/<\/script/gi, "<\\/script").replace(/<!--/g, "<\\!--");
const style = styles[0].text;
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const part = (name, contents) => `<script type="text/plain" id="part-${name}">${gzipSync(contents, { level: 9 }).toString("base64")}</script>`;
const inside = [
  part("worker", files.get("worker.js")),
  ...machines.map((machine) => part(machine, files.get(`${machine}.wasm`))),
  part("bundle", files.get("bundle.json")),
  `<script>${script}</script>`,
];
const alone = template
  .replace("<!-- head -->", () => `<meta http-equiv="Content-Security-Policy" content="${policy(hashOf(script), hashOf(style), "'none'")}">\n<style>${style}</style>`)
  .replace("<!-- end -->", () => inside.join("\n"));
await writeFile(path.join(dist, "jal-studio.html"), alone);

const brotli = (contents) => brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const kb = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} KB`;
const first = ["main.js", "main.css", "worker.js", ...page.map((file) => path.basename(file.path)).filter((name) => isStatic(name)), "rv32.wasm", "bundle.json"];
console.log(`version ${version}; sizes with brotli:`);
let sum = brotli(index);
const counted = new Set();
for (const [name, contents] of files) {
  const size = brotli(contents);
  console.log(`${kb(size)}  ${name}${first.includes(name) ? "" : "  (later)"}`);
  if (first.includes(name) && !counted.has(name)) sum += size;
  counted.add(name);
}
console.log(`${kb(sum)}  first load with one machine`);
console.log(`${kb((await readFile(path.join(dist, "jal-studio.html"))).length)}  jal-studio.html, not compressed`);
await writeFile(path.join(dist, "sizes.json"), JSON.stringify({ version, firstLoad: sum }));

/** Whether main.js needs a chunk at once. */
function isStatic(name) {
  const main = page.find((file) => path.basename(file.path) === "main.js")?.text ?? "";
  return new RegExp(`(from|import)"\\./${name.replace(/[.$]/g, "\\$&")}"`).test(main);
}
