/** How the value of a member is read from a request and written into an answer. */
export type Leaf =
  /** Text, as it was sent. */
  | "text"
  /** A number; requests send most of them as decimal text (interface section 2.1, Decimal). */
  | "number"
  | "flag"
  /** A card or account number: only its first six and last four characters come back. */
  | "masked"
  /** A month without its leading zero: "05" comes back as "5". */
  | "month"
  /** order.custom: up to fifty members of any name. */
  | "custom"
  /** Never read from a request: the gateway's own value. */
  | "own";

/** The members of an object, in alphabetical order. What a shape does not name is never echoed. */
export interface Group {
  /** `address` is taken whole from one request; `computed` is there even when no request has it. */
  readonly kind: "group" | "address" | "computed";
  readonly members: readonly (readonly [name: string, kind: Kind])[];
}

export interface List {
  readonly kind: "list";
  readonly item: Group;
}

export type Kind = Leaf | Group | List;

type Members = Readonly<Record<string, Kind>>;

export function group(members: Members): Group {
  return { kind: "group", members: sorted(members) };
}

export function address(members: Members): Group {
  return { kind: "address", members: sorted(members) };
}

export function computed(members: Members): Group {
  return { kind: "computed", members: sorted(members) };
}

export function list(members: Members): List {
  return { kind: "list", item: group(members) };
}

/** Members of the same kind: `all("text", "city country")`. */
export function all(kind: Kind, names: string): Members {
  return Object.fromEntries(names.split(" ").map((name) => [name, kind]));
}

function sorted(members: Members): Group["members"] {
  return Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1));
}
