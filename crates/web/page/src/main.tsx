/** The page begins: settings, the project that was open or that a link holds, and the machines. */
import { render } from "preact";
import { t } from "./i18n";
import { listenToKeys } from "./keys";
import { allBundled, titleOf } from "./state/bundle";
import { provideParts } from "./services/machines";
import { isEmbedded, isNarrow, sidebar, view, type View } from "./state/layout";
import { report } from "./state/messages";
import * as project from "./state/project";
import { preferMachine, machineOf, warmUp } from "./state/session";
import { applySettings } from "./state/settings";
import { decode } from "./share/codec";
import { keepOffline } from "./offline";
import { parts, prepareParts } from "./parts";
import { App } from "./views/app";
import { openZipBytes } from "./views/projects-zip";

const VIEWS: View[] = ["code", "console", "debug", "tests", "play"];

async function begin(): Promise<void> {
  await prepareParts();
  provideParts(parts());
  warmUp();
  applySettings();
  const root = document.getElementById("app");
  if (root) {
    root.replaceChildren();
    render(<App />, root);
  }
  listenToKeys();
  if (!(await openFromLink()) && (isEmbedded || !(await project.openLast()))) await openFirst();
  if (!isNarrow.value && Object.keys(project.files.value).length > 1) sidebar.value = true;
  // The machine is loaded while the user reads.
  const path = project.program.value;
  if (path) await machineOf(path);
  document.documentElement.dataset["ready"] = "yes";
  performance.mark("studio-ready");
  keepOffline();
}

/** What the address asks for: a shared program, a bundled one, a zip beside the page. */
async function openFromLink(): Promise<boolean> {
  const wanted = new URLSearchParams(location.search);
  const shown = VIEWS.find((one) => one === wanted.get("view"));
  if (shown) view.value = shown;
  try {
    const shared = await decode(location.hash);
    if (shared) {
      const open = shared.main ?? Object.keys(shared.files)[0];
      await project.createProject(shared.name || t("share.from"), shared.files, { open: open ? [open] : [], main: shared.main });
      // Changes are the user's own from here on.
      if (!isEmbedded) history.replaceState(null, "", location.pathname + location.search);
      return true;
    }
  } catch (error) {
    report(t("share.bad", { why: error instanceof Error ? error.message : String(error) }));
  }
  const id = wanted.get("open");
  const zip = wanted.get("zip");
  try {
    if (id) {
      const found = (await allBundled()).find((one) => one.id === id);
      if (found) {
        preferMachine(found.machine);
        await project.openCopy(titleOf(found), found.files, { open: [found.main], main: found.kind === "program" ? null : found.main });
        return true;
      }
    }
    if (zip) {
      const address = new URL(zip, location.href);
      if (address.origin !== location.origin) throw new Error(t("files.badName"));
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${zip}: ${answer.status}`);
      await openZipBytes(wanted.get("name") ?? "project", await answer.arrayBuffer());
      return true;
    }
  } catch (error) {
    report(error);
  }
  return false;
}

/** Somebody is here for the first time. */
async function openFirst(): Promise<void> {
  const first = (await allBundled())[0];
  if (first) await project.openCopy(titleOf(first), first.files, { open: [first.main] });
  else await project.createProject(t("projects.untitled"), { "main.s": "" });
}

begin().catch(report);
