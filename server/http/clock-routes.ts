import type { Router } from "express";
import type { ClockReading } from "../gateway/clocks.ts";
import type { AppParts } from "./parts.ts";
import { CLOCK_FORMS, readClockChange } from "./clock-change.ts";
import { merchantNamed } from "./merchant-params.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";

export type ClockRouteParts = Pick<AppParts, "clocks" | "merchants">;

const CLOCK = "/v1/merchants/:merchantId/clock";

/** Shows and moves the clock of a merchant, so that a test need not wait for what expires. */
export function clockRoutes({ clocks, merchants }: ClockRouteParts, router: Router): void {
  router.get(CLOCK, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    response.json(shown(id, await clocks.read(id)));
  });
  router.put(CLOCK, readBytes, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    const change = readClockChange(readPayload(request).body);
    if (change === undefined) throw new Problem(400, "Bad clock", CLOCK_FORMS);
    const reading = await clocks.set(id, change);
    if (reading === undefined) throw new Problem(400, "Bad clock", "Clocks go from 1970 to 9999.");
    response.json(shown(id, reading));
  });
}

function shown(merchant: string, { setting, now }: ClockReading): object {
  const { mode } = setting;
  const ahead = mode === "real" ? { aheadMs: setting.offsetMs } : {};
  return { merchant, mode, now: new Date(now).toISOString(), ...ahead };
}
