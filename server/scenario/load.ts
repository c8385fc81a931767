import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { nearest } from "../domain/nearest.ts";
import { FileError } from "../document/file-problem.ts";
import type { FileProblem } from "../document/file-problem.ts";
import { createScenarioReader, doubledNames } from "./scenario-reader.ts";
import { createScenarios } from "./scenario-set.ts";
import type { Scenarios } from "./scenarios.ts";

const EXTENSIONS = [".yaml", ".yml", ".json"];

interface Folder {
  readonly path: string;
  /** As problems call it: a path as it was given, the built-in folder by its own name. */
  readonly shown: string;
  /** The scenario files, extensions included. */
  readonly files: readonly string[];
}

type Found = { readonly file: string; readonly text: string } | FileProblem;

/**
 * The named scenario files (names without extension, in order of precedence) as one set.
 * Throws a FileError that tells every mistake of all of them.
 */
export function loadScenarios(folder: URL | string, names: readonly string[]): Scenarios {
  const open = openFolder(folder);
  const found = names.map((name, index) => find(open, name, names.indexOf(name) < index));
  const texts = found.filter((it) => "text" in it);
  const read = createScenarioReader();
  const readings = texts.map(({ file, text }) => read(`${open.shown}/${file}`, text));
  const problems = [
    ...found.filter((it) => "message" in it),
    ...readings.flatMap((reading) => reading.problems),
    ...doubledNames(readings),
  ];
  if (problems.length > 0) throw new FileError(problems);
  const scenarios = readings.flatMap(({ scenario }) => scenario ?? []);
  return createScenarios(scenarios, revisionOf(texts));
}

function openFolder(folder: URL | string): Folder {
  const path = typeof folder === "string" ? folder : fileURLToPath(folder);
  const shown = typeof folder === "string" ? folder.replace(/[\\/]+$/, "") : basename(path);
  try {
    const files = readdirSync(path).filter((file) => EXTENSIONS.includes(parse(file).ext));
    return { path, shown, files: files.sort() };
  } catch (cause) {
    throw new FileError([whole(shown, `the folder cannot be read: ${String(cause)}`)], { cause });
  }
}

function find(folder: Folder, name: string, isRepeated: boolean): Found {
  if (isRepeated) return whole(folder.shown, `the scenario "${name}" is named twice`);
  const [file, ...others] = folder.files.filter((it) => parse(it).name === name);
  if (file === undefined) return whole(folder.shown, absence(name, folder.files));
  if (others.length > 0)
    return whole(
      folder.shown,
      `the scenario "${name}" stands in ${[file, ...others].join(" and ")}: keep one`,
    );
  try {
    const bytes = readFileSync(join(folder.path, file));
    return { file, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (cause) {
    return whole(`${folder.shown}/${file}`, `cannot be read as UTF-8 text: ${String(cause)}`);
  }
}

function absence(name: string, files: readonly string[]): string {
  const known = [...new Set(files.map((file) => parse(file).name))];
  const meant = nearest(name, known);
  const help = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return `there is no scenario "${name}"${help} (there is: ${known.join(", ") || "none"})`;
}

/** A problem of a file or folder as a whole. */
function whole(file: string, message: string): FileProblem {
  return { file, line: 0, column: 0, message };
}

function revisionOf(texts: readonly { readonly file: string; readonly text: string }[]): string {
  const content = JSON.stringify(texts.map(({ file, text }) => [file, text]));
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}
