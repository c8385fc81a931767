import { createHistogram, performance } from "node:perf_hooks";
import type { RecordableHistogram } from "node:perf_hooks";
import autocannon from "autocannon";
import type { Job, JobResult } from "./job.ts";
import { AUTHORIZATION, FLOWS } from "./requests.ts";
import type { Step } from "./requests.ts";

/** The process that sends. It takes a job at a time from its parent and reports what it saw. */

/** No job sends more, however fast the server is. */
const REQUESTS_MAX = 1_000_000;
const ANSWER_SECONDS_MAX = 10;
const QUOTED_CHARACTERS = 400;

process.on("message", (job: Job) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ fault: String(error) } satisfies JobResult),
  );
});
process.once("disconnect", () => {
  process.exit();
});

/** What comes in while a job runs. */
interface Observation {
  readonly latencies: RecordableHistogram;
  /** The first status that the flow does not have, and the first answer that says otherwise than its status. */
  status: number | undefined;
  answer: string | undefined;
}

async function run(job: Job): Promise<JobResult> {
  const seen: Observation = { latencies: createHistogram(), status: undefined, answer: undefined };
  const before = performance.eventLoopUtilization();
  const result = await fire(optionsOf(job, seen), seen, statusesOf(job));
  const { utilization } = performance.eventLoopUtilization(before);
  const fault = faultIn(job, result, seen);
  if (fault !== undefined) return { fault };
  return {
    load: {
      requests: seen.latencies.count,
      seconds: (result.finish.getTime() - result.start.getTime()) / 1000,
      p50Ms: seen.latencies.percentile(50) / 1000,
      p99Ms: seen.latencies.percentile(99) / 1000,
      driverBusy: utilization,
    },
  };
}

function statusesOf({ flow }: Job): ReadonlySet<number> {
  return new Set(FLOWS[flow].map(({ status }) => status));
}

function fire(
  options: autocannon.Options,
  seen: Observation,
  statuses: ReadonlySet<number>,
): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const cannon = autocannon(options, (error: unknown, result) => {
      if (error instanceof Error) reject(error);
      else resolve(result);
    });
    cannon.on("response", (_client, status, _bytes, milliseconds) => {
      // autocannon's own histogram knows whole milliseconds only.
      seen.latencies.record(Math.max(1, Math.round(milliseconds * 1000)));
      const isMeant = statuses.has(status);
      if (!isMeant) seen.status ??= status;
      if (!isMeant || seen.latencies.count >= REQUESTS_MAX) cannon.stop();
    });
  });
}

function optionsOf(job: Job, seen: Observation): autocannon.Options {
  const { url, flow, connections, prefix, until } = job;
  const result = FLOWS[flow].some(({ status }) => status === 400) ? "ERROR" : "SUCCESS";
  return {
    url,
    connections,
    timeout: ANSWER_SECONDS_MAX,
    bailout: 1,
    sampleInt: 100,
    headers: {
      authorization: AUTHORIZATION,
      "content-type": "application/json",
    },
    requests: requestsOf(flow, prefix),
    verifyBody: (body) => {
      const answer = String(body);
      const isMeant = answer.includes(`"result":"${result}"`);
      if (!isMeant) seen.answer ??= answer.slice(0, QUOTED_CHARACTERS);
      return isMeant;
    },
    ...("seconds" in until ? { duration: until.seconds } : { amount: until.requests }),
  };
}

/** A connection goes through the flow's requests again and again, each time with an order of its own. */
function requestsOf(flow: Job["flow"], prefix: string): autocannon.Request[] {
  let orders = 0;
  return FLOWS[flow].map(({ method, path, body }: Step) => ({
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    setupRequest: (request, context) => {
      // autocannon gives a connection a new context whenever it begins the flow again.
      const memory = context as { orderId?: string };
      memory.orderId ??= `${prefix}-${(orders += 1)}`;
      return { ...request, path: path(memory.orderId) };
    },
  }));
}

function faultIn(
  { flow, url, connections }: Job,
  { errors, timeouts, requests }: autocannon.Result,
  { latencies, status, answer }: Observation,
): string | undefined {
  const where = `${flow} on ${url}`;
  if (status !== undefined) return `${where} was answered ${status}: ${answer ?? ""}`;
  if (answer !== undefined) return `${where} got an unexpected answer: ${answer}`;
  if (errors > 0) return `${where}: ${errors} requests failed, ${timeouts} of them timed out`;
  if (latencies.count === 0) return `${where}: no answer came`;
  // At the end of its time every connection has one request under way.
  const lost = requests.sent - latencies.count - connections;
  return lost > 0 ? `${where}: ${lost} requests got no answer` : undefined;
}
