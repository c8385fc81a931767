import type { Met } from "../../journal/contract-tally.ts";

/** How much of something was met. */
export interface Share {
  readonly met: number;
  readonly of: number;
  /** Rounded down to a tenth; 100 when there is nothing to meet. */
  readonly percent: number;
}

export interface CoverageItem {
  readonly name: string;
  readonly isMet: boolean;
  readonly times: number;
  /** How many of the times the request was refused. */
  readonly refused: number;
  /** The first exchange of a merchant with it; undefined: it was never met. */
  readonly example: string | undefined;
  /** What else is known of it, such as operation and version. */
  readonly about: Readonly<Record<string, string | number>>;
}

/** One thing to cover: all that there is of it, and what was met beside. */
export interface CoverageArea extends Share {
  readonly items: readonly CoverageItem[];
  readonly others: readonly CoverageItem[];
}

/** Everything that there is to meet, by name. */
export type Known = ReadonlyMap<string, CoverageItem["about"]>;

const NEVER: Met = { times: 0, refused: 0, example: "" };

export function areaOf(
  known: Known,
  met: ReadonlyMap<string, Met>,
  isMet: (met: Met) => boolean = ({ times }) => times > 0,
): CoverageArea {
  const itemOf = (name: string, about: CoverageItem["about"]): CoverageItem => {
    const { times, refused, example } = met.get(name) ?? NEVER;
    const shown = times === 0 ? undefined : example;
    return { name, isMet: isMet({ times, refused, example }), times, refused, example: shown, about };
  };
  const items = [...known].map(([name, about]) => itemOf(name, about));
  const others = [...met.keys()].filter((name) => !known.has(name)).map((name) => itemOf(name, {}));
  return { ...shareOf(items.filter((item) => item.isMet).length, items.length), items, others };
}

export function together(shares: readonly Share[]): Share {
  const sum = (of: (share: Share) => number): number => shares.reduce((total, share) => total + of(share), 0);
  return shareOf(
    sum(({ met }) => met),
    sum(({ of }) => of),
  );
}

export function shareOf(met: number, of: number): Share {
  return { met, of, percent: of === 0 ? 100 : Math.floor((met * 1000) / of) / 10 };
}
