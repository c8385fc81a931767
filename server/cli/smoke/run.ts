import { randomUUID } from "node:crypto";
import { maskText } from "../../domain/card/card.ts";
import { rootOf } from "../../domain/operations/paths.ts";
import { codeOf } from "../../domain/thrown.ts";
import type { Report, ReportCase, ReportIssue } from "../../report/report.ts";
import { UsageError } from "../kernel/command.ts";
import { controlClient } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { createSmokeClient, faultsOf, filled, keptFrom } from "./step.ts";
import type { SmokeAnswer, SmokeClient, SmokePlace, SmokeStep } from "./step.ts";
import { smokeSteps } from "./steps.ts";
import { smokeOrder } from "./traffic.ts";

/** What `gateway-sandbox smoke` is asked for. */
export interface SmokeOptions extends SmokePlace {
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
export async function runSmoke(options: SmokeOptions, print: (line: string) => void): Promise<SmokeDone> {
  const run = randomUUID().slice(0, 8);
  const own = options.isNamed ? undefined : await merchantOfItsOwn(options, `TESTSMOKE${run.toUpperCase()}`);
  const place = { ...options, merchant: own?.id ?? options.merchant };
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

const HELP = "docs/ci.md#after-a-deployment";

/** Every call as a case; one that was not answered as documented is an issue as well. */
export function smokeReport({ results, subject, summary }: SmokeDone): Report {
  const failed = results.filter(({ faults }) => faults.length > 0);
  return {
    title: "Smoke",
    subject,
    summary,
    verdict: failed.length === 0 ? "passed" : "failed",
    issues: failed.map(issueOf),
    cases: results.map(caseOf),
    tables: [],
    series: [],
  };
}

function caseOf({ name, faults, durationMs }: SmokeResult): ReportCase {
  const isFine = faults.length === 0;
  const message = isFine ? undefined : faults.join("\n");
  return { group: "smoke", name, outcome: isFine ? "passed" : "failed", message, durationMs };
}

function issueOf({ name, faults }: SmokeResult): ReportIssue {
  return {
    ruleId: "not-as-documented",
    ruleTitle: "A call was not answered as documented",
    ruleHelp: HELP,
    severity: "error",
    message: `${name}: ${faults.join("; ")}`,
    count: 1,
    exchanges: [],
  };
}

/** What came of one step. */
interface SmokeResult {
  readonly name: string;
  /** What is not as documented; nothing when all is. */
  readonly faults: readonly string[];
  /** Undefined: there was no answer. */
  readonly status: number | undefined;
  readonly durationMs: number;
}

interface SmokeParts {
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

/** Marks every call as ours, also where it has no order. */
function signed({ body, ...step }: SmokeStep, correlationId: string): SmokeStep {
  return body === undefined ? step : { ...step, body: { ...body, correlationId } };
}

async function answerOf(
  client: SmokeClient,
  merchant: string,
  { method, path, body }: SmokeStep,
): Promise<SmokeAnswer | { readonly fault: string }> {
  const target = path.startsWith("/") ? path : `${rootOf(100)}/merchant/${merchant}/${path}`;
  try {
    return await client(method, target, body);
  } catch (error) {
    const why = error instanceof Error ? error.message || (codeOf(error) ?? "") : "";
    return { fault: `no answer: ${why}` };
  }
}
