/** The board: tiles that slide and merge, keys, swipes, and what the program says. */
import { useEffect, useRef, useState } from "preact/hooks";
import { number, t, type Key } from "../i18n";
import { report } from "../state/messages";
import { allBundled } from "../state/bundle";
import * as play from "../state/play";
import { generation } from "../state/project";
import { dialog, isNarrow, view as mainView } from "../state/layout";
import { question } from "../state/prompt";
import type { BundledProject, PlayView } from "../worker/protocol";
import { pickFile, saveAs } from "../services/local-files";
import { IconButton } from "./parts";
import { phase } from "../state/session";

const KEYS: Record<string, play.Direction> = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  w: "up", s: "down", a: "left", d: "right",
};

export default function PlayPane() {
  const [games, setGames] = useState<BundledProject[]>([]);
  useEffect(() => {
    void allBundled().then((all) => setGames(all.filter((project) => project.kind === "game" || project.kind === "course"))).catch(report);
  }, []);
  useEffect(() => {
    void play.openGame(null).then(async () => {
      // A project that is no game: the first bundled one is more fun than a message.
      if (play.trouble.peek()) {
        const first = (await allBundled()).find((project) => project.kind === "game" || project.kind === "course");
        if (first) await play.openGame(first.id);
      }
    });
  }, [generation.value]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as Element;
      if (mainView.value !== "play" || dialog.value || question.value || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("input, select, textarea, .cm-editor, [role=menu], [role=tablist], .console-scroll")) return;
      const direction = KEYS[event.key];
      if (direction) void play.push(direction);
      else if (event.key === "u" || event.key === "Backspace") void play.undo();
      else if (event.key === "n") void play.again();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  const now = play.view.value;
  return (
    <section class="play-view" aria-label={t("play.title")}>
      <div class="bar">
        <label class="inline grow">
          <span>{t("play.choose")}</span>
          <select class="grow" value={play.game.value ?? ""} onChange={(event) => void play.openGame(event.currentTarget.value || null)}>
            <option value="">{t("play.own")}</option>
            {games.map((one) => (
              <option key={one.id} value={one.id}>{one.title} · {one.machine}</option>
            ))}
          </select>
        </label>
      </div>
      {play.trouble.value && <p class="bad pad">{play.trouble.value}</p>}
      {now && <Game now={now} hasSource={games.find((one) => one.id === play.game.value)?.kind !== "course"} />}
    </section>
  );
}

function Game({ now, hasSource }: { now: PlayView; hasSource: boolean }) {
  const words = wordsOf(now);
  return (
    <>
      <div class="scores">
        {now.score !== null && <Score label={t("play.score")} value={now.score} />}
        {now.best !== null && <Score label={t("play.best")} value={now.best} />}
        <Score label={t("play.moves")} value={now.moves} />
      </div>
      {now.board.length > 0 && <Board now={now} />}
      <p class="play-words" role="status">{words}</p>
      <div class="bar wrap middle">
        <IconButton icon="plus" label={t("play.new")} keys="N" withText onClick={() => void play.again()} />
        <IconButton icon="undo" label={t("play.undo")} keys="U" withText disabled={now.moves === 0} onClick={() => void play.undo()} />
        {play.isReplaying.value ? (
          <IconButton icon="pause" label={t("play.stopReplay")} withText onClick={play.stopReplay} />
        ) : (
          <IconButton icon="restart" label={t("play.replay")} withText disabled={now.moves === 0} onClick={() => void replayNow()} />
        )}
        {hasSource && (
          <IconButton icon="bug" label={t("play.debug")} kind="accent" withText disabled={phase.value === "starting"} onClick={() => void play.pauseIntoDebugger().then(() => isNarrow.value && (mainView.value = "debug")).catch(report)} />
        )}
        <IconButton icon="download" label={t("play.save")} onClick={() => void save().catch(report)} />
        <IconButton icon="folder" label={t("play.load")} onClick={() => void load().catch(report)} />
      </div>
      <p class="hint pad center-text">{t("play.keys")} {t("play.seed", { n: now.seed })}</p>
      {now.ending?.kind === "broken" && <pre class="report" tabIndex={0}>{now.ending.text}</pre>}
    </>
  );
}

function wordsOf(now: PlayView): string {
  if (now.reply === "won") return t("play.won");
  if (now.reply === "lost") return t("play.lost");
  if (now.reply === "refused") return t("play.refused");
  if (play.isUnchanged.value && !now.ending) return t("play.nothing");
  if (now.ending) return now.ending.kind === "broken" ? now.ending.text.split("\n")[0] ?? "" : t("play.over");
  return "";
}

function Score({ label, value }: { label: string; value: number }) {
  return (
    <div class="score">
      <span>{label}</span>
      <strong>{number(value)}</strong>
    </div>
  );
}

function Board({ now }: { now: PlayView }) {
  const begin = useRef<{ x: number; y: number } | null>(null);
  const directions: play.Direction[] = ["up", "down", "left", "right"];
  const swipe = (event: PointerEvent) => {
    const from = begin.current;
    begin.current = null;
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.max(Math.abs(x), Math.abs(y)) < 24) return;
    void play.push(Math.abs(x) > Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up");
  };
  const rows = play.rowsOf(now);
  return (
    <div class="board-box">
      <div
        class="board"
        style={{ "--columns": now.columns, "--rows": now.rows }}
        onPointerDown={(event) => {
          begin.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={swipe}
        onPointerCancel={() => (begin.current = null)}
      >
        <div class="fields" aria-hidden="true">
          {now.board.map((_, field) => (
            <span key={field} class="field" />
          ))}
        </div>
        <div class="tiles" aria-hidden="true">
          {play.tiles.value.map((tile) => (
            <TileView key={tile.id} tile={tile} columns={now.columns} />
          ))}
        </div>
        <table class="visually-hidden">
          <caption>{t("play.title")}</caption>
          <tbody>
            {rows.map((row, k) => (
              <tr key={k}>{row.map((value, column) => <td key={column}>{value > 0 ? value : t("play.empty")}</td>)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="pad-keys">
        {directions.map((direction) => (
          <button key={direction} type="button" class={`button pad-${direction}`} aria-label={t("play.move", { direction: t(`play.${direction}` as Key) })} onClick={() => void play.push(direction)}>
            {{ up: "↑", down: "↓", left: "←", right: "→" }[direction]}
          </button>
        ))}
      </div>
    </div>
  );
}

function TileView({ tile, columns }: { tile: play.Tile; columns: number }) {
  const place = { "--column": tile.field % columns, "--row": Math.floor(tile.field / columns) };
  const level = Math.max(1, Math.min(12, Math.round(Math.log2(Math.max(2, tile.value)))));
  const long = String(tile.value).length;
  return (
    <div class={`tile look-${tile.look}`} style={place}>
      <span class={`tile-face level-${level} digits-${Math.min(long, 5)}`}>{tile.value}</span>
    </div>
  );
}

async function replayNow(): Promise<void> {
  const text = await play.recording();
  if (text) await play.replay(text);
}

async function save(): Promise<void> {
  const text = await play.recording();
  if (text) saveAs("game.toml", new Blob([text], { type: "text/plain" }));
}

async function load(): Promise<void> {
  const file = await pickFile(".toml,.txt");
  if (file) await play.replay(await file.text());
}
