import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isTransactionOperation } from "../../../server/domain/request/operation.ts";
import { withValue } from "../../contract/limits/body.ts";
import { atOnce } from "./at-once.ts";
import type { Marks } from "./marks.ts";
import { CALLED } from "./operations.ts";
import type { Called } from "./operations.ts";
import { MISNAMED, plainCardOf } from "./secrets.ts";
import type { MerchantId, Subject } from "./subject.ts";
import { SENT_AS, WRITTEN } from "./written.ts";

/** Members that were sent alone already, by what they were sent to. */
type Done = Map<string, Set<string>>;

/**
 * Card numbers in every member of every contract: in each member alone, as one of the ways to write them, and in all of
 * them at once, in each of these ways in turn. And every member for secrets in every group.
 */
export async function sendInEveryMember(subject: Subject, marks: Marks): Promise<void> {
  const done: Done = new Map();
  await atOnce(CALLED, async (called) => {
    const walk = { subject, marks, called };
    // What one transaction makes of a member, the others do as well.
    const family = isTransactionOperation(called.operation) ? "transaction" : called.operation;
    await sendRefused(walk, newOf(done, `refused ${family}`, called.members));
    await sendTaken(walk, newOf(done, `taken ${family}`, called.members));
    await sendTogether(walk);
    await sendInGroups(walk);
  });
}

function newOf(done: Done, to: string, members: readonly string[]): readonly string[] {
  const before = done.get(to) ?? new Set();
  done.set(to, new Set([...before, ...members]));
  return members.filter((member) => !before.has(member));
}

interface Walk {
  readonly subject: Subject;
  readonly marks: Marks;
  readonly called: Called;
}

/** Each member alone, so that a refusal names this one. */
async function sendRefused({ subject, marks, called }: Walk, members: readonly string[]): Promise<void> {
  for (const [index, member] of members.entries()) {
    const number = marks.number(`${called.name} ${member} alone`);
    const body = withValue(called.body, member, sentAs(index, number));
    await send(subject, called, { merchant: "STRICT", order: `refused-${index}`, body });
  }
}

const TEXTS = Object.values(WRITTEN);

/** Each member alone where no contract refuses: what is taken comes back. */
async function sendTaken({ subject, marks, called }: Walk, members: readonly string[]): Promise<void> {
  for (const [index, member] of members.entries()) {
    const number = marks.number(`${called.name} ${member} taken`);
    const text = TEXTS[index % TEXTS.length]?.(number) ?? number;
    const value = called.numbers.has(member) ? Number(number.slice(0, 16)) : text;
    const body = withValue(called.body, member, value);
    await send(subject, called, { merchant: "OBSERVE", order: `taken-${index}`, body });
  }
}

const MODES = ["STRICT", "GATEWAY", "OBSERVE"] as const;

/** All at once: the contract has a finding on each, or takes them. Contracts take turns, as each needs long. */
async function sendTogether({ subject, marks, called }: Walk): Promise<void> {
  const first = CALLED.indexOf(called) % 2;
  for (let turn = first; turn < SENT_AS.length; turn += 2) {
    const isReported = turn === first && /^(PAY|VOID|BALANCE)|TOKEN 100$/.test(called.name);
    const merchant = isReported ? "REPORTED" : (MODES[turn % MODES.length] ?? "STRICT");
    const body = called.members.reduce<JsonObject>((filled, member, index) => {
      const number = marks.number(`${called.name} ${member} together`);
      return withValue(filled, member, sentAs(index + turn, number));
    }, called.body);
    await send(subject, called, { merchant, order: `together-${turn}`, body });
  }
}

const PARTS = 4;

/** A contract remarks on so many members and no more: hence a part of the names for each request. */
async function sendInGroups({ subject, marks, called }: Walk): Promise<void> {
  const groups = ["", ...new Set(called.members.flatMap(groupsOf)), "strange"];
  for (let part = 0; part < PARTS; part += 1) {
    const secrets = [
      ...Object.entries(plainCardOf(marks, `${called.name} in groups`)),
      ...Object.entries(MISNAMED),
    ];
    const body = groups.reduce<JsonObject>((filled, group, index) => {
      const own = secrets.filter((_, place) => place % PARTS === (index + part) % PARTS);
      return own.reduce(
        (all, [name, value]) => withValue(all, group === "" ? name : `${group}.${name}`, value),
        filled,
      );
    }, called.body);
    const merchant = part % 2 === 0 ? "STRICT" : "OBSERVE";
    await send(subject, called, { merchant, order: `groups-${part}`, body });
  }
}

function groupsOf(member: string): readonly string[] {
  const steps = member.split(".");
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join("."));
}

function sentAs(turn: number, number: string): Json {
  return SENT_AS[turn % SENT_AS.length]?.(number) ?? number;
}

interface Sending {
  readonly merchant: MerchantId;
  readonly order: string;
  readonly body: JsonObject;
}

async function send(subject: Subject, called: Called, { merchant, order, body }: Sending): Promise<void> {
  const path = called.path(`${called.key}-${order}`);
  await subject.send(called.method, merchant, path, body);
}
