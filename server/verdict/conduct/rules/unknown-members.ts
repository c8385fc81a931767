import type { ConductRule } from "../conduct-rule.ts";
import { breachesOf } from "./contract-remarks.ts";

export const unknownMembers: ConductRule = {
  id: "unknown-members",
  severity: "error",
  title: "A member that the version does not know",
  duty: "Every member is one that the version knows",
  reason: "A strict gateway refuses the payment, and a lenient one silently leaves out what you meant.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => breachesOf(exchanges, "unknown-member"),
};
