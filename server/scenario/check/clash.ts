import type { JsonObject } from "../../domain/json.ts";

/** What does not go together, at the member that is one too many. */
export interface Clash {
  /** JSON pointer under the entry, without its first slash. */
  readonly at: string;
  readonly message: string;
}

export type FindClashes = (entry: JsonObject) => readonly Clash[];
