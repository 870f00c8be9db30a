/** Zip archives, as far as projects need them: stored or deflated files, no encryption, no parts. */

import type { FileMap } from "./protocol";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UTF8 = 0x0800;
const DEFLATED = 8;

/** What an archive may become: what is larger is refused before it is unpacked. */
const MOST_FILES = 5_000;
const MOST_BYTES = 64 << 20;
const LARGEST = 16 << 20;

/** The files of an archive. */
export async function openZip(archive: ArrayBuffer): Promise<FileMap> {
  const view = new DataView(archive);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_FILES) {
    throw new Error(`the archive has ${count} files; ${MOST_FILES} are the most`);
  }
  const files: FileMap = {};
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let k = 0; k < count; k++) {
    if (at + 46 > archive.byteLength || view.getUint32(at, true) !== CENTRAL) {
      throw new Error("the archive is damaged");
    }
    const entry = readEntry(view, at);
    at = entry.next;
    const path = plain(entry.name);
    if (path === null || entry.name.endsWith("/")) {
      continue;
    }
    const bytes = await unpack(archive, view, entry);
    total += bytes.length;
    if (total > MOST_BYTES) {
      throw new Error("the archive is too large");
    }
    files[path] = bytes;
  }
  return files;
}

interface Entry {
  name: string;
  flags: number;
  method: number;
  packed: number;
  local: number;
  next: number;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) === END) {
      return at;
    }
  }
  throw new Error("this is not a zip archive");
}

function readEntry(view: DataView, at: number): Entry {
  const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number];
  const bytes = new Uint8Array(view.buffer, at + 46, name);
  return {
    name: new TextDecoder().decode(bytes),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    packed: view.getUint32(at + 20, true),
    local: view.getUint32(at + 42, true),
    next: at + 46 + name + extra + comment,
  };
}

/** A path below the project's folder; null for one that leads out of it, or is no one's. */
function plain(name: string): string | null {
  const parts = name.replaceAll("\\", "/").split("/").filter((part) => part !== "" && part !== ".");
  const refused = parts.length === 0 || parts.includes("..") || parts[0] === "__MACOSX";
  return refused ? null : parts.join("/");
}

async function unpack(archive: ArrayBuffer, view: DataView, entry: Entry): Promise<Uint8Array> {
  if (entry.flags & 1) {
    throw new Error(`\`${entry.name}\` is encrypted`);
  }
  if (entry.local + 30 > archive.byteLength || view.getUint32(entry.local, true) !== LOCAL) {
    throw new Error("the archive is damaged");
  }
  const begin = entry.local + 30 + view.getUint16(entry.local + 26, true) + view.getUint16(entry.local + 28, true);
  const packed = archive.slice(begin, begin + entry.packed);
  if (entry.method === 0) {
    return new Uint8Array(packed);
  }
  if (entry.method !== DEFLATED) {
    throw new Error(`\`${entry.name}\` is packed in a way that is not supported`);
  }
  return collect(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")), entry.name);
}

/** All of a stream, unless that is too much: what an archive says about its sizes may be wrong. */
async function collect(stream: ReadableStream<Uint8Array>, name: string): Promise<Uint8Array> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    parts.push(value);
    size += value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Error(`\`${name}\` is too large`);
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** An archive of files. Equal files give equal bytes: there are no times in it. */
export async function saveZip(files: FileMap): Promise<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  const paths = Object.keys(files).sort();
  for (const path of paths) {
    const text = files[path] ?? "";
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    const packer = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const packed = await collect(packer as ReadableStream<Uint8Array>, path);
    const name = encoder.encode(path);
    const common = header(bytes, packed.length, name.length);
    parts.push(record(LOCAL, common, 30), name, packed);
    central.push(directory(common, at), name);
    at += 30 + name.length + packed.length;
  }
  const begin = at;
  const size = central.reduce((sum, part) => sum + part.length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END, true);
  end.setUint16(8, paths.length, true);
  end.setUint16(10, paths.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, begin, true);
  return new Blob([...parts, ...central, new Uint8Array(end.buffer)] as BlobPart[]).arrayBuffer();
}

/** What both records of a file begin with. */
function header(bytes: Uint8Array, packed: number, name: number): DataView {
  const view = new DataView(new ArrayBuffer(26));
  view.setUint16(0, 20, true);
  view.setUint16(2, UTF8, true);
  view.setUint16(4, DEFLATED, true);
  // The first day that the format knows.
  view.setUint16(8, 0x21, true);
  view.setUint32(10, crc32(bytes), true);
  view.setUint32(14, packed, true);
  view.setUint32(18, bytes.length, true);
  view.setUint16(22, name, true);
  return view;
}

function record(signature: number, common: DataView, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, signature, true);
  bytes.set(new Uint8Array(common.buffer), 4);
  return bytes;
}

function directory(common: DataView, local: number): Uint8Array {
  const bytes = new Uint8Array(46);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, CENTRAL, true);
  view.setUint16(4, 20, true);
  bytes.set(new Uint8Array(common.buffer), 6);
  view.setUint32(42, local, true);
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, k) => {
  let c = k;
  for (let bit = 0; bit < 8; bit++) {
    c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  }
  return c;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = (TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
