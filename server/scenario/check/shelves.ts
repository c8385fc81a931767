import type { When } from "../conditions.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { SHELF_KINDS } from "./shelf-marks.ts";

/** Rules that decide, where those that may stand before another one are found without looking at all of them. */
export interface Shelves {
  readonly add: (rule: CheckedRule) => void;
  /** Of those that are it, and that these conditions could make sure of, the one that was added first. */
  readonly firstOf: (when: When, isIt: (rule: CheckedRule) => boolean) => CheckedRule | undefined;
}

interface Placed {
  readonly place: number;
  readonly rule: CheckedRule;
}

/** Each rule stands under the marks of one kind; a rule without any stands apart and is always looked at. */
export function createShelves(): Shelves {
  const general: Placed[] = [];
  const byMark = new Map<string, Placed[]>();
  let place = 0;
  return {
    add: (rule) => {
      place += 1;
      const marks = SHELF_KINDS.map((kind) => kind.marks(rule.when)).find((it) => it.length > 0);
      for (const shelf of marks?.map((mark) => shelfOf(byMark, mark)) ?? [general])
        shelf.push({ place, rule });
    },
    firstOf: (when, isIt) => {
      const marks = SHELF_KINDS.flatMap((kind) => kind.sought(when));
      const marked = marks.flatMap((mark) => byMark.get(mark)?.find(({ rule }) => isIt(rule)) ?? []);
      const found = marked.concat(general.find(({ rule }) => isIt(rule)) ?? []);
      return found.sort((one, other) => one.place - other.place)[0]?.rule;
    },
  };
}

function shelfOf(byMark: Map<string, Placed[]>, mark: string): Placed[] {
  const shelf = byMark.get(mark) ?? [];
  byMark.set(mark, shelf);
  return shelf;
}
