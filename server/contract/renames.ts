import type { BodyPath } from "./body-path.ts";

/** Members that versions call by different names, as dotted paths; a group stands for all beneath it. */
export interface Renames {
  readonly members: readonly { readonly from: string; readonly to: readonly string[] }[];
}

/** What the member at the path is called in other versions, later or earlier: the names of itself before those of its group. */
export function otherNames(path: BodyPath, { members }: Renames): readonly BodyPath[] {
  return members
    .flatMap(({ from, to }) => to.flatMap((name) => [pair(from, name), pair(name, from)]))
    .filter(({ old }) => old.every((step, index) => step === path[index]))
    .sort((one, other) => other.old.length - one.old.length)
    .map(({ old, renamed }) => [...renamed, ...path.slice(old.length)]);
}

function pair(old: string, renamed: string): { readonly old: BodyPath; readonly renamed: BodyPath } {
  return { old: old.split("."), renamed: renamed.split(".") };
}
