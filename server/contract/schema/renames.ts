import type { BodyPath } from "./body-path.ts";

/** Members that versions call by different names, as dotted paths; a group stands for all beneath it. */
export interface Renames {
  readonly members: readonly {
    readonly from: string;
    readonly to: readonly string[];
    /** What its values are called at the new place; undefined: what they were. What is not listed has no name there. */
    readonly values?: Readonly<Partial<Record<string, string>>>;
  }[];
}

/** What a dotted path is called in other versions, later or earlier, as the file lists it. */
export type OtherNames = ReadonlyMap<string, readonly BodyPath[]>;

export function otherNamesOf({ members }: Renames): OtherNames {
  const names = new Map<string, BodyPath[]>();
  const add = (old: string, other: string): void => {
    names.set(old, [...(names.get(old) ?? []), other.split(".")]);
  };
  for (const { from, to } of members) {
    for (const name of to) {
      add(from, name);
      add(name, from);
    }
  }
  return names;
}

/** Other names of the member at the path: those of itself before those of its group. */
export function otherNames(path: BodyPath, names: OtherNames): readonly BodyPath[] {
  const groups = path.map((_, index) => path.length - index);
  return groups.flatMap((length) => {
    const others = names.get(path.slice(0, length).join(".")) ?? [];
    return others.map((other) => [...other, ...path.slice(length)]);
  });
}
