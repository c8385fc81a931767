import type { SentNumbers } from "./marks.ts";
import { leaksIn } from "./search.ts";
import type { Place } from "./search.ts";

/** What was searched under one name. */
export interface Searched {
  readonly places: number;
  readonly characters: number;
  /** Numbers that stood there masked: so many canaries came as far as this. */
  readonly masked: number;
}

/** Searches everything that comes out as soon as it does, so that nothing of it has to be kept. */
export interface Watch {
  look: (place: Place) => void;
  /** What was found, each behind the name of its place. */
  readonly leaks: readonly string[];
  readonly searched: ReadonlyMap<string, Searched>;
}

const MASKED = /\d{6}x{3,9}\d{4}/g;

export function createWatch(sent: SentNumbers): Watch {
  const leaks: string[] = [];
  const searched = new Map<string, Searched>();
  return {
    leaks,
    searched,
    look: (place) => {
      const { name, text } = place;
      const { places, characters, masked } = searched.get(name) ?? { places: 0, characters: 0, masked: 0 };
      searched.set(name, {
        places: places + 1,
        characters: characters + text.length,
        masked: masked + (text.match(MASKED)?.length ?? 0),
      });
      leaks.push(...leaksIn(place, sent));
    },
  };
}

/** The payment page and the control API offer the test cards of the active scenarios: those are meant to be seen. */
export function withoutTestCards(text: string): string {
  return text.replace(/<details class="test-cards">.*?<\/details>/s, "").replace(/^\{"cards":\[.*\]\}$/, "");
}

/** An answer gives correlationId back as it was sent (interface section 2.3); the record of it does not. */
export function withoutCorrelation(text: string): string {
  return text.replace(/"correlationId":"(?:[^"\\]|\\.)*"/, "");
}
