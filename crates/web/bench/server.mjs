/** A static host for benches: compresses as a good one does, and counts what it sends. */

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const KINDS = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Serves a folder; `sent` has what was asked for, with its compressed size. */
export async function serve(folder) {
  const packed = new Map();
  const sent = new Map();
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      if (!packed.has(file)) {
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        packed.set(file, statSync(file).isFile() && brotliCompressSync(readFileSync(file), { params }));
      }
      const bytes = packed.get(file);
      sent.set(path, bytes.length);
      response.writeHead(200, { "Content-Type": KINDS[extname(file)] ?? "text/plain", "Content-Encoding": "br", "Cache-Control": "max-age=3600" });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, sent, close: () => server.close() };
}
