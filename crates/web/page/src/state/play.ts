/** A game on the program: the board, and the tiles as they slide. The rules are the program's alone. */
import { computed, signal } from "@preact/signals";
import { t } from "../i18n";
import { machine } from "../services/machines";
import type { BundledProject, Machine, PlayRequest, PlayView } from "../worker/protocol";
import { report, say } from "./messages";
import { activeFile, files, flush, mainFile, openCopy } from "./project";
import * as session from "./session";
import { allBundled, titleOf } from "./bundle";

export type Direction = "up" | "down" | "left" | "right";

/** A tile on the screen. */
export interface Tile {
  id: number;
  value: number;
  field: number;
  /** It appears, was merged, or slides under another one and goes. */
  look: "still" | "new" | "merged" | "going";
}

/** Null: the project that is open. */
export const game = signal<string | null>(null);
export const view = signal<PlayView | null>(null);
export const tiles = signal<Tile[]>([]);
export const isReplaying = signal(false);
/** The last move has changed nothing, and the program did not say why. */
export const isUnchanged = signal(false);
export const trouble = signal<string | null>(null);
export const isOpen = computed(() => view.value !== null);

let which: Machine = "rv32";
let lastId = 0;
let isBusy = false;
const queue: PlayRequest[] = [];
const SLIDE = 110;
const MOST_WAITING = 3;
const REPLAY_EVERY = 260;

export async function openGame(id: string | null, seed = Math.floor(Math.random() * 2 ** 31)): Promise<void> {
  stopReplay();
  game.value = id;
  trouble.value = null;
  try {
    await flush();
    which = await machineOfGame(id);
    await send({ action: "open", game: id, seed });
  } catch (error) {
    view.value = null;
    tiles.value = [];
    trouble.value = error instanceof Error ? error.message : String(error);
  }
}

async function machineOfGame(id: string | null): Promise<Machine> {
  if (id !== null) {
    const known = (await allBundled()).find((project) => project.id === id);
    if (known) return known.machine;
  }
  const path = mainFile.peek() ?? activeFile.peek() ?? Object.keys(files.peek())[0];
  return path ? session.machineOf(path) : "rv32";
}

export async function push(direction: Direction): Promise<void> {
  if (!view.peek() || view.peek()?.ending || queue.length >= MOST_WAITING) return;
  await enqueue({ action: "key", direction });
}

export async function undo(): Promise<void> {
  await enqueue({ action: "undo" });
}

export async function again(): Promise<void> {
  stopReplay();
  await enqueue({ action: "new" });
}

async function enqueue(request: PlayRequest): Promise<void> {
  queue.push(request);
  if (isBusy) return;
  isBusy = true;
  try {
    for (let next = queue.shift(); next; next = queue.shift()) await send(next);
  } catch (error) {
    queue.length = 0;
    report(error);
  } finally {
    isBusy = false;
  }
}

async function send(request: PlayRequest): Promise<PlayView | null> {
  const worker = await machine(which);
  const { play } = await worker.request("play", request);
  const before = view.peek();
  view.value = play;
  if (!play) {
    tiles.value = [];
    return null;
  }
  if (request.action === "key" && before) slide(before, play);
  else tiles.value = placed(play);
  isUnchanged.value = request.action === "key" && play.reply === null && before !== null && String(before.board) === String(play.board);
  if (request.action === "key") tell(play);
  return play;
}

function placed(play: PlayView): Tile[] {
  return play.board.flatMap((value, field) => (value > 0 ? [{ id: ++lastId, value, field, look: "still" as const }] : []));
}

/** Moves the tiles to where their values came: the origins say which tile is in which field now. */
function slide(before: PlayView, now: PlayView): void {
  const origins = now.origins;
  if (!origins || before.board.length !== now.board.length) {
    tiles.value = placed(now);
    return;
  }
  const standing = new Map(tiles.peek().filter((tile) => tile.look !== "going").map((tile) => [tile.field, tile]));
  const next: Tile[] = [];
  const used = new Set<number>();
  now.board.forEach((value, field) => {
    if (value <= 0) return;
    const sources = (origins[field] ?? []).map((from) => standing.get(from)).filter((tile) => tile !== undefined);
    const fresh = sources.filter((tile) => !used.has(tile.id));
    for (const tile of fresh) used.add(tile.id);
    const [only] = fresh;
    if (fresh.length === 1 && only) next.push({ ...only, field, value, look: "still" });
    else if (fresh.length === 0) next.push({ id: ++lastId, value, field, look: "new" });
    else {
      for (const tile of fresh) next.push({ ...tile, field, look: "going" });
      next.push({ id: ++lastId, value, field, look: "merged" });
    }
  });
  tiles.value = next;
  setTimeout(() => {
    if (tiles.peek() === next) tiles.value = next.filter((tile) => tile.look !== "going");
  }, SLIDE * 2);
}

function tell(play: PlayView): void {
  const words = [
    play.reply === "won" ? t("play.won") : play.reply === "lost" ? t("play.lost") : play.reply === "refused" ? t("play.refused") : "",
    play.score === null ? "" : `${t("play.score")} ${play.score}`,
    t("play.board", { rows: rowsOf(play).map((row) => row.map((value) => (value > 0 ? value : t("play.empty"))).join(" ")).join("; ") }),
  ];
  say(words.filter(Boolean).join(". "));
}

export function rowsOf(play: PlayView): number[][] {
  return Array.from({ length: play.rows }, (_, row) => play.board.slice(row * play.columns, (row + 1) * play.columns));
}

let timer: ReturnType<typeof setInterval> | undefined;

/** Plays a recording: its moves, one after the other. */
export async function replay(recording: string): Promise<void> {
  try {
    const begun = await send({ action: "replay", recording });
    const moves = [...(begun?.replay ?? [])];
    isReplaying.value = true;
    clearInterval(timer);
    timer = setInterval(() => {
      const next = moves.shift() as Direction | undefined;
      if (next) void push(next);
      else stopReplay();
    }, REPLAY_EVERY);
  } catch (error) {
    report(error);
  }
}

export function stopReplay(): void {
  clearInterval(timer);
  isReplaying.value = false;
}

export async function recording(): Promise<string | null> {
  const worker = await machine(which);
  const { play } = await worker.request("play", { action: "record" });
  return play?.recording ?? null;
}

/** Goes into the debugger, to where the program waits for the next key. */
export async function pauseIntoDebugger(): Promise<void> {
  const now = view.peek();
  if (!now) return;
  const id = game.peek();
  if (id !== null) {
    const known: BundledProject | undefined = (await allBundled()).find((project) => project.id === id);
    if (!known) return;
    await openCopy(titleOf(known), known.files, { open: [known.main], main: known.main });
    game.value = null;
  }
  await session.debugGame(now.program, now.typed, now.seed);
}
