/** The files of the project, as a tree of folders. */
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { report } from "../state/messages";
import { isNarrow, sidebar, view } from "../state/layout";
import { confirm, prompt } from "../state/prompt";
import * as project from "../state/project";
import { problems } from "../state/problems";
import { Icon } from "./icons";
import { IconButton } from "./parts";

interface Folder {
  name: string;
  path: string;
  folders: Map<string, Folder>;
  files: string[];
}

export function FilesView() {
  const root: Folder = { name: "", path: "", folders: new Map(), files: [] };
  for (const path of Object.keys(project.files.value).sort((a, b) => a.localeCompare(b))) {
    const parts = path.split("/").slice(0, -1);
    let at = root;
    for (const part of parts) {
      const inside = at.folders.get(part) ?? { name: part, path: `${at.path}${part}/`, folders: new Map(), files: [] };
      at.folders.set(part, inside);
      at = inside;
    }
    at.files.push(path);
  }
  return (
    <nav class="files" aria-label={t("files.title")}>
      <header class="bar">
        <h2 class="grow">{project.projectName.value}</h2>
        <IconButton icon="plus" kind="quiet" label={t("files.new")} onClick={() => void newFile().catch(report)} />
      </header>
      <Level folder={root} depth={0} />
    </nav>
  );
}

function Level({ folder, depth }: { folder: Folder; depth: number }) {
  return (
    <ul class="tree">
      {[...folder.folders.values()].map((inside) => (
        <FolderRow key={inside.path} folder={inside} depth={depth} />
      ))}
      {folder.files.map((path) => (
        <FileRow key={path} path={path} />
      ))}
    </ul>
  );
}

function FolderRow({ folder, depth }: { folder: Folder; depth: number }) {
  const hasActive = project.activeFile.value?.startsWith(folder.path) ?? false;
  const [isOpen, setOpen] = useState(depth === 0 && folder.name === "src" ? true : hasActive);
  const shown = isOpen || hasActive;
  return (
    <li>
      <button type="button" class="tree-row" aria-expanded={shown} onClick={() => setOpen(!shown)}>
        <span class={shown ? "twist open" : "twist"} aria-hidden="true">▸</span>
        {folder.name}
      </button>
      {shown && <Level folder={folder} depth={depth + 1} />}
    </li>
  );
}

function FileRow({ path }: { path: string }) {
  const name = path.split("/").pop() ?? path;
  const isActive = project.activeFile.value === path;
  const bad = (problems.all.value[path] ?? []).some(({ diagnostic }) => (diagnostic.severity ?? 1) === 1);
  const open = () => {
    project.openFile(path);
    if (isNarrow.value) {
      sidebar.value = false;
      view.value = "code";
    }
  };
  return (
    <li class={isActive ? "file-row active" : "file-row"}>
      <button type="button" class="tree-row" aria-current={isActive ? "true" : undefined} onClick={open}>
        <Icon name={project.mainFile.value === path ? "flag" : "file"} />
        <span class={bad ? "bad" : ""}>{name}</span>
      </button>
      {isActive && (
        <span class="file-actions">
          <IconButton icon="flag" kind="quiet small" label={t("files.setMain")} pressed={project.mainFile.value === path} onClick={() => setMain(path)} />
          <IconButton icon="settings" kind="quiet small" label={t("files.rename")} onClick={() => void rename(path).catch(report)} />
          <IconButton icon="close" kind="quiet small" label={t("files.delete")} onClick={() => void remove(path).catch(report)} />
        </span>
      )}
    </li>
  );
}

function setMain(path: string): void {
  project.mainFile.value = project.mainFile.value === path ? null : path;
  project.touch();
}

async function askPath(title: string, initial: string): Promise<string | null> {
  const path = (await prompt(title, initial))?.trim();
  if (!path || path === initial) return null;
  if (!project.isGoodPath(path)) throw new Error(t("files.badName"));
  if (path in project.files.value) throw new Error(t("files.exists", { name: path }));
  return path;
}

async function newFile(): Promise<void> {
  const path = await askPath(t("files.new"), "");
  if (!path) return;
  project.writeFile(path, "");
  project.openFile(path);
}

async function rename(path: string): Promise<void> {
  const to = await askPath(t("files.rename"), path);
  if (to) project.renameFile(path, to);
}

async function remove(path: string): Promise<void> {
  if (await confirm(t("files.deleteSure", { name: path }))) project.deleteFile(path);
}
