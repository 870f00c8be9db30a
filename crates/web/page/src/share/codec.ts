/**
 * Programs in links: the files as JSON, deflated, in letters that a link may contain. What comes out of a
 * link is a stranger's: it is bounded, and becomes text of files and nothing else.
 */
import { isGoodPath, isText } from "../state/project";
import type { FileMap } from "../worker/protocol";

export interface Shared {
  name: string;
  files: FileMap;
  main: string | null;
}

const MARK = "p=";
/** More is not unpacked. */
const MOST_BYTES = 4 << 20;
const MOST_LINK = 2 << 20;
const MOST_FILES = 500;

/** `[1, name, main, path, text, path, text, …]` */
export async function encode({ name, files, main }: Shared): Promise<string> {
  const texts = Object.entries(files).filter(([, contents]) => isText(contents));
  const packed = JSON.stringify([1, name, main ?? "", ...texts.flat()]);
  const stream = new Blob([packed]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return `#${MARK}${toLetters(bytes)}`;
}

/** What a link holds; null if it holds nothing. */
export async function decode(hash: string): Promise<Shared | null> {
  const letters = hash.replace(/^#/, "");
  if (!letters.startsWith(MARK)) return null;
  if (letters.length > MOST_LINK) throw new Error("it is too long");
  const bytes = fromLetters(letters.slice(MARK.length));
  const text = new TextDecoder().decode(await inflated(bytes));
  let packed: unknown;
  try {
    packed = JSON.parse(text);
  } catch {
    throw new Error("it is damaged");
  }
  if (!Array.isArray(packed) || packed[0] !== 1 || packed.some((part, k) => k > 0 && typeof part !== "string")) {
    throw new Error("it is of another version, or damaged");
  }
  const [name = "", main = "", ...rest] = packed.slice(1) as string[];
  if (rest.length / 2 > MOST_FILES) throw new Error("it has too many files");
  const files: FileMap = {};
  for (let k = 0; k + 1 < rest.length; k += 2) {
    const path = rest[k] ?? "";
    if (isGoodPath(path)) files[path] = rest[k + 1] ?? "";
  }
  if (Object.keys(files).length === 0) throw new Error("it has no files");
  return { name: name.slice(0, 100), files, main: main in files ? main : null };
}

/** Stops as soon as there is too much: a short link can unpack to gigabytes. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > MOST_BYTES) {
        await reader.cancel();
        throw new Error("it unpacks to too much");
      }
      parts.push(next.value);
    }
  } catch (error) {
    throw error instanceof TypeError ? new Error("it is damaged") : error;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toLetters(bytes: Uint8Array): string {
  let binary = "";
  for (let k = 0; k < bytes.length; k += 8192) binary += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromLetters(letters: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error("it is damaged");
  }
}
