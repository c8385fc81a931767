import type { ConductRule } from "../conduct-rule.ts";
import { breachesOf, earlyRefusalsIn } from "./contract-remarks.ts";

export const brokenContract: ConductRule = {
  id: "broken-contract",
  severity: "error",
  title: "A request that its contract does not allow",
  duty: "Every request keeps to its contract",
  reason: "The gateway refuses it: the payer cannot pay, however good the card.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => [...breachesOf(exchanges, "other"), ...earlyRefusalsIn(exchanges)],
};
