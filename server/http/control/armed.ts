import { isoTime } from "../../domain/time.ts";
import { ARMED_PLACE, isGood } from "../../gateway/merchants/armed-rules.ts";
import type { ArmedRule } from "../../gateway/merchants/armed-rules.ts";
import type { RuleEntry } from "../../scenario/scenario-file.ts";
import { createScenarioReader, readArmedRule } from "../../scenario/reading/scenario-reader.ts";
import { shownRule } from "../../scenario/shown-rule.ts";
import type { AppParts } from "../parts.ts";
import {
  duration,
  listOf,
  MERCHANT,
  NO_MERCHANT,
  number,
  open,
  text,
  time,
  whole,
} from "./kernel/endpoint.ts";
import type { Given, Judged, Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";
import { msOfDuration } from "./kernel/judge.ts";
import { MORE, NEXT, pageOf, WHOLE_PAGE } from "./kernel/paging.ts";
import { Problem, wrongMembers } from "./kernel/problem.ts";

const ARMED_MAX = 1_000;
const TIMES_MAX = 1_000;

const ARMING = {
  type: "object",
  additionalProperties: false,
  required: ["rule"],
  properties: {
    rule: {
      ...open,
      title: 'a rule as in a scenario file, for example {"rule": {"outcome": "DECLINED"}}',
      description: "A rule as in a scenario file.",
    },
    times: {
      ...whole({ minimum: 1, maximum: TIMES_MAX, default: 1 }),
      title: `a whole number from 1 to ${TIMES_MAX}: the number of requests it answers`,
    },
    ttl: {
      ...duration,
      examples: ["PT5M"],
      title: "an ISO 8601 duration for which it stays armed, for example PT5M",
      description: "How long it stays armed, by the merchant's clock.",
    },
  },
} as const;

const ARMED_QUERY = { type: "object", additionalProperties: false, properties: WHOLE_PAGE } as const;

const ARMED_RULE = {
  type: "object",
  required: ["id", "rule", "times"],
  properties: {
    id: text,
    case: text,
    rule: {
      ...open,
      description: "What it is about and what it does, as in a scenario file, card data masked.",
    },
    times: number,
    expiresAt: time,
  },
} as const;

/** A rule as scenario files have it; the id may be left out. */
export type ArmedRuleInput = Omit<RuleEntry, "id"> & { readonly id?: string };
export type Arming = Omit<Given<typeof ARMING>, "rule"> & { readonly rule: ArmedRuleInput };
export type ArmedPageQuery = Given<typeof ARMED_QUERY>;
export type ArmedRuleView = Judged<typeof ARMED_RULE>;

/** Arms rules for the next requests of a merchant: for suites that cannot change what their client sends. */
export const armed: Resource = {
  schemas: {
    ArmedRule: ARMED_RULE,
    ArmedRules: {
      type: "object",
      required: ["armed"],
      properties: { armed: listOf("ArmedRule"), next: NEXT },
    },
  },
  parameters: { ruleId: "The id of an armed rule." },
  endpoints: [
    endpoint({
      method: "post",
      path: `${MERCHANT}/arm`,
      tag: "Scenarios",
      summary: "Arms a rule for the merchant's next requests",
      body: { name: "Arming", schema: ARMING, wrong: { title: "Invalid arming" } },
      answers: { 201: "ArmedRule" },
      problems: {
        400: "The rule, times or ttl is wrong.",
        404: NO_MERCHANT,
        409: "A rule with this id is already armed, or too many rules are armed.",
      },
      handle: (parts) => {
        const arm = createArming(parts);
        return async ({ merchant, body }) => shown(await arm(merchant.id, body));
      },
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/armed`,
      tag: "Scenarios",
      summary: "Lists the rules that are armed",
      description: MORE,
      query: ARMED_QUERY,
      answers: { 200: "ArmedRules" },
      problems: { 400: "A filter is unknown, or its value is wrong.", 404: NO_MERCHANT },
      handle:
        ({ armed: rules, clocks }) =>
        async ({ merchant: { id }, query }) => {
          const now = await clocks.now(id);
          const all = await rules.of(id);
          const good = all.filter((it) => isGood(it, now));
          const { rows, next } = pageOf(good, query, ({ rule }) => rule.entry.id);
          return { armed: rows.map(shown), next };
        },
    }),
    endpoint({
      method: "delete",
      path: `${MERCHANT}/armed`,
      tag: "Scenarios",
      summary: "Disarms all rules",
      answers: { 204: undefined },
      problems: { 404: NO_MERCHANT },
      handle:
        ({ armed: rules }) =>
        ({ merchant }) =>
          rules.forget(merchant.id),
    }),
    endpoint({
      method: "delete",
      path: `${MERCHANT}/armed/:ruleId`,
      tag: "Scenarios",
      summary: "Disarms a rule",
      answers: { 204: undefined },
      problems: {
        404: "There is no such merchant, or the rule was never armed, has been used up or has expired.",
      },
      handle:
        ({ armed: rules, clocks }) =>
        async ({ merchant, params }) => {
          if (!(await rules.disarm(merchant.id, params.ruleId, await clocks.now(merchant.id))))
            throw new Problem(
              404,
              "No such armed rule",
              "No rule with this id is armed: it never was, has been used up, or has expired.",
            );
        },
    }),
  ],
};

function createArming({
  armed: rules,
  clocks,
}: AppParts): (merchantId: string, input: Judged<typeof ARMING>) => Promise<ArmedRule> {
  const read = createScenarioReader();
  return async (merchantId, { rule: entry, times, ttl }) => {
    const now = await clocks.now(merchantId);
    const ttlMs = ttl === undefined ? undefined : msOfDuration(ttl);
    return rules.arm(merchantId, now, (others, number) => {
      const reading = readArmedRule(read, entry, { id: `armed-${number}`, place: ARMED_PLACE });
      if ("problems" in reading) throw wrongMembers("Invalid rule", reading.problems);
      const { id } = reading.rule.entry;
      if (others.some(({ rule }) => rule.entry.id === id))
        throw new Problem(409, "Already armed", `A rule with the id ${id} is already armed.`);
      if (others.length >= ARMED_MAX)
        throw new Problem(409, "Too many rules armed", `At most ${ARMED_MAX} rules can be armed.`);
      return { rule: reading.rule, times, expiresAt: ttlMs === undefined ? undefined : now + ttlMs };
    });
  };
}

function shown({ rule: { entry }, times, expiresAt }: ArmedRule): ArmedRuleView {
  const until = expiresAt === undefined ? undefined : isoTime(expiresAt);
  return { id: entry.id, case: entry.case, rule: shownRule(entry), times, expiresAt: until };
}
