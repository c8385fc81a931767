import type { Facts } from "../domain/decision.ts";
import { conditionsOf } from "./conditions.ts";
import type { Condition, When } from "./conditions.ts";
import { draw } from "./draw.ts";

/**
 * A condition of rules. Many rules of a test plan ask the same, so that what it came to is kept for the round in which
 * the rules are asked about a request; rounds are numbers, as the facts may hold card data.
 */
export interface SharedCondition {
  readonly holds: (facts: Facts) => boolean;
  /** Why it does not hold; asked only after it was found not to. */
  readonly tells: (facts: Facts, round: number) => string;
  askedIn: number;
  held: boolean;
}

/** Makes the conditions of rules, each once. */
export interface ConditionPool {
  readonly of: (when: When) => readonly SharedCondition[];
}

/** No round has this number. */
const NEVER = 0;

export function createConditionPool(): ConditionPool {
  const shared = new Map<string, SharedCondition>();
  const telling = new Map<string, Telling>();
  return {
    of: (when) =>
      conditionsOf(when).map((condition) => {
        const { key, name } = condition;
        const came = telling.get(name) ?? once(condition.got);
        telling.set(name, came);
        const made = shared.get(key) ?? sharedCondition(condition, came);
        shared.set(key, made);
        return made;
      }),
  };
}

export function holdsIn(condition: SharedCondition, facts: Facts, round: number): boolean {
  if (condition.askedIn !== round) {
    condition.askedIn = round;
    condition.held = condition.holds(facts);
  }
  return condition.held;
}

/** A rule with a chance draws anew for each order and transaction. */
export function chanceCondition(key: string, chance: number): SharedCondition {
  let drawn = 0;
  return {
    holds: (facts) => {
      drawn = draw(facts, key, "chance");
      return drawn < chance;
    },
    tells: () => `chance: expected below ${chance}, drew ${drawn.toFixed(3)}`,
    askedIn: NEVER,
    held: false,
  };
}

type Telling = SharedCondition["tells"];

/** What came is told in the same words by all conditions of the name, and telling it costs more than asking. */
function once(got: Condition["got"]): Telling {
  let [toldIn, told] = [NEVER, ""];
  return (facts, round) => {
    if (toldIn !== round) [toldIn, told] = [round, got(facts)];
    return told;
  };
}

function sharedCondition({ name, wanted, holds }: Condition, cameIn: Telling): SharedCondition {
  // Of the requests of a test run many have the same here, so that the last sentence is kept.
  let [came, sentence] = [undefined as string | undefined, ""];
  const tells: Telling = (facts, round) => {
    const comes = cameIn(facts, round);
    if (comes !== came) [came, sentence] = [comes, `${name}: expected ${wanted}, got ${comes}`];
    return sentence;
  };
  return { holds, tells, askedIn: NEVER, held: false };
}
