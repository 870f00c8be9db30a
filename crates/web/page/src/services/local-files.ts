/** Files of the user's disk: picked, saved, and whole folders where the browser can. */
import type { FileMap } from "../worker/protocol";

/** More is not a project. */
export const LIMITS = { files: 2000, bytes: 32 << 20 } as const;
const LEFT_OUT = new Set([".git", "node_modules", "target", ".idea", ".vscode", "__pycache__"]);

interface FolderHandle {
  name: string;
  kind: "directory";
  values(): AsyncIterable<FolderHandle | FileHandle>;
  getDirectoryHandle(name: string, options?: { create: boolean }): Promise<FolderHandle>;
  getFileHandle(name: string, options?: { create: boolean }): Promise<FileHandle>;
  requestPermission?(options: { mode: "readwrite" }): Promise<string>;
}
interface FileHandle {
  name: string;
  kind: "file";
  getFile(): Promise<File>;
  createWritable(): Promise<{ write(data: string | Uint8Array): Promise<void>; close(): Promise<void> }>;
}
type Picker = { showDirectoryPicker?: (options: { mode: "readwrite" }) => Promise<FolderHandle> };

export function canOpenFolders(): boolean {
  return typeof (window as Picker).showDirectoryPicker === "function";
}

export function pickFile(accept: string): Promise<File | null> {
  return pick((input) => {
    input.accept = accept;
  }).then((found) => found[0] ?? null);
}

function pick(prepare: (input: HTMLInputElement) => void): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    prepare(input);
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

export function saveAs(name: string, contents: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Text if it is text, else bytes. */
export function decoded(bytes: Uint8Array): string | Uint8Array {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\u0000") ? bytes : text;
  } catch {
    return bytes;
  }
}

class Collected {
  readonly files: FileMap = {};
  private count = 0;
  private size = 0;

  async add(path: string, file: File): Promise<void> {
    this.count++;
    this.size += file.size;
    if (this.count > LIMITS.files || this.size > LIMITS.bytes) {
      throw new Error(`too many files: a project has at most ${LIMITS.files}, of ${LIMITS.bytes >> 20} MB`);
    }
    this.files[path] = decoded(new Uint8Array(await file.arrayBuffer()));
  }
}

export interface OpenedFolder {
  name: string;
  files: FileMap;
  /** To write back to; null where the browser cannot. */
  handle: unknown;
}

export async function openFolder(): Promise<OpenedFolder | null> {
  const picker = (window as Picker).showDirectoryPicker;
  const found = new Collected();
  if (picker) {
    const folder = await picker.call(window, { mode: "readwrite" }).catch(() => null);
    if (!folder) return null;
    await collect(folder, "", found);
    return { name: folder.name, files: found.files, handle: folder };
  }
  const all = await pick((input) => {
    input.webkitdirectory = true;
  });
  if (all.length === 0) return null;
  for (const file of all) {
    const parts = file.webkitRelativePath.split("/").slice(1);
    if (!parts.some((part) => LEFT_OUT.has(part))) await found.add(parts.join("/"), file);
  }
  const name = all[0]?.webkitRelativePath.split("/")[0] ?? "";
  return { name, files: found.files, handle: null };
}

async function collect(folder: FolderHandle, prefix: string, into: Collected): Promise<void> {
  for await (const entry of folder.values()) {
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.kind === "directory") await collect(entry, `${prefix}${entry.name}/`, into);
    else await into.add(prefix + entry.name, await entry.getFile());
  }
}

/** Writes the files that differ back; how many those were. */
export async function saveFolder(handle: unknown, files: FileMap): Promise<number> {
  const root = handle as FolderHandle;
  if ((await root.requestPermission?.({ mode: "readwrite" })) === "denied") throw new Error("the browser may not write to this folder");
  let written = 0;
  for (const [path, contents] of Object.entries(files)) {
    const parts = path.split("/");
    const name = parts.pop();
    if (!name) continue;
    let folder = root;
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
    const file = await folder.getFileHandle(name, { create: true });
    const before = decoded(new Uint8Array(await (await file.getFile()).arrayBuffer()));
    if (typeof contents === "string" && before === contents) continue;
    const stream = await file.createWritable();
    await stream.write(contents);
    await stream.close();
    written++;
  }
  return written;
}
