/** How the value of a member is read from a request and written into an answer. */
export type Scalar =
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

export interface Member {
  readonly name: string;
  readonly kind: Kind;
  /** Its place among all members of its object, in alphabetical order. */
  readonly rank: number;
}

/** The members of an object, in alphabetical order. What a shape does not name is never echoed. */
export interface Group {
  /** `address` is taken whole from one request; `computed` is there even when no request has it. */
  readonly kind: "group" | "address" | "computed";
  readonly members: readonly Member[];
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, Member>;
}

export interface List {
  readonly kind: "list";
  readonly item: Group;
}

export type Kind = Scalar | Group | List;

type Kinds = Readonly<Record<string, Kind>>;

export function group(kinds: Kinds): Group {
  return shapeOf("group", kinds);
}

export function address(kinds: Kinds): Group {
  return shapeOf("address", kinds);
}

export function computed(kinds: Kinds): Group {
  return shapeOf("computed", kinds);
}

export function list(kinds: Kinds): List {
  return { kind: "list", item: group(kinds) };
}

/** Members of the same kind: `all("text", "city country")`. */
export function all(kind: Kind, names: string): Kinds {
  return Object.fromEntries(names.split(" ").map((name) => [name, kind]));
}

/** The ranks of some members of an object, for who fills them. */
export function ranksOf<Name extends string>(
  { byName }: Pick<Group, "byName">,
  names: readonly Name[],
): Readonly<Record<Name, number>> {
  const ranks = names.map((name) => {
    const member = byName.get(name);
    if (member === undefined) throw new Error(`the shape has no member ${name}`);
    return [name, member.rank] as const;
  });
  return Object.fromEntries(ranks) as Record<Name, number>;
}

function shapeOf(kind: Group["kind"], kinds: Kinds): Group {
  const members = Object.entries(kinds)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, its], rank): Member => ({ name, kind: its, rank }));
  const names = members.map(({ name }) => name);
  return { kind, members, names, byName: new Map(members.map((member) => [member.name, member])) };
}
