import { forkScript, messageFrom } from "./child.ts";
import type { Place } from "./child.ts";
import type { Job, JobResult, Load } from "./job.ts";

/** Time that a job may take beyond what it was given. */
const SPARE_MS = 30_000;
/** A job of a number of requests that is slower than this has gone wrong. */
const REQUESTS_PER_SECOND_MIN = 100;

/** Puts load on servers, one job at a time, from a process of its own. */
export interface Driver {
  /** Rejects unless every answer of the job was as the flow says. */
  drive: (job: Omit<Job, "prefix">) => Promise<Load>;
  close: () => Promise<void>;
}

export function startDriver(place: Place): Driver {
  const child = forkScript("cannon.js", place);
  let jobs = 0;
  return {
    drive: async (job) => {
      const reply = messageFrom<JobResult>(child);
      jobs += 1;
      child.process.send({ ...job, prefix: `bench-${jobs}` });
      const result = await child.during(reply, limitOf(job), `${job.flow} on ${job.url}`);
      if ("fault" in result) throw new Error(result.fault);
      return result.load;
    },
    close: child.end,
  };
}

function limitOf({ until }: Pick<Job, "until">): number {
  const seconds = "seconds" in until ? until.seconds : until.requests / REQUESTS_PER_SECOND_MIN;
  return SPARE_MS + seconds * 1000;
}
