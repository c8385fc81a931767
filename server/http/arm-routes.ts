import type { Router } from "express";
import type { ArmedRule } from "../gateway/armed-rules.ts";
import { readArmedRule } from "../scenario/armed-rule.ts";
import { createScenarioReader } from "../scenario/scenario-reader.ts";
import { badArming, readArmWish } from "./arm-wish.ts";
import type { ArmWish } from "./arm-wish.ts";
import { merchantNamed, paramOf } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";

const ARMED_MAX = 1_000;
const MERCHANT = "/v1/merchants/:merchantId";

/** Arms rules for the next requests of a merchant: for suites that cannot change what their client sends. */
export function armRoutes(parts: AppParts, router: Router): void {
  const { armed, clocks, merchants } = parts;
  const arm = createArming(parts);
  router.post(`${MERCHANT}/arm`, readBytes, async (request, response) => {
    const { id } = merchantNamed(merchants, request);
    response.status(201).json(shown(await arm(id, readArmWish(readPayload(request).body))));
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
    if ("problems" in reading) throw badArming("Bad rule", reading.problems);
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

/** The conditions may name card numbers, so that they are not shown. */
function shown({ rule, times, expiresAt }: ArmedRule): object {
  const { id, case: number } = rule.entry;
  return { id, case: number, times, expiresAt: expiresAt === undefined ? undefined : timeOf(expiresAt) };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
