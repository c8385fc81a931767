import type { ExchangeContract } from "../domain/exchange.ts";
import type { Mode } from "../domain/finding.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import type { Operation } from "../domain/operation.ts";
import type { Refusal } from "../domain/refusal.ts";

/** One request body to hold against the contract of one operation in one version. */
export interface ContractQuestion {
  readonly operation: Operation;
  /** 1 to 100. */
  readonly version: number;
  readonly mode: Mode;
  readonly body: Json;
  /** The body as it came, from which mode gateway takes the lexical form of numbers. */
  readonly text: string;
}

/** What the contract says. */
export interface Judgement extends ExchangeContract {
  /** The body as every later step reads it (in modes gateway and observe without empties, numbers as text …). */
  readonly body: JsonObject;
  /** Of the first violation by precedence; undefined when the request is taken. */
  readonly refusal: Refusal | undefined;
}

/** All contracts, loaded once. */
export interface Contracts {
  judge(question: ContractQuestion): Judgement;
  /** The versions that have a contract of their own, ascending. */
  versionsOf(operation: Operation): readonly number[];
}
