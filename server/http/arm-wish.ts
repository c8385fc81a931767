import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import type { MemberFault } from "../scenario/armed-rule.ts";
import { readDuration } from "./clock-change.ts";
import { Problem } from "./problem.ts";
import { unknownName } from "./unknown-name.ts";

/** A rule to be armed, still unread, and for how long. */
export interface ArmWish {
  readonly rule: Json;
  readonly times: number;
  readonly ttlMs: number | undefined;
}

const MEMBERS = ["rule", "times", "ttl"] as const;
const TIMES_MAX = 1_000;

const EXPECTED: Readonly<Record<(typeof MEMBERS)[number], string>> = {
  rule: 'expected a rule as in a scenario file, such as {"rule": {"outcome": "DECLINED"}}',
  times: `expected a whole number from 1 to ${TIMES_MAX}, how many requests it answers`,
  ttl: "expected how long it stays armed by the merchant's clock, in ISO 8601, such as PT5M",
};

export function readArmWish(body: Json): ArmWish {
  const { rule, times = 1, ttl, ...others } = isObject(body) ? body : {};
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw unknownName("Unknown member", unknown, MEMBERS);
  const ttlMs = readDuration(ttl);
  const isGood = {
    rule: isObject(rule),
    times: isTimes(times),
    ttl: ttl === undefined || ttlMs !== undefined,
  };
  const faults = MEMBERS.filter((member) => !isGood[member]);
  if (rule === undefined || !isTimes(times) || faults.length > 0)
    throw badArming(
      "Bad arming",
      faults.map((member) => ({ member, message: EXPECTED[member] })),
    );
  return { rule, times, ttlMs };
}

function isTimes(times: Json): times is number {
  return typeof times === "number" && Number.isInteger(times) && times >= 1 && times <= TIMES_MAX;
}

/** Everything that is wrong, in a sentence for people and as a list for programs. */
export function badArming(title: string, errors: readonly MemberFault[]): Problem {
  const sentence = errors.map(({ member, message }) => `${member}: ${message}`).join("; ");
  return new Problem(400, title, `${sentence}.`, { errors });
}
