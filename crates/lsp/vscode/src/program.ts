// The program `jal`: where it is, and what it prints.
import { execFile } from "node:child_process";
import * as vscode from "vscode";

/** The path of `jal`, or its name on PATH. */
export function jalPath(): string {
  return vscode.workspace.getConfiguration("jal").get<string>("path") || "jal";
}

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `jal` in a folder. Undefined: it is not there. */
export function runJal(
  args: readonly string[],
  cwd: string | undefined,
  token?: vscode.CancellationToken,
): Promise<Printed | undefined> {
  return new Promise((done) => {
    const options = { cwd, maxBuffer: 64 << 20 };
    const child = execFile(jalPath(), [...args], options, (error, stdout, stderr) => {
      const missing = error !== null && (error as NodeJS.ErrnoException).code === "ENOENT";
      const code = child.exitCode ?? -1;
      done(missing ? undefined : { code, stdout, stderr });
    });
    child.stdin?.end();
    token?.onCancellationRequested(() => child.kill());
  });
}

/** Says that `jal` is not there, and what to do. */
export async function askForJal(): Promise<void> {
  const choose = "Choose jal…";
  const message = `The program \`${jalPath()}\` was not found. Install jal, or say where it is.`;
  if ((await vscode.window.showErrorMessage(message, choose)) !== choose) {
    return;
  }
  const [file] = (await vscode.window.showOpenDialog({ title: "The program jal" })) ?? [];
  if (file) {
    const settings = vscode.workspace.getConfiguration("jal");
    await settings.update("path", file.fsPath, vscode.ConfigurationTarget.Global);
  }
}

/** Runs `jal` in a terminal, for what people type at. */
export function inTerminal(args: readonly string[], cwd: string | undefined, name: string): void {
  const shellPath = jalPath();
  vscode.window.createTerminal({ name, shellPath, shellArgs: [...args], cwd }).show();
}

/** The folder that the paths of a file's program begin in. */
export function folderOf(file: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(file);
  return folder?.uri.fsPath ?? vscode.Uri.joinPath(file, "..").fsPath;
}
