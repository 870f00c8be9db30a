/** The dialogs: which one is open, and small questions. */
import { lazy } from "./lazy";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { dialog } from "../state/layout";
import { question, type Question } from "../state/prompt";
import { Modal } from "./parts";

const Projects = lazy(() => import("./projects"));
const Share = lazy(() => import("./share"));
const SettingsView = lazy(() => import("./settings"));
const RunSettings = lazy(() => import("./run-settings"));

const titles = { projects: "projects.title", share: "share.title", settings: "settings.title", run: "run.settings" } as const;

export function Dialogs() {
  const open = dialog.value;
  const asked = question.value;
  return (
    <>
      {open && (
        <Modal key={open} title={t(titles[open])} wide={open === "projects" || open === "share"} onClose={() => (dialog.value = null)}>
          {open === "projects" && <Projects />}
          {open === "share" && <Share />}
          {open === "settings" && <SettingsView />}
          {open === "run" && <RunSettings />}
        </Modal>
      )}
      {asked && <Ask key={asked.title} asked={asked} />}
    </>
  );
}

function Ask({ asked }: { asked: Question }) {
  const [text, setText] = useState(asked.initial ?? "");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <Modal title={asked.title} onClose={() => asked.answer(null)}>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          asked.answer(text);
        }}
      >
        {asked.initial !== null && <input ref={input} aria-label={asked.title} value={text} spellcheck={false} autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} />}
        {asked.hint && <p class="hint">{asked.hint}</p>}
        <div class="bar end">
          <button type="button" class="button" onClick={() => asked.answer(null)}>{t("dialog.cancel")}</button>
          <button type="submit" class="button primary">{t("dialog.ok")}</button>
        </div>
      </form>
    </Modal>
  );
}
