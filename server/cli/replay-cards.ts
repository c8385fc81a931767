import { CARD } from "../domain/card-details.ts";
import { textAt } from "../domain/json.ts";
import type { Bundle } from "../verdict/bundle.ts";
import { numberLike } from "../verdict/stand-in.ts";

/** Which numbers stand in for which cards of a bundle. */
export interface ReplayCards {
  /** By what the bundle calls the card. */
  readonly ofLabel: (label: string) => string | undefined;
  /** For a masked number of the request. */
  readonly ofRequest: (masked: string) => string | undefined;
}

interface Labelled {
  readonly label: string;
  readonly masked: string;
  readonly number: string | undefined;
}

/** The rule that refuses another card than the one that was verified. */
const OTHER_CARD = "card-is-verified-one";

/** Cards that are masked alike get different numbers, as they had. */
export function cardNumbersOf({ order, scenarios, exchange }: Bundle): ReplayCards {
  const texts = scenarios.files.map(({ text }) => text);
  const entries = order.after ?? order.before ?? [];
  const known = entries.reduce<readonly Labelled[]>((found, { card: label, request }) => {
    const masked = textAt(request, `${CARD}.number`);
    if (label === undefined || masked === undefined || found.some((it) => it.label === label)) return found;
    const turn = found.filter((it) => it.masked === masked).length;
    return [...found, { label, masked, number: numberLike(masked, texts, turn) }];
  }, []);
  const ofLabel = (label: string): string | undefined => known.find((it) => it.label === label)?.number;
  const own = exchange.committed ? entries.at(-1)?.card : undefined;
  const isOther = exchange.rules?.refusedBy?.rule === OTHER_CARD;
  return {
    ofLabel,
    ofRequest: (masked) => {
      const alike = known.filter((it) => it.masked === masked);
      if (isOther) return numberLike(masked, texts, alike.length);
      const meant = alike.find(({ label }) => label === own) ?? alike[0];
      return meant?.number ?? numberLike(masked, texts);
    },
  };
}
