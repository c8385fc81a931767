import { createHistogram, performance } from "node:perf_hooks";
import type { RecordableHistogram } from "node:perf_hooks";
import autocannon from "autocannon";
import type { Job, JobResult } from "./job.ts";
import { FLOWS, MERCHANT, PASSWORD, pathOf } from "./requests.ts";

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
  /** The first status that is not 201, and the first answer that is no approval. */
  status: number | undefined;
  answer: string | undefined;
}

async function run(job: Job): Promise<JobResult> {
  const seen: Observation = { latencies: createHistogram(), status: undefined, answer: undefined };
  const before = performance.eventLoopUtilization();
  const result = await fire(optionsOf(job, seen), seen);
  const { utilization } = performance.eventLoopUtilization(before);
  const fault = faultIn(job, result, seen);
  if (fault !== undefined) return { fault };
  return {
    load: {
      requests: result["2xx"],
      seconds: (result.finish.getTime() - result.start.getTime()) / 1000,
      p50Ms: seen.latencies.percentile(50) / 1000,
      p99Ms: seen.latencies.percentile(99) / 1000,
      driverBusy: utilization,
    },
  };
}

function fire(options: autocannon.Options, seen: Observation): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const cannon = autocannon(options, (error: unknown, result) => {
      if (error instanceof Error) reject(error);
      else resolve(result);
    });
    cannon.on("response", (_client, status, _bytes, milliseconds) => {
      // autocannon's own histogram knows whole milliseconds only.
      seen.latencies.record(Math.max(1, Math.round(milliseconds * 1000)));
      if (status !== 201) seen.status ??= status;
      if (status !== 201 || seen.latencies.count >= REQUESTS_MAX) cannon.stop();
    });
  });
}

function optionsOf(job: Job, seen: Observation): autocannon.Options {
  const { url, flow, connections, prefix, until } = job;
  return {
    url,
    connections,
    timeout: ANSWER_SECONDS_MAX,
    bailout: 1,
    sampleInt: 100,
    headers: {
      authorization: `Basic ${Buffer.from(`merchant.${MERCHANT}:${PASSWORD}`).toString("base64")}`,
      "content-type": "application/json",
    },
    requests: requestsOf(flow, prefix),
    verifyBody: (body) => {
      const answer = String(body);
      const isApproval = answer.includes('"result":"SUCCESS"');
      if (!isApproval) seen.answer ??= answer.slice(0, QUOTED_CHARACTERS);
      return isApproval;
    },
    ...("seconds" in until ? { duration: until.seconds } : { amount: until.requests }),
  };
}

/** A connection goes through the flow's requests again and again, each time with an order of its own. */
function requestsOf(flow: Job["flow"], prefix: string): autocannon.Request[] {
  let orders = 0;
  return FLOWS[flow].map((body, index) => ({
    method: "PUT",
    body: JSON.stringify(body),
    setupRequest: (request, context) => {
      // autocannon gives a connection a new context whenever it begins the flow again.
      const memory = context as { orderId?: string };
      memory.orderId ??= `${prefix}-${(orders += 1)}`;
      return { ...request, path: pathOf(memory.orderId, `t${index + 1}`) };
    },
  }));
}

function faultIn(
  { flow, url, connections }: Job,
  { errors, timeouts, requests, ...result }: autocannon.Result,
  { status, answer }: Observation,
): string | undefined {
  const where = `${flow} on ${url}`;
  if (status !== undefined) return `${where} was answered ${status} instead of 201: ${answer ?? ""}`;
  if (answer !== undefined) return `${where} was not approved: ${answer}`;
  if (errors > 0) return `${where}: ${errors} requests failed, ${timeouts} of them timed out`;
  if (result["2xx"] === 0) return `${where}: no answer came`;
  // At the end of its time every connection has one request under way.
  const lost = requests.sent - result["2xx"] - connections;
  return lost > 0 ? `${where}: ${lost} requests got no answer` : undefined;
}
