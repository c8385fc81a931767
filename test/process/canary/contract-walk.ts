import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import { withValue } from "../../contract/limits/body.ts";
import { contracts } from "../../contract/limits/catalogue/contracts.ts";
import type { ContractLimits } from "../../contract/limits/catalogue/contract-limits.ts";
import { smallestBody } from "../../contract/limits/sample.ts";
import { schemaLeaves } from "../../contract/limits/schema-leaves.ts";
import { authorize, CARD, pay } from "../../support/requests.ts";
import type { Marks } from "./marks.ts";
import type { MerchantId, Sent, Subject } from "./subject.ts";

const OPERATIONS = ["AUTHORIZE", "CAPTURE", "PAY", "REFUND", "VERIFY", "VOID"];

/** The contracts of the six card operations. */
export const CARD_CONTRACTS = contracts.filter(({ operation }) => OPERATIONS.includes(operation));

const path = (order: string, version: number, transaction: string): string =>
  `/api/rest/version/${version}/merchant/MERCHANT/order/${order}/transaction/${transaction}`;

interface Walk {
  readonly subject: Subject;
  readonly marks: Marks;
  readonly limits: ContractLimits;
  readonly merchant: MerchantId;
}

/**
 * Sends a card number in every member that the contract knows: first in all of them, then in all that the answer
 * did not name, until it is taken. Gives the places in which it was taken.
 */
export async function walkContract(walk: Walk): Promise<readonly string[]> {
  const { limits } = walk;
  const name = limits.operation.toLowerCase();
  const { leaves } = schemaLeaves(`requests/${name}.v${limits.version}.json`);
  const everywhere = leaves.map((leaf) => leaf.path).filter((place) => place !== "apiOperation");
  await send(walk, "order-everywhere", everywhere);
  const base = leavesOf(minimalBody(limits), "");
  let places = everywhere.filter((place) => !base.includes(place) && !isReference(place));
  for (let round = 0; round < 60; round += 1) {
    const sent = await send(walk, `order-${round}`, places);
    if (sent.status === 201) return places;
    const { contract, refusal } = await walk.subject.exchange(sent.exchangeId);
    const faults = (contract?.findings ?? []).flatMap(({ severity, field }) =>
      severity === "violation" ? [field] : [],
    );
    const field = refusal?.fault?.field;
    const named = field === undefined ? faults : [...faults, field, ASKED_FOR_BY[field] ?? field];
    const rest = places.filter((place) => !named.some((field) => isWithin(place, field)));
    if (rest.length === places.length)
      throw new Error(`${limits.name}: nothing to leave out for ${sent.body}`);
    places = rest;
  }
  throw new Error(`${limits.name} was never taken`);
}

/** A member that is missing is not there to be left out, but what asks for it is. */
const ASKED_FOR_BY: Readonly<Record<string, string>> = {
  "cruise.departureDate": "cruise.returnDate",
  "cruise.returnDate": "cruise.departureDate",
};

/** A reference to something that is not there refuses whatever else there is. */
function isReference(place: string): boolean {
  return place.startsWith("session.") || place === "sourceOfFunds.token";
}

/** A fault of a group, or of a sum, is a fault of all that is in the group. */
function isWithin(place: string, field: string): boolean {
  return (
    place === field ||
    place.startsWith(`${field}.`) ||
    place.startsWith(`${field}[`) ||
    sameGroup(place, field)
  );
}

function sameGroup(place: string, field: string): boolean {
  const group = field.slice(0, Math.max(0, field.lastIndexOf(".")));
  return group.includes(".") && place.startsWith(`${group}.`) && !group.endsWith("card");
}

async function send(
  { subject, marks, limits, merchant }: Walk,
  round: string,
  places: readonly string[],
): Promise<Sent> {
  const order = `${limits.operation}-${limits.version}-${round}`;
  const before = { CAPTURE: authorize("100.00"), REFUND: pay("100.00"), VOID: authorize("100.00") };
  const first = Object.entries(before).find(([operation]) => operation === limits.operation)?.[1];
  if (first !== undefined) await subject.put(merchant, path(order, 100, "1"), first);
  const body = places.reduce<JsonObject>(
    (filled, place) => withValue(filled, place, marks.number(`${limits.name} ${merchant} ${place}`)),
    minimalBody(limits),
  );
  return subject.put(merchant, path(order, limits.version, "2"), body);
}

/** Such that the rules take it, with a card that the scenario approves. */
function minimalBody(limits: ContractLimits): JsonObject {
  const set: Readonly<Record<string, Json>> = {
    "order.amount": "10.00",
    "order.currency": "USD",
    "transaction.amount": "10.00",
    "transaction.currency": "USD",
    "transaction.targetTransactionId": "1",
    "sourceOfFunds.provided.card": CARD,
  };
  const base = withPurpose(limits, smallestBody(limits));
  const known = leavesOf(base, "");
  return Object.entries(set).reduce(
    (body, [place, value]) =>
      known.some((leaf) => leaf.startsWith(place)) ? withValue(body, place, value) : body,
    base,
  );
}

/** Some members are only for orders of one purpose. */
function withPurpose({ operation, version }: ContractLimits, body: JsonObject): JsonObject {
  const { leaves } = schemaLeaves(`requests/${operation.toLowerCase()}.v${version}.json`);
  const isForFunding = leaves.some((leaf) => leaf.path.startsWith("accountFunding."));
  return isForFunding ? withValue(body, "order.purchaseType", "ACCOUNT_FUNDING") : body;
}

function leavesOf(value: Json | undefined, place: string): readonly string[] {
  if (!isObject(value)) return [place];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, place === "" ? name : `${place}.${name}`),
  );
}
