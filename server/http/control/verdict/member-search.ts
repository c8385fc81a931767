import { keptPromise } from "../kernel/kept-promise.ts";
import { OPERATIONS, VERSION_MAX, VERSION_MIN } from "../../../domain/request/operation.ts";
import type { AppParts } from "../../parts.ts";
import { number, text, texts, whole } from "../kernel/endpoint.ts";
import type { Given, Judged } from "../kernel/endpoint.ts";
import { createGivingWay } from "../kernel/step-pause.ts";

const version = whole({ minimum: VERSION_MIN, maximum: VERSION_MAX });

export const SEARCH_QUERY = {
  type: "object",
  additionalProperties: false,
  required: ["search"],
  properties: {
    search: { ...text, minLength: 2, description: "Words, each a part of the member's name." },
    limit: { description: "Maximum number.", ...whole({ minimum: 1, maximum: 1_000, default: 50 }) },
  },
} as const;

export type MemberSearchQuery = Given<typeof SEARCH_QUERY>;

export const FOUND_MEMBERS = {
  type: "object",
  required: ["count", "members"],
  properties: {
    count: { ...number, description: "How many match, also beyond the limit." },
    members: {
      type: "array",
      description: "Sorted by name; a member with a gap between its versions is there twice.",
      items: {
        type: "object",
        required: ["field", "first", "last", "operations"],
        properties: { field: text, first: version, last: version, operations: texts },
      },
    },
  },
} as const;

export type FoundMembersView = Judged<typeof FOUND_MEMBERS>;
type FoundMember = FoundMembersView["members"][number];

/** Finds members of requests in all versions. The list of them is made by the first search, and kept. */
export function memberSearch(
  source: AppParts["contracts"],
): (query: Judged<typeof SEARCH_QUERY>) => Promise<FoundMembersView> {
  const all = keptPromise(() => allMembers(source));
  return async ({ search, limit }) => {
    const words = search.toLowerCase().split(/\s+/);
    const found = (await all()).filter(({ field }) => {
      const name = field.toLowerCase();
      return words.every((word) => name.includes(word));
    });
    return { count: found.length, members: found.slice(0, limit) };
  };
}

async function allMembers(source: AppParts["contracts"]): Promise<readonly FoundMember[]> {
  const runs = new Map<string, Run[]>();
  const giveWay = createGivingWay();
  const spans = OPERATIONS.flatMap((operation) =>
    source.spansOf(operation).map((span) => ({ operation, ...span })),
  );
  for (const { operation, first, last } of spans) {
    const known = source.fieldsOf(operation, first);
    for (const { field } of known.fields) addRun(runs, `${field} ${known.operation}`, { first, last });
    await giveWay();
  }
  return together(runs);
}

interface Run {
  readonly first: number;
  readonly last: number;
}

/** A version that is known is known once: a form may say it again, and two operations have one name. */
function addRun(runs: Map<string, Run[]>, key: string, run: Run): void {
  const known = runs.get(key) ?? [];
  const before = known.at(-1);
  if (before === undefined || before.last + 1 < run.first) known.push(run);
  else if (before.last + 1 === run.first) known[known.length - 1] = { first: before.first, last: run.last };
  runs.set(key, known);
}

/** The operations that know a member in the same versions are told together. */
function together(runs: ReadonlyMap<string, readonly Run[]>): readonly FoundMember[] {
  const members = new Map<string, FoundMember & { readonly operations: string[] }>();
  for (const [key, each] of runs) {
    const [field = "", operation = ""] = key.split(" ");
    for (const { first, last } of each) {
      const id = `${field} ${first} ${last}`;
      const member = members.get(id) ?? { field, first, last, operations: [] };
      member.operations.push(operation);
      members.set(id, member);
    }
  }
  return [...members.values()].sort(
    (one, other) => one.field.localeCompare(other.field, "en") || other.last - one.last,
  );
}
