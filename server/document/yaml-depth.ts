import type { CST } from "yaml";

/** How many mappings and lists may stand in each other: what reads them goes down one call for each. */
export const DEPTH_MAX = 100;

/** Where the first mapping or list begins that is nested too deeply; looked for before anything goes down into it. */
export function tooDeepAt(tokens: readonly CST.Token[]): number | undefined {
  let level: readonly CST.Token[] = tokens;
  for (let depth = 0; depth <= DEPTH_MAX && level.length > 0; depth += 1)
    level = level.flatMap(within).filter((token) => "items" in token);
  return level[0]?.offset;
}

function within(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value ? [token.value] : [];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}
