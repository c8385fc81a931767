import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Scenarios } from "../../server/scenario/scenarios.ts";
import { loadScenarios } from "../../server/scenario/library/library-sync.ts";
import { FileError } from "../../server/document/file-problem.ts";

/** The folder of the scenarios that come with the sandbox. */
export const BUILT_IN = new URL("../../scenarios/", import.meta.url);

/** Files by name, written as text or bytes. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Runs `use` on a new folder with these files, which is gone afterwards. */
export function withFolder<R>(files: Files, use: (folder: string) => R): R {
  const folder = mkdtempSync(join(tmpdir(), "scenarios-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files as active scenarios, in the order they are written here. */
export function loadFiles(files: Files): Scenarios {
  const names = Object.keys(files).map((file) => file.replace(/\.[a-z]+$/, ""));
  return withFolder(files, (folder) => loadScenarios(folder, names));
}

/** One file of these rules and tables. */
export function loadText(text: string): Scenarios {
  return loadFiles({ "plan.yaml": `version: 1\n${text}` });
}

/** What loading says, one line for each problem, with the folder called `scenarios`. */
export function problemsOf(files: Files, names: readonly string[]): readonly string[] {
  return withFolder(files, (folder) => {
    try {
      loadScenarios(folder, names);
    } catch (error) {
      expect(error).to.be.instanceOf(FileError);
      return (error as FileError).message.replaceAll(folder, "scenarios").split("\n");
    }
    return [];
  });
}
