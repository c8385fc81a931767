import type { KeptKind } from "../merchants/keeping/kept-records.ts";

/** The oldest go first, however often they were updated (assumption A412). */
export const KEPT_ASSESSMENTS: KeptKind = {
  kind: "risk-assessment",
  worth: () => 0,
  companions: () => [],
};
