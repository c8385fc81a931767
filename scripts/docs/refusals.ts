import type { Exchange } from "../../server/domain/record/exchange.ts";
import { isObject, textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { KEPT_CASES } from "../../test/flows/kept-cases.ts";
import { sceneOf } from "../../test/flows/kept-scene.ts";
import { DOCUMENTED_OPERATIONS } from "./catalogue.ts";
import { requestsFor } from "./provoking.ts";
import { startTrials } from "./trials.ts";
import type { Trials } from "./trials.ts";

/** What a rule of an operation really answered. */
export interface RealRefusal {
  readonly operation: Operation | undefined;
  readonly rule: string;
  /** What was refused, to go on behind "refuses". */
  readonly refuses: string;
  readonly field: string | undefined;
  readonly type: string | undefined;
  readonly explanation: string;
}

/**
 * A real refusal of every rule of every operation that a request can meet: a sandbox is started, the tests' own tables
 * are sent to it, and where they have none of an operation, what another operation is refused for is put into a
 * request of this one. Rules that no request meets are left out.
 */
export async function collectRefusals(): Promise<readonly RealRefusal[]> {
  const trials = await startTrials();
  try {
    const kept = await keptRefusals(trials);
    const found: RealRefusal[] = [...kept];
    const asked = DOCUMENTED_OPERATIONS.flatMap(({ name, rules }) =>
      rules.map(({ id }) => [name, id] as const),
    );
    for (const [name, id] of asked.filter(([name, id]) => refusalOf(kept, id, name) === undefined))
      found.push(...(await provoked(trials, name, id)));
    return found;
  } finally {
    await trials.stop();
  }
}

/** The refusal of the operation's rule; for the rules of sessions and tokens, which every operation has, of any. */
export function refusalOf(
  refusals: readonly RealRefusal[],
  rule: string,
  operation: Operation | undefined,
): RealRefusal | undefined {
  const ofRule = refusals.filter((it) => it.rule === rule);
  return operation === undefined ? ofRule[0] : ofRule.find((it) => it.operation === operation);
}

/** Sessions and tokens need more than one request; their cases do it themselves. */
async function keptRefusals(trials: Trials): Promise<readonly RealRefusal[]> {
  const found: RealRefusal[] = [];
  for (const [number, { act, refuses }] of KEPT_CASES.entries()) {
    const response = await act(sceneOf(trials.url, `DOCS${number}`));
    found.push(...readRefusal(await trials.exchangeOf(response), refuses));
  }
  return found;
}

/** The first request that the rule refuses, of those that may be. */
async function provoked(trials: Trials, operation: Operation, rule: string): Promise<readonly RealRefusal[]> {
  for (const { refuses, ...sent } of requestsFor(operation, rule)) {
    const found = readRefusal(await trials.send(sent), refuses);
    if (found.some((it) => it.rule === rule && it.operation === operation)) return found;
  }
  return [];
}

/** None when it was refused by something else than a rule, or not at all. */
function readRefusal({ answer, request, rules }: Exchange, refuses: string): readonly RealRefusal[] {
  const body = answer.body as Json;
  const error = isObject(body) ? body["error"] : undefined;
  const rule = rules?.refusedBy?.rule;
  if (rule === undefined || error === undefined) return [];
  const operation = request.operation as Operation | undefined;
  const [field, type] = [textAt(error, "field"), textAt(error, "validationType")];
  // Ids and versions of sessions are drawn anew each time.
  const drawn = /\bSESSION\w+\b|\b[0-9a-f]{10}\b/g;
  const explanation = (textAt(error, "explanation") ?? "").replace(drawn, "…");
  return [{ operation, rule, refuses, field, type, explanation }];
}
