import { explanationOf } from "../domain/record/explanation.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import type { Json } from "../domain/json.ts";
import type { Report } from "./report.ts";

/** Of each issue and case so many exchanges are shown whole; the others are named. */
const SHOWN_MAX = 3;
/** Characters of a body; the rest is in the journal. */
const BODY_MAX = 4_000;

/** Finds the exchanges that an issue or a case names. */
export type Evidence = (ids: readonly string[] | undefined) => readonly Exchange[];

/** Goes through the traffic once: it may be longer than memory likes. */
export function evidenceIn({ issues, cases, exchanges }: Report): Evidence {
  const failed = cases.filter(({ outcome }) => outcome === "failed");
  const wanted = new Set([...issues, ...failed].flatMap((it) => it.exchanges?.slice(0, SHOWN_MAX) ?? []));
  const found = new Map(wanted.size > 0 ? (exchanges?.named?.(wanted) ?? asTheyAre(exchanges ?? [])) : []);
  return (ids = []) => ids.slice(0, SHOWN_MAX).flatMap((id) => found.get(id)?.() ?? []);
}

function* asTheyAre(traffic: Iterable<Exchange>): Generator<readonly [id: string, make: () => Exchange]> {
  for (const exchange of traffic) yield [exchange.id, () => exchange];
}

/** A masked body, as indented JSON. */
export function bodyText(body: Json | undefined): string {
  const text = body === undefined ? "none" : JSON.stringify(body, undefined, 2);
  return text.length > BODY_MAX ? `${text.slice(0, BODY_MAX)}\n…` : text;
}

/** An exchange for a format that knows only text: why it was answered so, the masked request and the answer. */
export function evidenceText(exchange: Exchange): string {
  const { id, at, request, answer } = exchange;
  return [
    `--- exchange ${id}, ${at}`,
    ...explanationOf(exchange),
    `Request, masked: ${bodyText(request.body)}`,
    `Answer: ${bodyText(answer.body)}`,
  ].join("\n");
}
