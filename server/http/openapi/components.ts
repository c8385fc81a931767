import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

/** Where a document keeps its schemas. */
export const SCHEMAS_PREFIX = "#/components/schemas/";

/** The schemas of a document: some have a name from the start, others are shared by all who need the same one. */
export interface Components {
  /** Adds a schema under a name of its own. */
  readonly add: (name: string, schema: JsonObject) => void;
  /** A reference to the schema, which gets its name when everything is known. */
  readonly share: (wanted: ComponentName, schema: JsonObject) => JsonObject;
  readonly schemas: () => JsonObject;
}

/** What a shared schema would like to be called, and on whose behalf it is asked for. */
export interface ComponentName {
  readonly name: string;
  readonly owner: string;
}

interface Shared {
  readonly index: number;
  readonly wanted: ComponentName;
  readonly schema: JsonObject;
  readonly owners: Set<string>;
}

/** Of a shared schema that has no name yet; never leaves this file. */
const UNNAMED = "#unnamed/";

export function createComponents(): Components {
  const named = new Map<string, JsonObject>();
  const shared = new Map<string, Shared>();
  return {
    add: (name, schema) => {
      named.set(name, schema);
    },
    share: (wanted, schema) => {
      const key = `${wanted.name} ${JSON.stringify(schema)}`;
      const entry = shared.get(key) ?? { index: shared.size, wanted, schema, owners: new Set() };
      entry.owners.add(wanted.owner);
      shared.set(key, entry);
      return { $ref: `${UNNAMED}${entry.index}` };
    },
    schemas: () => {
      const entries = [...shared.values()];
      const names = namesOf(entries, [...named.keys()]);
      const all = [...named, ...entries.map(({ schema, index }) => [names[index] ?? "", schema] as const)];
      const sorted = all.sort(([one], [other]) => (one < other ? -1 : 1));
      return withNames(Object.fromEntries(sorted), names) as JsonObject;
    },
  };
}

/** The one that most share has the plain name; the others are called after the first that asked for them. */
function namesOf(entries: readonly Shared[], given: readonly string[]): readonly string[] {
  const taken = new Set(given);
  const names = new Map<Shared, string>();
  const byUse = [...entries].sort((one, other) => other.owners.size - one.owners.size);
  for (const entry of byUse) {
    const { name, owner } = entry.wanted;
    names.set(entry, firstFree([name, `${owner}${name}`], taken));
  }
  return entries.map((entry) => names.get(entry) ?? "");
}

function firstFree([plain = "", owned = ""]: readonly string[], taken: Set<string>): string {
  let name = taken.has(plain) ? owned : plain;
  for (let number = 2; taken.has(name); number += 1) name = `${owned}${number}`;
  taken.add(name);
  return name;
}

/** The same value with the names that shared schemas have got. */
function withNames(value: Json, names: readonly string[]): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withNames(item, names));
  if (!isObject(value)) return value;
  const { $ref } = value;
  if (typeof $ref === "string" && $ref.startsWith(UNNAMED)) {
    return { $ref: `${SCHEMAS_PREFIX}${names[Number($ref.slice(UNNAMED.length))] ?? ""}` };
  }
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [
      member,
      inner === undefined ? inner : withNames(inner, names),
    ]),
  );
}

/** `source-of-funds.token`, `PAY` and `cardNumber` as the name of a type: SourceOfFundsToken, Pay, CardNumber. */
export function pascalCase(text: string): string {
  const words = /^[0-9A-Z_]+$/.test(text) ? text.toLowerCase() : text;
  return words
    .split(/[^0-9A-Za-z]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .replace(/^3[Dd]/, "ThreeD");
}
