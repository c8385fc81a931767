import { nearest } from "../nearest.ts";
import { VERSION_MAX } from "../request/operation.ts";
import { GATEWAY_ROOT, PATHS } from "./paths.ts";

/** A path of the gateway, or its end, held against what was called. */
interface Likeness {
  /** Parts that were mistyped, left out or too many; everything missing or too much in front is one. */
  readonly slips: number;
  /** RIGHT for each word of the gateway that was written right, and less for each that was nearly. */
  readonly right: number;
  /** What was probably meant, with what was called in it as far as it is known. */
  readonly meant: readonly string[];
}

const KNOWN = Object.values(PATHS).map((path) => (GATEWAY_ROOT + path).split("/").slice(1));
const WORDS = new Set(KNOWN.flat().filter((part) => !part.startsWith("{")));

const RIGHT = 2;
const SLIPS_MAX = 2;
/** More parts and letters than any path of the gateway has. */
const PARTS_MAX = 20;
const LENGTH_MAX = 400;
/** A question with more answers than this helps nobody. */
const MEANT_MAX = 2;

/** The paths of the gateway that were probably meant; none: nothing is near enough, or too much is. */
export function meantPaths(called: string): readonly string[] {
  const words = called.split("/").slice(1);
  if (called.length > LENGTH_MAX || words.length > PARTS_MAX) return [];
  const found = KNOWN.flatMap((known) => likenessTo(known, words) ?? []).sort(byLikeness);
  const meant = found.filter((it) => byLikeness(it, found[0] ?? it) === 0);
  return meant.length > MEANT_MAX ? [] : meant.map((it) => `/${it.meant.join("/")}`);
}

function byLikeness(one: Likeness, other: Likeness): number {
  return one.slips - other.slips || other.right - one.right;
}

const NOTHING: Likeness = { slips: 0, right: 0, meant: [] };

function likenessTo(known: readonly string[], words: readonly string[]): Likeness | undefined {
  const ends = likenessOfEnds(known, words);
  const best = bestOf([
    ends[0]?.[0],
    ...words.map((_, at) => slipped([], ends[at + 1]?.[0])),
    ...known.map((_, at) => slipped(known.slice(0, at + 1), ends[0]?.[at + 1])),
  ]);
  return best !== undefined && best.right >= best.slips * RIGHT ? best : undefined;
}

/** How every end of what was called is like every end of the known path, from the shortest on. */
function likenessOfEnds(known: readonly string[], words: readonly string[]): (Likeness | undefined)[][] {
  const ends: (Likeness | undefined)[][] = words.map(() => []);
  ends.push([]);
  for (let at = words.length; at >= 0; at -= 1)
    for (let place = known.length; place >= 0; place -= 1) {
      const [word, part] = [words[at], known[place]];
      const isEnd = word === undefined && part === undefined;
      const row = ends[at] ?? [];
      const rest = ends[at + 1]?.[place + 1];
      row[place] = bestOf([
        isEnd ? NOTHING : undefined,
        rest === undefined ? undefined : joined(likenessOf(part, word), rest),
        slipped([], ends[at + 1]?.[place]),
        part === undefined ? undefined : slipped([part], row[place + 1]),
      ]);
    }
  return ends;
}

function bestOf(found: readonly (Likeness | undefined)[]): Likeness | undefined {
  let best: Likeness | undefined;
  for (const it of found) if (it !== undefined && (best === undefined || byLikeness(it, best) < 0)) best = it;
  return best;
}

/** Undefined: there would be too many slips. */
function joined(first: Likeness | undefined, rest: Likeness | undefined): Likeness | undefined {
  if (first === undefined || rest === undefined || first.slips + rest.slips > SLIPS_MAX) return undefined;
  const [slips, right] = [first.slips + rest.slips, first.right + rest.right];
  return { slips, right, meant: [...first.meant, ...rest.meant] };
}

function slipped(meant: readonly string[], rest: Likeness | undefined): Likeness | undefined {
  return joined({ slips: 1, right: 0, meant }, rest);
}

const VERSION = /^(\D?)(\d{1,3}|latest)$/;

/** One part held against a word; undefined: they have nothing in common. */
function likenessOf(part: string | undefined, word: string | undefined): Likeness | undefined {
  if (part === undefined || word === undefined) return undefined;
  if (part === "{version}") {
    const [, before, written] = VERSION.exec(word) ?? [];
    const version = Number(written) > VERSION_MAX ? undefined : written;
    return { slips: before === "" && version !== undefined ? 0 : 1, right: 0, meant: [version ?? part] };
  }
  if (part.startsWith("{")) {
    const isId = word !== "" && !WORDS.has(word);
    return { slips: isId ? 0 : 1, right: 0, meant: [word === "" ? part : word] };
  }
  if (part === word) return { slips: 0, right: RIGHT, meant: [part] };
  return nearest(word, [part]) === undefined ? undefined : { slips: 1, right: 1, meant: [part] };
}
