import type { JsonObject } from "../domain/json.ts";

/** The body of an answer with its status. Members are in alphabetical order at every level. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}
