import type { SmokeAnswer, SmokeClient, SmokeStep } from "./step.ts";
import { smokeSteps } from "./steps.ts";
import { faultsOf, filled, keptFrom } from "./step.ts";

/** What came of one step. */
export interface SmokeResult {
  readonly name: string;
  /** What is not as documented; nothing when all is. */
  readonly faults: readonly string[];
  /** Undefined: there was no answer. */
  readonly status: number | undefined;
  readonly durationMs: number;
}

export interface SmokeParts {
  readonly client: SmokeClient;
  readonly merchant: string;
  /** Begins the ids of this run, and of no other. */
  readonly order: string;
  /** Milliseconds. */
  readonly stopwatch: () => number;
  readonly tell: (result: SmokeResult) => void;
}

/** Makes the calls one after the other; ends early when there is no answer at all. Whether all is as documented. */
export async function smoke({ client, merchant, order, stopwatch, tell }: SmokeParts): Promise<boolean> {
  const kept = new Map<string, string>();
  let isFine = true;
  for (const [index, planned] of smokeSteps(order).entries()) {
    const step = signed(filled(planned, kept), `${order}-${index}`);
    const started = stopwatch();
    const answer = await answerOf(client, merchant, step);
    const ended = { name: step.name, durationMs: Math.round(stopwatch() - started) };
    if ("fault" in answer) {
      tell({ ...ended, faults: [answer.fault], status: undefined });
      return false;
    }
    const faults = faultsOf(step, answer);
    for (const [name, value] of keptFrom(step, answer)) kept.set(name, value);
    tell({ ...ended, faults, status: answer.status });
    isFine &&= faults.length === 0;
  }
  return isFine;
}

/** So that every call can be told from those of others, also where it has no order. */
function signed({ body, ...step }: SmokeStep, correlationId: string): SmokeStep {
  return body === undefined ? step : { ...step, body: { ...body, correlationId } };
}

async function answerOf(
  client: SmokeClient,
  merchant: string,
  { method, path, body }: SmokeStep,
): Promise<SmokeAnswer | { readonly fault: string }> {
  const target = path.startsWith("/") ? path : `/api/rest/version/100/merchant/${merchant}/${path}`;
  try {
    return await client(method, target, body);
  } catch (error) {
    const why = error instanceof Error ? error.message || ("code" in error ? String(error.code) : "") : "";
    return { fault: `there is no answer: ${why}` };
  }
}
