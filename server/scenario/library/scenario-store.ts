import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { join, parse } from "node:path";
import type { FileProblem } from "../../document/file-problem.ts";
import { holdsCardNumber } from "../../domain/card/card.ts";
import type { Reach } from "../check/unreachable.ts";
import type { CheckRemark } from "../reading/remark.ts";
import { digestOf, readTexts, scenarioFolder } from "./scenario-folder.ts";
import type { FolderTexts, ScenarioFolder } from "./scenario-folder.ts";

/** A scenario file as it is now, in order or not. */
export interface ScenarioText {
  /** Without its extension. */
  readonly name: string;
  readonly file: string;
  /** Changes with every change of the text. */
  readonly revision: string;
  readonly text: string;
}

/** What came of saving a file. */
export type Saving =
  | { readonly kind: "saved"; readonly saved: ScenarioText; readonly remarks: readonly CheckRemark[] }
  /** It is not what the caller has read: another revision, not there (any more), or there already. */
  | { readonly kind: "changed"; readonly current: ScenarioText | undefined }
  | { readonly kind: "faulty"; readonly remarks: readonly CheckRemark[] }
  /** No new file may have this name. */
  | { readonly kind: "unnamable" };

/** The files of a scenario folder, to be read and written by somebody who is not at the folder. */
export interface ScenarioStore {
  /** Undefined: there is none of this name that can be read. */
  readonly read: (name: string) => ScenarioText | undefined;
  /** What would be wrong if the file had this text: its own mistakes, and those that others get by it. */
  readonly check: (name: string, text: string) => Promise<readonly CheckRemark[]>;
  /** `revision`: of the file as the caller has read it; undefined: there was none. */
  readonly save: (name: string, text: string, revision: string | undefined) => Promise<Saving>;
}

export interface ScenarioStoreParts {
  readonly folder: string;
  /** Names that are active together. */
  readonly active: readonly string[];
  /** What requests can carry; asked for with the first check. */
  readonly reach: () => Promise<Reach>;
}

/** What a new file may be called: no path, nothing hidden, and nothing that a shell or a setting would read otherwise. */
const NEW_NAME = /^[0-9A-Za-z][0-9A-Za-z_-]{0,60}$/;

export function createScenarioStore(parts: ScenarioStoreParts): ScenarioStore {
  const place = scenarioFolder(parts.folder);
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (name) => textIn(readTexts(place), name),
    check: (name, text) => remarksOn(parts, readTexts(place), { name, text }),
    // One after the other, so that of two who have read the same revision the second one is told.
    save: (name, text, revision) => {
      const saving = last.then(() => save(parts, place, { name, text, revision }));
      last = saving.catch(() => undefined);
      return saving;
    },
  };
}

interface Wish {
  readonly name: string;
  readonly text: string;
}

async function save(
  parts: ScenarioStoreParts,
  place: ScenarioFolder,
  { name, text, revision }: Wish & { readonly revision: string | undefined },
): Promise<Saving> {
  const texts = readTexts(place);
  const isThere = texts.names?.includes(name) === true;
  if (!isThere && (!NEW_NAME.test(name) || holdsCardNumber(name))) return { kind: "unnamable" };
  const before = textIn(texts, name);
  if (before?.revision !== revision || (isThere && before === undefined))
    return { kind: "changed", current: before };
  const remarks = await remarksOn(parts, texts, { name, text });
  if (remarks.some(({ severity }) => severity === "error")) return { kind: "faulty", remarks };
  // Checking takes a while, in which somebody may have written by hand.
  const now = textIn(readTexts(place), name);
  if (now?.revision !== revision) return { kind: "changed", current: now };
  const file = fileOf(texts, name);
  await replaceFile(place.path, file, text);
  return { kind: "saved", saved: textOf(file, text), remarks };
}

function textIn({ files }: FolderTexts, name: string): ScenarioText | undefined {
  const found = files.filter(({ file }) => parse(file).name === name);
  const [only] = found;
  return only === undefined || found.length > 1 ? undefined : textOf(only.file, only.text);
}

function textOf(file: string, text: string): ScenarioText {
  return { name: parse(file).name, file, revision: digestOf([file, text]), text };
}

function fileOf(texts: FolderTexts, name: string): string {
  return textIn(texts, name)?.file ?? `${name}.yaml`;
}

/** Mistakes that other files have already are not this one's. */
async function remarksOn(
  { active, reach }: ScenarioStoreParts,
  before: FolderTexts,
  wish: Wish,
): Promise<readonly CheckRemark[]> {
  const { checkTexts } = await import("../check/scenario-check.ts");
  const question = { active, reach: await reach() };
  const file = fileOf(before, wish.name);
  const own = `${before.shown}/${file}`;
  const known = new Set(checkTexts(before, question).remarks.map(keyOf));
  return checkTexts(withFile(before, { file, text: wish.text }), question).remarks.filter(
    (remark) => remark.file === own || (remark.severity === "error" && !known.has(keyOf(remark))),
  );
}

function keyOf({ file, message }: FileProblem): string {
  return JSON.stringify([file, message]);
}

function withFile(texts: FolderTexts, changed: FolderTexts["files"][number]): FolderTexts {
  const others = texts.files.filter(({ file }) => file !== changed.file);
  const files = [...others, changed].sort((one, other) => (one.file < other.file ? -1 : 1));
  const names = [...new Set([...(texts.names ?? []), parse(changed.file).name])];
  const problems = texts.problems.filter(({ file }) => file !== `${texts.shown}/${changed.file}`);
  return { shown: texts.shown, names, files, problems, digest: digestOf([files, problems]) };
}

/** Nobody ever reads half of it, and a crash leaves the file as it was or as it shall be. */
async function replaceFile(folder: string, file: string, text: string): Promise<void> {
  // Hidden, so that nobody takes it for a scenario file.
  const draft = join(folder, `.${randomUUID()}`);
  try {
    const handle = await open(draft, "wx");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, join(folder, file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
