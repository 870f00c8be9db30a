/** The page inside another one: a program that runs and can be stepped through. */
import { t } from "../i18n";
import { encode } from "../share/codec";
import { report } from "../state/messages";
import * as project from "../state/project";
import * as session from "../state/session";
import { EditorBox, phaseText } from "./app";
import { ConsoleView } from "./console";
import { Icon } from "./icons";
import { IconButton } from "./parts";

export function Embed() {
  const off = !session.canStep.value;
  const files = project.openFiles.value;
  return (
    <main class="embed">
      <h1 class="visually-hidden">{project.projectName.value || t("app.name")}</h1>
      <header class="top">
        {session.isActive.value ? (
          <IconButton icon="stop" label={t("run.stop")} kind="danger" withText onClick={() => void session.end().catch(report)} />
        ) : (
          <IconButton icon="run" label={t("run.run")} kind="primary" withText disabled={!project.program.value} onClick={() => void session.run().catch(report)} />
        )}
        <IconButton icon="back" label={t("debug.backi")} disabled={off} onClick={() => void session.move("back")} />
        <IconButton icon="single" label={t("debug.step")} disabled={!project.program.value || (session.isActive.value && off)} onClick={() => void step().catch(report)} />
        {files.length > 1 && (
          <select aria-label={t("files.tabs")} value={project.activeFile.value ?? ""} onChange={(event) => project.openFile(event.currentTarget.value)}>
            {files.map((path) => (
              <option key={path} value={path}>{path}</option>
            ))}
          </select>
        )}
        <span class="hint grow" role="status">{phaseText()}</span>
        <button type="button" class="button quiet" onClick={() => void openFull().catch(report)}>
          <Icon name="share" /> {t("share.openFull")}
        </button>
      </header>
      <div class="embed-body">
        <EditorBox />
        <div class="embed-side">
          {session.canStep.value && session.state.value && <Changed />}
          <ConsoleView />
        </div>
      </div>
    </main>
  );
}

/** The registers that the last step has changed. */
function Changed() {
  const changed = session.state.value?.registers.filter((register) => register.changed) ?? [];
  return (
    <p class="changed-registers" aria-label={t("debug.registers")}>
      {changed.map((register) => (
        <span key={register.name}><strong>{register.name}</strong> = {register.text}</span>
      ))}
    </p>
  );
}

async function step(): Promise<void> {
  if (session.canStep.value) await session.move("step");
  else await session.debug();
}

async function openFull(): Promise<void> {
  await project.flush();
  const hash = await encode({ name: project.projectName.value, files: project.files.value, main: project.program.value });
  open(location.href.replace(/[?#].*$/, "") + hash, "_blank", "noopener");
}
