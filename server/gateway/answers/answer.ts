import type { Fault } from "../../domain/record/effects.ts";
import type { JsonObject } from "../../domain/json.ts";

/** The body of an answer with its status. Members are in alphabetical order at every level, but for chaos. */
export interface Answer {
  /** 0 when there is no answer: the fault came before the commit, and nothing is stored. */
  readonly status: number;
  readonly body: JsonObject;
  /** How the answer is broken on its way to the caller; undefined: it is not. */
  readonly fault?: Fault | undefined;
}
