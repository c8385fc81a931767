import type { JsonObject } from "../../../server/domain/json.ts";
import { groupOf, withValue } from "../../contract/limits/body.ts";
import type { Marks } from "./marks.ts";
import { leavesOf } from "./operations.ts";
import type { Called } from "./operations.ts";
import type { MerchantId, Sent, Subject } from "./subject.ts";
import { SENT_AS } from "./written.ts";

interface Walk {
  readonly subject: Subject;
  readonly marks: Marks;
  readonly called: Called;
  readonly merchant: MerchantId;
}

const ROUNDS_MAX = 80;
const NUMBER = "sourceOfFunds.provided.card.number";

/**
 * Sends a card number in every member that the contract knows, then in all that the answer did not name, until it is
 * taken. Gives the members in which it was taken.
 */
export async function walkContract(walk: Walk): Promise<readonly string[]> {
  const { called, merchant, subject } = walk;
  const base = leavesOf(called.body);
  let members: readonly string[] = called.members.filter(
    (member) => !base.includes(member) && !isReference(member),
  );
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const sent = await send(walk, `walk-${merchant}-${round}`, members);
    if (sent.status === 200 || sent.status === 201) return members;
    const named = await namedBy(subject, sent);
    const rest = withoutNamed(members, named);
    if (rest === undefined)
      throw new Error(`${called.name}: nothing to leave out for ${sent.status} ${sent.body}`);
    members = rest;
  }
  throw new Error(`${called.name} was never taken`);
}

/** Without what is named, or without the groups around it when that is not there; undefined: nothing is. */
function withoutNamed(members: readonly string[], named: readonly string[]): readonly string[] | undefined {
  if (named.every((field) => field === "")) return undefined;
  const rest = members.filter((member) => !named.some((field) => field !== "" && isWithin(member, field)));
  return rest.length < members.length ? rest : withoutNamed(members, named.map(groupOf));
}

/** What the refusal, or the contract, found fault with. */
async function namedBy(subject: Subject, { exchangeId }: Sent): Promise<readonly string[]> {
  const { contract, refusal } = await subject.exchange(exchangeId);
  const faults = (contract?.findings ?? []).flatMap(({ severity, field }) =>
    severity === "violation" ? [field] : [],
  );
  const field = refusal?.fault?.field;
  return field === undefined ? faults : [...faults, field, ASKED_FOR_BY[field] ?? field];
}

/** A member that is missing is not there to be left out, but what asks for it is. */
const ASKED_FOR_BY: Readonly<Record<string, string>> = {
  "cruise.departureDate": "cruise.returnDate",
  "cruise.returnDate": "cruise.departureDate",
};

/** A reference to something that is not there refuses whatever else there is. */
function isReference(member: string): boolean {
  return member === "session.id" || member === "session.version" || member === "sourceOfFunds.token";
}

/** A fault of a group, or of a sum, is a fault of all that is in the group. */
function isWithin(member: string, field: string): boolean {
  return (
    member === field ||
    member.startsWith(`${field}.`) ||
    member.startsWith(`${field}[`) ||
    sameGroup(member, field)
  );
}

function sameGroup(member: string, field: string): boolean {
  const group = field.slice(0, Math.max(0, field.lastIndexOf(".")));
  return group.includes(".") && member.startsWith(`${group}.`) && !group.endsWith("card");
}

/** As they are for whoever refuses by the letter; as people write them for the others. */
async function send(
  { subject, marks, called, merchant }: Walk,
  round: string,
  members: readonly string[],
): Promise<Sent> {
  const order = await called.prepare(subject, merchant, `${called.key}-${round}`);
  const body = members.reduce<JsonObject>((filled, member, index) => {
    const number = marks.number(`${called.name} ${merchant} ${member}`);
    const isPlain = merchant === "STRICT" || member === NUMBER;
    const value = isPlain ? number : (SENT_AS[index % SENT_AS.length]?.(number) ?? number);
    return withValue(filled, member, value);
  }, called.body);
  const completed = await called.complete(subject, merchant, order, body);
  return subject.send(called.method, merchant, called.path(order), completed);
}
