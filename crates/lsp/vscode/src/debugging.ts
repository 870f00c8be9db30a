// Debugging: `jal dap` is the adapter. F5 works without launch.json.
import * as vscode from "vscode";
import { folderOf, jalPath } from "./program";

class Configurations implements vscode.DebugConfigurationProvider {
  /** Fills in what F5 without launch.json leaves out. */
  resolveDebugConfiguration(
    folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    const file = vscode.window.activeTextEditor?.document;
    if (!configuration.type && !configuration.request && !configuration.name) {
      if (file?.languageId !== "jal") {
        return undefined;
      }
      configuration = { ...launchOf(file.uri), name: "Debug this file" };
    }
    configuration["cwd"] ??= folder?.uri.fsPath ?? (file && folderOf(file.uri));
    return configuration;
  }
}

/** The configuration that debugs a file. */
export function launchOf(file: vscode.Uri): vscode.DebugConfiguration {
  return {
    type: "jal",
    request: "launch",
    name: vscode.workspace.asRelativePath(file),
    program: file.fsPath,
    cwd: folderOf(file),
    stopOnEntry: true,
    stopAtEnd: true,
  };
}

export function registerDebugging(context: vscode.ExtensionContext): void {
  const adapters: vscode.DebugAdapterDescriptorFactory = {
    createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(jalPath(), ["dap"]),
  };
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("jal", new Configurations()),
    vscode.debug.registerDebugAdapterDescriptorFactory("jal", adapters),
  );
}
