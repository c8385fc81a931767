import type { GatewayCode } from "../../domain/order/outcome.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import type { ActiveRule } from "./rules.ts";
import type { Tables } from "./tables.ts";

/** What of a card brings an outcome by itself: its number, or its expiry `MM/YY` with whatever number. */
export interface MagicCard {
  readonly number: string | undefined;
  readonly expiry: string | undefined;
  readonly gatewayCode: GatewayCode;
}

/** Those of rules that ask for a card number and nothing else, and of the tables of expiries. */
export function magicCards(rules: readonly ActiveRule[], { expiries }: Tables): readonly MagicCard[] {
  const ofRules = rules.flatMap(({ kind, entry: { when = {}, chance }, answers }) => {
    const [answer, ...more] = answers;
    const asksCardAlone = Object.keys(when).join() === "card" && chance === undefined;
    if (kind !== "payment" || !asksCardAlone || answer === undefined || more.length > 0) return [];
    const numbers = textsOf(when.card).filter((text) => /^\d{9,19}$/.test(text));
    return numbers.map((number) => ({ number, expiry: undefined, gatewayCode: answer.gatewayCode }));
  });
  const ofTables = [...expiries].map(([expiry, gatewayCode]) => ({ number: undefined, expiry, gatewayCode }));
  return [...ofRules, ...ofTables];
}
