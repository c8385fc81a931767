import type { Contested } from "../../scripts/bench/contest.ts";
import type { Measurement } from "../../scripts/bench/measurement.ts";

export const measured = (requestsPerSecond: number, more: Partial<Measurement> = {}): Measurement => ({
  requestsPerSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicroseconds: 100,
  memoryMb: 100,
  driverBusy: 0.5,
  ...more,
});

/** Three rounds in which the ratio of the medians is not the median of the ratios. */
export const CONTESTED: Contested = {
  id: "pay",
  title: "PAY",
  ratioMeant: 2.5,
  rows: [
    { name: "sandbox", rounds: [measured(100), measured(400), measured(300, { cpuMicroseconds: 250 })] },
    { name: "reference", rounds: [measured(500), measured(1000), measured(600)] },
    {
      name: "bare Node",
      rounds: [measured(5000), measured(4000, { cpuMicroseconds: undefined }), measured(9000)],
    },
  ],
};
