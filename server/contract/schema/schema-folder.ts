import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isObject } from "../../domain/json.ts";
import type { Aliases } from "./aliases.ts";
import type { Renames } from "./renames.ts";
import { NO_EXTENSIONS } from "./schema-extension.ts";
import type { Extensions } from "./schema-extension.ts";
import type { SchemaNode } from "./schema-node.ts";

/** The request contracts as they stand in files, by their path relative to schemas/. */
export interface SchemaFolder {
  readonly files: ReadonlyMap<string, SchemaNode>;
  readonly aliases: Aliases;
  readonly renames: Renames;
  readonly extensions: Extensions;
}

/** What request contracts are made of: one file of types, and all files of two folders. */
const TYPES = "scalars.json";
const FOLDERS = ["groups", "requests"];

/** Reads all of schemas/ that request contracts are made of. Throws on a file that is no JSON object. */
export function readSchemaFolder(folder: URL | string): SchemaFolder {
  const root = folder instanceof URL ? fileURLToPath(folder) : folder;
  const names = [
    ...(existsSync(path.join(root, TYPES)) ? [TYPES] : []),
    ...FOLDERS.flatMap((it) => namesIn(root, it)),
  ];
  return {
    files: new Map(names.map((name) => [name, readObject(path.join(root, name)) as SchemaNode])),
    aliases: readNames(root, "aliases.json", { values: [], members: [] }),
    renames: readNames(root, "renames.json", { members: [] }),
    extensions: readNames(root, "extensions.json", NO_EXTENSIONS),
  };
}

/** A file that a folder of contracts may have or not. */
function readNames<Names>(root: string, name: string, none: Names): Names {
  const file = path.join(root, name);
  return existsSync(file) ? (readObject(file) as Names) : none;
}

function namesIn(root: string, folder: string): readonly string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function readObject(file: string): unknown {
  const content = parse(file);
  if (!isObject(content)) throw new Error(`${file} is not a JSON object`);
  return content;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`${file} cannot be read as JSON`, { cause });
  }
}
