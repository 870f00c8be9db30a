/** Projects: those that are kept here, those that come with the page, and those on the disk. */
import { useEffect, useState } from "preact/hooks";
import { number, t, type Key } from "../i18n";
import { listProjects, readFolder, storeFolder, type StoredProject } from "../services/idb";
import { LIMITS, canOpenFolders, openFolder, pickFile, saveAs, saveFolder } from "../services/local-files";
import { machine, runningMachines } from "../services/machines";
import { allBundled, titleOf } from "../state/bundle";
import { dialog, view } from "../state/layout";
import { notify, report } from "../state/messages";
import { confirm, prompt } from "../state/prompt";
import * as project from "../state/project";
import { settings } from "../state/settings";
import type { BundledProject } from "../worker/protocol";
import { IconButton } from "./parts";
import { openZipBytes } from "./projects-zip";

export default function Projects() {
  const [mine, setMine] = useState<StoredProject[]>([]);
  const [bundled, setBundled] = useState<BundledProject[]>([]);
  const [folder, setFolder] = useState<unknown>(null);
  const look = () => void listProjects().then(setMine).catch(() => setMine([]));
  useEffect(() => {
    look();
    allBundled().then(setBundled).catch(report);
    void readFolder(project.projectId.value).then((found) => setFolder(found ?? null)).catch(() => undefined);
  }, []);
  const act = (work: Promise<unknown>) => void work.then(() => undefined, report);
  return (
    <div class="projects">
      <div class="bar wrap">
        <IconButton icon="plus" withText label={t("projects.new")} onClick={() => act(newProject())} />
        <IconButton icon="folder" withText label={t("projects.zipOpen")} onClick={() => act(openZip())} />
        <IconButton icon="folder" withText label={t("projects.folderOpen")} onClick={() => act(openDisk())} />
        <IconButton icon="settings" withText label={t("projects.rename")} onClick={() => act(rename().then(look))} />
        <IconButton icon="download" withText label={t("projects.zipSave")} onClick={() => act(saveZip())} />
        {folder !== null && canOpenFolders() && <IconButton icon="download" withText label={t("projects.folderSave")} onClick={() => act(saveDisk(folder))} />}
      </div>
      <section>
        <h3>{t("projects.bundled")}</h3>
        <ul class="cards">
          {bundled.map((one) => (
            <li key={one.id}>
              <button type="button" class="card" onClick={() => act(openBundled(one))}>
                <strong>{one.title}</strong>
                <span class="tags"><span class="tag">{one.machine}</span><span class="tag">{t(`projects.kind.${one.kind}` as Key)}</span></span>
                <span class="hint">{one.summary}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t("projects.mine")}</h3>
        <ul class="rows">
          {mine.map((one) => (
            <li key={one.id} class={one.id === project.projectId.value ? "current" : ""}>
              <button type="button" class="row-main" onClick={() => act(project.openProject(one.id).then(close))}>
                <strong>{one.name}</strong>
                <span class="hint">{t("projects.from", { n: number(Object.keys(one.files).length), when: new Date(one.changed).toLocaleString(settings.value.language, { dateStyle: "medium", timeStyle: "short" }) })}</span>
              </button>
              <IconButton icon="close" kind="quiet" label={t("projects.delete", { name: one.name })} disabled={one.id === project.projectId.value} onClick={() => act(remove(one).then(look))} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function close(): void {
  dialog.value = null;
  if (view.value === "console" || view.value === "debug") view.value = "code";
}

export async function openBundled(one: BundledProject): Promise<void> {
  await project.openCopy(titleOf(one), one.files, { open: [one.main], main: one.kind === "program" ? null : one.main });
  close();
}

async function newProject(): Promise<void> {
  const name = await prompt(t("projects.rename"), t("projects.untitled"));
  if (name === null) return;
  await project.createProject(name || t("projects.untitled"), { "main.s": "" });
  close();
}

async function rename(): Promise<void> {
  const name = (await prompt(t("projects.rename"), project.projectName.value))?.trim();
  if (!name) return;
  project.renameProject(name.slice(0, 100));
  await project.save();
}

async function openZip(): Promise<void> {
  const file = await pickFile(".zip,application/zip");
  if (!file) return;
  await openZipBytes(file.name.replace(/\.zip$/i, ""), await checked(file).arrayBuffer());
  close();
}

function checked(file: File): File {
  if (file.size > LIMITS.bytes) throw new Error(t("projects.tooBig", { n: LIMITS.bytes >> 20 }));
  return file;
}

async function saveZip(): Promise<void> {
  await project.save();
  const worker = await machine(runningMachines()[0] ?? "rv32");
  const { bytes } = await worker.request("zip", { files: project.files.value });
  if (bytes) saveAs(`${project.projectName.value.replace(/[^\w.-]+/g, "-") || "project"}.zip`, new Blob([bytes], { type: "application/zip" }));
}

async function openDisk(): Promise<void> {
  const opened = await openFolder();
  if (!opened) return;
  await project.createProject(opened.name, opened.files);
  if (opened.handle) await storeFolder(project.projectId.value, opened.handle).catch(() => undefined);
  close();
}

async function saveDisk(handle: unknown): Promise<void> {
  await project.save();
  notify(t("projects.saved", { n: await saveFolder(handle, project.files.value) }));
}

async function remove(one: StoredProject): Promise<void> {
  if (await confirm(t("projects.deleteSure", { name: one.name }))) await project.removeProject(one.id);
}
