import type { KeptKind } from "../merchants/keeping/kept-records.ts";
import { readEnrollment } from "./enrollment-record.ts";

/** A check whose payer is at the issuer's page is kept until the payer's time is over (assumption A413). */
export const KEPT_CHECKS: KeptKind = {
  kind: "enrollment-check",
  worth: (value, now) => {
    const { endsAt = 0, paRes } = readEnrollment(value) ?? {};
    return paRes === undefined && now < endsAt ? endsAt : 0;
  },
  companions: () => [],
};
