/** The page: its bars, the editor in the middle, and the views around it. */
import { useEffect, useRef } from "preact/hooks";
import { cursorText, formatActive, mountEditor } from "../editor/editor";
import { number, t, type Key } from "../i18n";
import { dialog, isEmbedded, isNarrow, pane, sidebar, view, type Pane, type View } from "../state/layout";
import { notices, dismiss, report, spoken } from "../state/messages";
import { problems } from "../state/problems";
import * as project from "../state/project";
import * as session from "../state/session";
import { ConsoleView } from "./console";
import { DebugToolbar } from "./debug/timeline";
import { Dialogs } from "./dialogs";
import { DisplayView } from "./display";
import { Embed } from "./embed";
import { FilesView } from "./files";
import { Icon, type IconName } from "./icons";
import { lazy } from "./lazy";
import { IconButton, Tabs } from "./parts";
import { ProblemsView } from "./problems";
import { Splitter } from "./splitter";

const DebugView = lazy(() => import("./debug"));
const TestsView = lazy(() => import("./tests"));
const PlayPane = lazy(() => import("./play"));

const VIEWS: [id: View, icon: IconName, label: Key][] = [
  ["code", "code", "view.code"],
  ["console", "console", "view.console"],
  ["debug", "bug", "view.debug"],
  ["tests", "tests", "view.tests"],
  ["play", "play", "view.play"],
];

export function App() {
  const embedded = isEmbedded;
  const name = project.projectName.value;
  useEffect(() => {
    document.title = name ? `${name} – ${t("app.name")}` : t("app.name");
  }, [name]);
  return (
    <div class={`app ${embedded ? "embedded" : ""} view-${view.value} phase-${session.phase.value}`}>
      {embedded ? <Embed /> : <Full />}
      <Dialogs />
      <Notices />
      <div class="visually-hidden" aria-live="polite" aria-atomic="true">{spoken.value}</div>
    </div>
  );
}

function Full() {
  const now = view.value;
  const narrow = isNarrow.value;
  const hasSide = now === "debug" || now === "tests" || now === "play";
  return (
    <>
      <a class="skip" href="#editor">{t("app.skip")}</a>
      <TopBar />
      <div class="body">
        {sidebar.value && (
          <aside class="sidebar" aria-label={t("view.files")}>
            <FilesView />
          </aside>
        )}
        <main class="main">
          <div class={narrow && now !== "code" ? "center gone" : "center"}>
            <FileTabs />
            {now === "debug" && !narrow && <DebugToolbar />}
            <EditorBox />
            {!narrow && <Splitter edge="bottom" />}
            {!narrow && <BottomPane />}
            {!narrow && <StatusBar />}
          </div>
          {narrow && (now === "code" || now === "debug") && session.launched.value?.debug && session.isActive.value && <DebugToolbar />}
          {narrow && now === "console" && <BottomPane />}
          {hasSide && !narrow && <Splitter edge="side" />}
          {hasSide && (
            <div class="side">
              {now === "debug" && <DebugView />}
              {now === "tests" && <TestsView />}
              {now === "play" && <PlayPane />}
            </div>
          )}
        </main>
      </div>
      {narrow && <ViewSwitch />}
    </>
  );
}

function TopBar() {
  const path = project.program.value;
  return (
    <header class="top">
      <IconButton icon="menu" label={t("view.files")} kind="quiet" pressed={sidebar.value} onClick={() => (sidebar.value = !sidebar.value)} />
      <h1 class="brand"><span class="visually-hidden">{t("app.name")}</span><span class="logo" aria-hidden="true">jal</span> <span class="wide-only" aria-hidden="true">Studio</span></h1>
      <button type="button" class="button quiet project-name" title={t("projects.title")} onClick={() => (dialog.value = "projects")}>
        <Icon name="folder" /> <span>{project.projectName.value || t("projects.title")}</span>
      </button>
      <span class="grow" />
      <div class="run-buttons" role="group" aria-label={t("run.run")}>
        {session.isActive.value ? (
          <IconButton icon="stop" label={t("run.stop")} keys="F8" kind="danger" withText onClick={() => void session.end().catch(report)} />
        ) : (
          <IconButton icon="run" label={t("run.run")} keys="Ctrl+Enter" kind="primary" withText disabled={!path} onClick={() => void session.run().catch(report)} />
        )}
        <IconButton icon="bug" label={t("run.debug")} keys="F5" withText disabled={!path || session.phase.value === "starting"} onClick={() => void session.debug().catch(report)} />
        <IconButton icon="sliders" label={t("run.settings")} kind="quiet" onClick={() => (dialog.value = "run")} />
      </div>
      <span class="grow" />
      {!isNarrow.value && <ViewSwitch />}
      <IconButton icon="share" label={t("share.title")} kind="quiet" onClick={() => (dialog.value = "share")} />
      <IconButton icon="settings" label={t("settings.title")} kind="quiet" onClick={() => (dialog.value = "settings")} />
    </header>
  );
}

