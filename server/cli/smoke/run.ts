import { randomUUID } from "node:crypto";
import { maskText } from "../../domain/card/card.ts";
import { smoke } from "./smoke.ts";
import type { SmokeResult } from "./smoke.ts";
import { createSmokeClient } from "./step.ts";
import type { SmokePlace } from "./step.ts";
import { smokeOrder } from "./traffic.ts";
import { controlClient } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { UsageError } from "../kernel/usage-error.ts";

/** What `gateway-sandbox smoke` is asked for. */
export interface SmokeWish extends SmokePlace {
  /** Whether the calls are to be those of this merchant, and of no other. */
  readonly isNamed: boolean;
  /** Of the control API; undefined: none is known. */
  readonly token: string | undefined;
}

export interface SmokeDone {
  readonly results: readonly SmokeResult[];
  /** Whose calls they were, and where. */
  readonly subject: string;
  readonly summary: string;
}

/** Makes the calls, tells a line of each and one of all, and takes them back. */
export async function runSmoke(wish: SmokeWish, print: (line: string) => void): Promise<SmokeDone> {
  const run = randomUUID().slice(0, 8);
  const own = wish.isNamed ? undefined : await merchantOfItsOwn(wish, `TESTSMOKE${run.toUpperCase()}`);
  const place = { ...wish, merchant: own?.id ?? wish.merchant };
  const results: SmokeResult[] = [];
  const isFine = await smoke({
    client: createSmokeClient(place),
    merchant: encodeURIComponent(place.merchant),
    order: smokeOrder(run),
    stopwatch: () => performance.now(),
    tell: (result) => {
      results.push(result);
      print(lineOf(result));
    },
  });
  await own?.forget();
  const subject = `${place.merchant} at ${place.url}`;
  const summary = summaryOf(results, isFine);
  const verdict = isFine ? "passed" : "failed";
  // Apart from the lines of the calls, which begin with ok and FAILED.
  print(`\nSmoke ${verdict}. ${maskText(`${summary.replace(/\.$/, "")}: ${subject}`)}.\n`);
  return { results, subject, summary };
}

function lineOf({ name, faults, status, durationMs }: SmokeResult): string {
  if (faults.length === 0) return `ok      ${name}: ${status ?? ""} in ${durationMs} ms\n`;
  return `FAILED  ${name}: ${maskText(faults.join("; "))}\n`;
}

function summaryOf(results: readonly SmokeResult[], isFine: boolean): string {
  const good = results.filter(({ faults }) => faults.length === 0).length;
  const seconds = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  if (isFine) return `All ${good} calls were answered as documented in ${seconds.toFixed(1)} s.`;
  return `${results.length - good} of ${results.length} calls were not answered as documented.`;
}

interface SmokeSandbox {
  readonly url: string;
  /** Of the control API; undefined: none is known. */
  readonly token: string | undefined;
}

/** Whose calls they are, and what takes them back. */
interface SmokeMerchant {
  readonly id: string;
  readonly forget: () => Promise<void>;
}

/**
 * A merchant that nobody else is, whom no scenario answers, and who is forgotten when all is done, so that no rule of a
 * plan touches the calls and refusals on purpose are nobody's bad conduct (assumption A225). Undefined: the sandbox has
 * no such merchant, or does not say.
 */
async function merchantOfItsOwn(
  { url, token }: SmokeSandbox,
  id: string,
): Promise<SmokeMerchant | undefined> {
  const client = controlClient({ url, token, fetch });
  const path = `/v1/merchants/${id}`;
  if (!(await answers(client, (it) => it.get(`${path}/findings`)))) return undefined;
  await answers(client, (it) => it.put(`${path}/scenarios`, { scenarios: [] }));
  return {
    id,
    forget: async () => {
      await answers(client, (it) => it.put(`${path}/scenarios`, { scenarios: null }));
      await answers(client, (it) => it.post(`${path}/reset`, {}));
    },
  };
}

async function answers(
  client: ControlClient,
  call: (client: ControlClient) => Promise<unknown>,
): Promise<boolean> {
  try {
    await call(client);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}
