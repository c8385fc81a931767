import type { Flow } from "./requests.ts";

/** One load that the driver puts on one server: for a time, or for a number of orders. */
export interface Job {
  readonly url: string;
  readonly flow: Flow;
  readonly connections: number;
  /** Begins the order ids of this job, so that no two jobs use the same order. */
  readonly prefix: string;
  readonly until: { readonly seconds: number } | { readonly requests: number };
}

/** What the driver saw, all of it answered as the flow says. */
export interface Load {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of the time in which the driver itself was busy, 0 to 1: near 1, it and not the server is measured. */
  readonly driverBusy: number;
}

/** A job ends in what was seen, or in a sentence about the first thing that went wrong. */
export type JobResult = { readonly load: Load } | { readonly fault: string };
