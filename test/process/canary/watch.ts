import type { SentNumbers } from "./marks.ts";
import { leaksIn } from "./search.ts";
import type { Place } from "./search.ts";

/** Searches everything that comes out as soon as it does, so that nothing of it has to be kept. */
export interface Watch {
  look: (place: Place) => void;
  /** What was found. */
  readonly leaks: readonly string[];
  /** How many places of each name were searched, and how many characters they had. */
  readonly seen: ReadonlyMap<string, { readonly places: number; readonly characters: number }>;
}

export function createWatch(sent: SentNumbers): Watch {
  const leaks: string[] = [];
  const seen = new Map<string, { places: number; characters: number }>();
  return {
    leaks,
    seen,
    look: (place) => {
      const before = seen.get(place.name) ?? { places: 0, characters: 0 };
      const characters = before.characters + place.text.length;
      seen.set(place.name, { places: before.places + 1, characters });
      leaks.push(...leaksIn(place, sent));
    },
  };
}

/** An answer gives correlationId back as it was sent (interface section 2.3); the record of it does not. */
export function withoutCorrelation(text: string): string {
  return text.replace(/"correlationId":"(?:[^"\\]|\\.)*"/, "");
}
