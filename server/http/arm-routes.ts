import type { Request, Router } from "express";
import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import type { ArmedRule } from "../gateway/armed-rules.ts";
import { readArmedRule } from "../scenario/armed-rule.ts";
import { createScenarioReader } from "../scenario/scenario-reader.ts";
import { readDuration } from "./clock-change.ts";
import { merchantNamed, paramOf } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readBytes, readPayload } from "./payload.ts";
import { Problem } from "./problem.ts";

const ARM_FORM =
  'Send {"rule": {…}} with a rule as in a scenario file, and if need be "times" (1 to 1000, 1 when left out) and ' +
  '"ttl", how long it stays armed by the merchant\'s clock (ISO 8601, such as PT5M).';

const TIMES_MAX = 1_000;
const ARMED_MAX = 1_000;
const MERCHANT = "/v1/merchants/:merchantId";

interface ArmWish {
  readonly rule: Json;
  readonly times: number;
  readonly ttlMs: number | undefined;
}

/** Arms rules for the next requests of a merchant: for suites that cannot change what their client sends. */
export function armRoutes(parts: AppParts, router: Router): void {
  const { armed, clocks, merchants } = parts;
  const arm = createArming(parts);
  router.post(`${MERCHANT}/arm`, readBytes, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    response.status(201).json(shown(await arm(id, wishOf(request))));
  });
  router.get(`${MERCHANT}/armed`, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    response.json({ armed: armed.list(id, await clocks.now(id)).map(shown) });
  });
  router.delete(`${MERCHANT}/armed`, (request, response) => {
    armed.forget(merchantNamed(merchants, request).id);
    response.status(204).end();
  });
  router.delete(`${MERCHANT}/armed/:ruleId`, (request, response) => {
    const { id } = merchantNamed(merchants, request);
    if (!armed.disarm(id, paramOf(request, "ruleId"))) {
      throw new Problem(404, "No such armed rule", "It never was, or it has been used up or expired.");
    }
    response.status(204).end();
  });
}

function createArming({
  armed,
  clocks,
}: AppParts): (merchantId: string, wish: ArmWish) => Promise<ArmedRule> {
  const read = createScenarioReader();
  let made = 0;
  return async (merchantId, { rule: entry, times, ttlMs }) => {
    made += 1;
    const reading = readArmedRule(read, entry, { id: `armed-${made}`, place: -ARMED_MAX });
    if ("problems" in reading) throw new Problem(400, "Bad rule", `${reading.problems.join("; ")}.`);
    const now = await clocks.now(merchantId);
    const others = armed.list(merchantId, now);
    const { id } = reading.rule.entry;
    if (others.some(({ rule }) => rule.entry.id === id))
      throw new Problem(409, "Already armed", `A rule of the id ${id} is armed.`);
    if (others.length >= ARMED_MAX)
      throw new Problem(409, "Too many armed", `At most ${ARMED_MAX} are armed.`);
    const rule = { rule: reading.rule, times, expiresAt: ttlMs === undefined ? undefined : now + ttlMs };
    armed.arm(merchantId, rule);
    return rule;
  };
}

function wishOf(request: Request): ArmWish {
  const { body } = readPayload(request);
  const { rule, times = 1, ttl, ...others } = isObject(body) ? body : {};
  const ttlMs = readDuration(ttl);
  const isNumber = typeof times === "number" && Number.isInteger(times) && times >= 1 && times <= TIMES_MAX;
  const isTtl = ttl === undefined || ttlMs !== undefined;
  if (rule === undefined || !isNumber || !isTtl || Object.keys(others).length > 0)
    throw new Problem(400, "Bad arming", ARM_FORM);
  return { rule, times, ttlMs };
}

/** The conditions may name card numbers, so that they are not shown. */
function shown({ rule, times, expiresAt }: ArmedRule): object {
  const { id, case: number } = rule.entry;
  return { id, case: number, times, expiresAt: expiresAt === undefined ? undefined : timeOf(expiresAt) };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
