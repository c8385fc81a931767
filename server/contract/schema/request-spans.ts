import {
  isAuthenticationOperation,
  TRANSACTION_OPERATIONS,
  VERSION_MAX,
  VERSION_MIN,
} from "../../domain/request/operation.ts";
import type { SchemaNode } from "./schema-node.ts";
import { nodeAt, target } from "./schema-tree.ts";
import type { Place } from "./schema-tree.ts";

/** From and until which version requests know a member, and the members beneath it; of a list, those of its items. */
export interface RequestSpan {
  from: number;
  until: number;
  readonly members: Record<string, RequestSpan>;
}

type Files = ReadonlyMap<string, SchemaNode>;

/** A request contract and the versions in which it is the newest of its operation. */
interface Reign {
  readonly file: string;
  readonly from: number;
  readonly until: number;
}

/**
 * What the contracts of all transaction operations together know in which versions; answers of authentications have a
 * shape of their own, and nothing else echoes what they brought. A member is known from the first
 * contract that has it, or from version 1 when its operation has no older one, until a newer contract of every
 * operation that had it has dropped it. Between two contracts counts what the older one has (assumption A85).
 */
export function requestSpans(files: Files): RequestSpan {
  const spans: RequestSpan = { from: VERSION_MIN, until: VERSION_MAX, members: {} };
  // The oldest first, so that a member's first contract decides whether its operation has an older one.
  for (const reign of reignsOf(files)) add(spans, { file: reign.file, pointer: "" }, { ...reign, files });
  return spans;
}

function reignsOf(files: Files): readonly Reign[] {
  const contracts = [...files].filter(([file]) => file.startsWith("requests/"));
  const echoing = TRANSACTION_OPERATIONS.filter((it) => !isAuthenticationOperation(it));
  const reigns = echoing.flatMap((operation) => {
    const own = contracts.filter(([, schema]) => schema["x-operation"] === operation);
    const editions = own.map(([file, schema]) => ({ file, version: schema["x-version"] ?? VERSION_MAX }));
    editions.sort((one, other) => one.version - other.version);
    return editions.map(({ file, version }, index) => ({
      file,
      version,
      from: index === 0 ? VERSION_MIN : version,
      until: (editions[index + 1]?.version ?? VERSION_MAX + 1) - 1,
    }));
  });
  return reigns.sort((one, other) => one.version - other.version);
}

function add(span: RequestSpan, place: Place, reign: Reign & { readonly files: Files }): void {
  const { $ref, items, properties = {} } = nodeAt(reign.files, place);
  if ($ref !== undefined) add(span, target($ref, place), reign);
  if (items !== undefined) add(span, under(place, "items"), reign);
  for (const name of Object.keys(properties)) {
    const known = (span.members[name] ??= { from: reign.from, until: reign.until, members: {} });
    known.until = Math.max(known.until, reign.until);
    add(known, under(place, `properties/${name}`), reign);
  }
}

function under({ file, pointer }: Place, step: string): Place {
  return { file, pointer: `${pointer}/${step}` };
}
