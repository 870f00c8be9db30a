/** Questions about a register or a place in memory: who wrote it, why it is what it is. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import { answer, ask, canStep, session } from "../../state/session";
import { report } from "../../state/messages";
import { debugPane } from "../../state/layout";
import { Icon } from "../icons";
import { Answer, IconButton } from "../parts";
import { memoryAddress } from "./memory-state";

const open = signal<string | null>(null);

export function Questions({ about, pointer = null }: { about: string; pointer?: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  const isOpen = open.value === about;
  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector("button")?.focus();
    const close = (event: Event) => {
      if (!box.current?.parentElement?.contains(event.target as Node)) open.value = null;
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [isOpen]);
  const choose = (command: string) => {
    open.value = null;
    void ask(about, command);
  };
  const keys = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "Escape") open.value = null;
    else if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]?.focus();
    else if (event.key === "ArrowUp") buttons[(at + buttons.length - 1) % buttons.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span class="questions">
      <button
        type="button"
        class="button icon-button quiet small"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t("debug.ask", { name: about })}
        title={t("debug.ask", { name: about })}
        disabled={!canStep.value}
        onClick={() => (open.value = isOpen ? null : about)}
      >
        <Icon name="question" />
      </button>
      {isOpen && (
        <div class="menu" role="menu" aria-label={t("debug.askOf", { name: about })} ref={box} onKeyDown={keys}>
          <button type="button" role="menuitem" onClick={() => choose(`last-write ${about}`)}>{t("debug.who")}</button>
          <button type="button" role="menuitem" onClick={() => choose(`why ${about}`)}>{t("debug.why")}</button>
          <button type="button" role="menuitem" onClick={() => choose(`history ${about}`)}>{t("debug.history")}</button>
          <button type="button" role="menuitem" onClick={() => choose(`watch ${about}`)}>{t("debug.watch")}</button>
          {pointer !== null && (
            <button
              type="button"
              role="menuitem"
              onClick={() => {
                open.value = null;
                memoryAddress.value = pointer;
                debugPane.value = "memory";
              }}
            >
              {t("debug.showMemory")}
            </button>
          )}
        </div>
      )}
    </span>
  );
}

/** The last answer; commands in it can be clicked. */
export function AnswerBox() {
  const now = answer.value;
  if (!now) return null;
  const run = async (command: string) => {
    try {
      const said = await session()?.evaluate(command);
      if (said && answer.peek() === now) answer.value = { about: now.about, question: command, text: said };
    } catch (error) {
      report(error);
    }
  };
  return (
    <section class="answer-box" aria-label={t("debug.answer")}>
      <header>
        <strong>{now.question}</strong>
        <IconButton icon="close" label={t("debug.close")} kind="quiet small" onClick={() => (answer.value = null)} />
      </header>
      <Answer text={now.text} run={(command) => void run(command)} />
    </section>
  );
}
