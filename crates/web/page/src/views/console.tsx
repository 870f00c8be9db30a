/** The console: output, and a line for input or for commands of the debugger. */
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { number, t } from "../i18n";
import { console_, type Piece } from "../state/console";
import { give, isWaiting, launched, phase, session, type } from "../state/session";
import { IconButton } from "./parts";

/** Shows the pieces; only what is new is added to the document. */
function Output() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const into = box.current;
    if (!into) return;
    let epoch = -1;
    let shown: { piece: Piece; node: Text; length: number } | null = null;
    let count = 0;
    return effect(() => {
      void console_.version.value;
      const scroller = into.parentElement;
      const isAtEnd = !scroller || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
      if (epoch !== console_.epoch) {
        epoch = console_.epoch;
        into.replaceChildren();
        shown = null;
        count = 0;
        if (console_.cut > 0) {
          const note = document.createElement("span");
          note.className = "voice-note";
          note.textContent = `${t("console.cut", { n: number(console_.cut) })}\n`;
          into.append(note);
        }
      }
      if (shown && shown.piece.text.length > shown.length) {
        shown.node.appendData(shown.piece.text.slice(shown.length));
        shown.length = shown.piece.text.length;
      }
      for (; count < console_.pieces.length; count++) {
        const piece = console_.pieces[count];
        if (!piece) break;
        const span = document.createElement("span");
        span.className = `voice-${piece.voice}`;
        const node = document.createTextNode(piece.text);
        span.append(node);
        into.append(span);
        shown = { piece, node, length: piece.text.length };
      }
      into.classList.toggle("is-empty", console_.pieces.length === 0);
      if (isAtEnd && scroller) scroller.scrollTop = scroller.scrollHeight;
    });
  }, []);
  return <div class="output" ref={box} />;
}

const earlier: string[] = [];

export function ConsoleView({ label }: { label?: string }) {
  const [text, setText] = useState("");
  const [recall, setRecall] = useState(-1);
  const [offers, setOffers] = useState<string[]>([]);
  const line = useRef<HTMLInputElement>(null);
  const isRunning = phase.value === "running" || isWaiting.value;
  const isCommand = phase.value === "stopped" && !isWaiting.value;
  const isUsable = isRunning || isCommand;
  useEffect(() => {
    if (isWaiting.value) line.current?.focus();
  }, [isWaiting.value]);
  const send = () => {
    if (!isUsable) return;
    if (text && earlier[earlier.length - 1] !== text) earlier.push(text);
    void type(text);
    setText("");
    setRecall(-1);
    setOffers([]);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter") send();
    else if (event.key === "d" && event.ctrlKey && text === "" && isRunning) void give("", true);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const at = event.key === "ArrowUp" ? Math.min(recall + 1, earlier.length - 1) : recall - 1;
      setRecall(Math.max(-1, at));
      setText(at < 0 ? "" : (earlier[earlier.length - 1 - at] ?? ""));
    } else if (event.key === "Tab" && isCommand && text && !event.shiftKey) void complete();
    else return;
    event.preventDefault();
  };
  const complete = async () => {
    const body = await session()?.request("completions", { text, column: text.length + 1 }).catch(() => null);
    const targets = (body?.["targets"] ?? []) as { label: string; start: number; length: number }[];
    const [first] = targets;
    if (targets.length === 1 && first) setText(text.slice(0, first.start) + first.label);
    setOffers(targets.length > 1 ? targets.slice(0, 30).map((target) => target.label) : []);
  };
  return (
    <section class="console" aria-label={label ?? t("console.title")} onClick={(event) => focusLine(event, line.current)}>
      <div class="console-scroll" role="log" aria-live="polite" aria-label={t("console.title")} tabIndex={0}>
        <Output />
        {console_.version.value === 0 && <p class="hint">{t("console.empty")}</p>}
      </div>
      {offers.length > 0 && <div class="offers" aria-live="polite">{offers.join("  ")}</div>}
      <div class={`console-line ${isUsable ? "" : "off"} ${isWaiting.value ? "waiting" : ""}`}>
        <span class="prompt" aria-hidden="true">{isCommand ? "(jal)" : "›"}</span>
        <input
          ref={line}
          type="text"
          value={text}
          disabled={!isUsable}
          aria-label={isCommand ? t("console.command") : t("console.input")}
          placeholder={isCommand ? t("console.commandHint") : isUsable ? t("console.input") : launched.value ? "" : t("console.idleHint")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={keys}
        />
        {isRunning && (
          <button type="button" class="button small" title="Ctrl+D" onClick={() => void give("", true)}>
            {t("console.end")}
          </button>
        )}
        <IconButton icon="close" label={t("console.clear")} kind="quiet" onClick={() => console_.clear()} />
      </div>
    </section>
  );
}

/** A click into the console means its line, unless something was selected. */
function focusLine(event: MouseEvent, line: HTMLInputElement | null): void {
  const target = event.target as Element;
  if (target.closest("button, input") || getSelection()?.isCollapsed === false) return;
  line?.focus({ preventScroll: true });
}
