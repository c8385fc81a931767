import { withHall } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { runContests } from "./contest.ts";
import type { Contested } from "./contest.ts";

/** The sandbox against the reference; beside them what Node and Express alone do on this machine. */
export function measureRates(bench: Bench): Promise<readonly Contested[]> {
  return withHall(bench, async (hall) => {
    const sandbox = await hall.sandbox();
    const reference = await hall.script("reference.js");
    const flow = "AUTHORIZE CAPTURE REFUND GET";
    return runContests(bench, [
      {
        id: "pay",
        title: "PAY",
        ratioMeant: 2.5,
        contestants: [
          { name: "sandbox", server: sandbox, flow: "PAY" },
          { name: "reference", server: reference, flow: "PAY" },
          { name: "bare Express", server: await hall.script("bare-express.js"), flow: "PAY" },
          { name: "bare Node", server: await hall.script("bare-node.js"), flow: "PAY" },
        ],
      },
      {
        id: "order",
        title: flow,
        ratioMeant: 2,
        contestants: [
          { name: "sandbox", server: sandbox, flow },
          { name: "reference", server: reference, flow },
        ],
      },
    ]);
  });
}
