/**
 * The last of a chain of lines: how many there are, and its checksum, which covers the checksum of the line before it
 * (assumption A272).
 */
export interface Link {
  readonly n: number;
  /** Eight hexadecimal digits, as the line ends with them. */
  readonly crc: string;
}

/** What a line that changes something says of its place: its own number, from 1, and the checksum of the one before. */
export interface Numbered {
  readonly n: number;
  readonly prev: string;
}

export const NO_LINES: Link = { n: 0, crc: "00000000" };

export function behind({ n, crc }: Link): Numbered {
  return { n: n + 1, prev: crc };
}

/** How far a chain was read. */
export interface ReadChain {
  /** Undefined until something tells where it begins. */
  last: Link | undefined;
  /** Damaged lines since then: each may be one of those whose numbers did not come. */
  damaged: number;
}

export function chainFrom(last: Link | undefined): ReadChain {
  return { last, damaged: 0 };
}

/**
 * Takes the next line; says how many are missing before it. Undefined: a line of its number, or a later one, came
 * before, so that this one is not of the chain.
 */
export function takeNumbered(chain: ReadChain, { n, prev }: Numbered, crc: string): number | undefined {
  if (chain.last !== undefined && n <= chain.last.n) return undefined;
  const missing = takeLink(chain, { n: n - 1, crc: prev });
  chain.last = { n, crc };
  return missing;
}

/**
 * Takes what says how far the chain goes at least, such as the first line of a log; says how many lines are missing.
 * A line that has another checksum than it had is one that somebody put there, and the right one is missing.
 */
export function takeLink(chain: ReadChain, link: Link): number {
  const { last, damaged } = chain;
  if (last !== undefined && link.n < last.n) return 0;
  chain.last = link;
  chain.damaged = 0;
  if (last === undefined) return 0;
  if (link.n === last.n) return link.crc === last.crc ? 0 : 1;
  return Math.max(0, link.n - last.n - damaged);
}