function ViewSwitch() {
  const shown = VIEWS.filter(([id]) => isNarrow.value || id !== "console");
  return (
    <nav class="views" aria-label={t("view.main")}>
      {shown.map(([id, icon, label]) => (
        <button key={id} type="button" class="view-button" aria-current={view.value === id ? "page" : undefined} onClick={() => (view.value = id)}>
          <Icon name={icon} />
          <span>{t(label)}</span>
        </button>
      ))}
    </nav>
  );
}

function FileTabs() {
  const open = project.openFiles.value;
  return (
    <div class="file-tabs">
      <ul aria-label={t("files.tabs")}>
        {open.map((path) => {
          const isActive = path === project.activeFile.value;
          return (
            <li key={path} class={isActive ? "file-tab active" : "file-tab"}>
              <button type="button" aria-current={isActive ? "true" : undefined} title={path} onClick={() => project.openFile(path)}>
                {path.split("/").pop()}
              </button>
              <IconButton icon="close" kind="quiet small" label={t("files.close", { name: path })} onClick={() => project.closeFile(path)} />
            </li>
          );
        })}
      </ul>
      <button type="button" class="button quiet small format-button" title="Shift+Alt+F" onClick={() => void formatActive().catch(report)}>{t("editor.format")}</button>
    </div>
  );
}

export function EditorBox() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? mountEditor(box.current) : undefined), []);
  const path = project.activeFile.value;
  const contents = path ? project.files.value[path] : undefined;
  const isBinary = contents !== undefined && !project.isText(contents);
  return (
    <div class="editor-box" id="editor" tabIndex={-1}>
      <div class={path && !isBinary ? "editor" : "editor gone"} ref={box} />
      {!path && <p class="hint pad">{t("files.none")}</p>}
      {isBinary && <p class="hint pad">{t("files.binary", { n: number(contents.length) })}</p>}
    </div>
  );
}

export function BottomPane() {
  const { errors, all } = problems.counts.value;
  const items = [
    { id: "console" as Pane, label: t("console.title") },
    { id: "problems" as Pane, label: t("problems.title"), badge: all, ...(errors > 0 ? { tone: "bad" as const } : { tone: "warn" as const }) },
    { id: "display" as Pane, label: t("display.title") },
  ];
  return (
    <div class="bottom">
      <Tabs items={items} chosen={pane.value} onChoose={(id) => (pane.value = id)} label={t("console.title")} controls="bottom-pane" />
      <div id="bottom-pane" class="pane-body" role="tabpanel" aria-labelledby={`bottom-pane-tab-${pane.value}`}>
        {pane.value === "console" && <ConsoleView />}
        {pane.value === "problems" && <ProblemsView />}
        {pane.value === "display" && <DisplayView />}
      </div>
    </div>
  );
}

export function phaseText(): string {
  switch (session.phase.value) {
    case "starting":
      return t("app.loading");
    case "running":
      return t("run.running");
    case "stopped":
      return session.isWaiting.value ? t("run.waiting") : (session.stop.value?.description ?? t("run.paused"));
    case "ended":
      return t("run.ended", { code: session.exitCode.value ?? 0 });
    case "idle":
      return t("run.idle");
  }
}

function StatusBar() {
  const speed = session.speed.value;
  return (
    <footer class="status">
      <span class={`phase ${session.phase.value}`}>{phaseText()}</span>
      {speed && session.phase.value === "running" && <span>{t("run.speed", { n: number(Math.round(speed.perSecond / 1e6)) })}</span>}
      <span class="grow" />
      {project.program.value && <span title={t("run.main")}>▶ {project.program.value}</span>}
      <span>{cursorText()}</span>
    </footer>
  );
}

function Notices() {
  const trouble = project.storageTrouble.value;
  return (
    <div class="notices">
      {project.isCopy.value && (
        <div class="notice">
          <span class="grow">{t("app.otherTab")}</span>
          <IconButton icon="close" kind="quiet small" label={t("dialog.close")} onClick={() => (project.isCopy.value = false)} />
        </div>
      )}
      {trouble && <div class="notice error">{t("app.notSaved", { why: trouble })}</div>}
      {notices.value.map((notice) => (
        <div key={notice.id} class={`notice ${notice.kind}`} role={notice.kind === "error" ? "alert" : "status"}>
          <span class="grow">{notice.text}</span>
          {notice.action && (
            <button type="button" class="button small primary" onClick={notice.action.run}>{notice.action.label}</button>
          )}
          <IconButton icon="close" kind="quiet small" label={t("dialog.close")} onClick={() => dismiss(notice.id)} />
        </div>
      ))}
    </div>
  );
}
