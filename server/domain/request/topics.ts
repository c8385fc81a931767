import { CARD } from "../card/card-details.ts";
import { isObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { TERMINAL_MEMBERS } from "../card/terminal-data.ts";

/** Members that are money in the order's or transaction's currency. Rates and quantities are not. */
export const MONEY_MEMBERS = [
  "order.amount",
  "order.netAmount",
  "order.itemAmount",
  "order.shippingAndHandlingAmount",
  "order.taxAmount",
  "order.gratuityAmount",
  "order.merchantCharge.amount",
  "order.discount.amount",
  "transaction.amount",
  "transaction.itemAmount",
  "transaction.shippingAndHandlingAmount",
  "transaction.taxAmount",
  "transaction.discountAmount",
] as const;

/** Those by which a request says what it moves; nearly every one has one of them and no other money. */
export const MAIN_MONEY_MEMBERS = ["order.amount", "transaction.amount"] as const;

/** Captures and refunds of later versions have in the transaction what belongs to the order elsewhere. */
function ofEither(...names: readonly string[]): readonly string[] {
  return ["order", "transaction"].flatMap((group) => names.map((name) => `${group}.${name}`));
}

/**
 * What rules of meaning and notes can be about, and the members of a request that raise it. A request that has none of
 * them passes every rule of the topic, so that they need not be asked. Most requests raise hardly any.
 */
export const TOPIC_MEMBERS = {
  accountFunding: ["accountFunding"],
  agreement: ["agreement"],
  authentication: ["3DSecure"],
  categoryCode: ["order.merchantCategoryCode"],
  charge: ["order.merchantCharge", "order.netAmount"],
  cruise: ["cruise"],
  earlierAuthentication: ["3DSecureId", "authentication.transactionId"],
  freeText: ["agreement.customData", "transaction.acquirer"],
  gratuity: ["order.gratuityAmount"],
  ipAddress: ["device.ipAddress"],
  moreMoney: MONEY_MEMBERS.filter((path) => !(MAIN_MONEY_MEMBERS as readonly string[]).includes(path)),
  notificationUrl: ["order.notificationUrl"],
  riskRules: ["action.bypassMerchantRiskRules"],
  sensitiveData: ["responseControls.sensitiveData"],
  storedValues: ["agreement", "transaction.source"],
  subTotals: ofEither("itemAmount", "shippingAndHandlingAmount", "taxAmount"),
  tax: ofEither("tax", "taxAmount", "shippingAndHandlingTaxAmount"),
  terminal: TERMINAL_MEMBERS.map((member) => `${CARD}.${member}`),
  transactionMoney: ["transaction.amount", "transaction.currency"],
  wallet: [`${CARD}.mobileWallet`, `${CARD}.devicePayment`],
} as const satisfies Record<string, readonly string[]>;

export type Topic = keyof typeof TOPIC_MEMBERS;

declare const bits: unique symbol;

/** Topics as bits of a number, so that a rule is passed over as fast as two numbers are compared. */
export type Topics = number & { readonly [bits]: true };

/** What every request raises: of what is about no topic. */
const ALWAYS = 1;

const TOPICS = Object.keys(TOPIC_MEMBERS) as Topic[];

/** The topic by itself; undefined is about every request. */
export function topicOf(topic: Topic | undefined): Topics {
  return (topic === undefined ? ALWAYS : 2 << TOPICS.indexOf(topic)) as Topics;
}

/** A member, the topics that it raises, and the members in it that raise others. */
interface Place {
  topics: number;
  readonly members: Map<string, Place>;
}

const BODY: Place = { topics: ALWAYS, members: new Map() };

for (const topic of TOPICS) for (const path of TOPIC_MEMBERS[topic]) placeOf(path).topics |= topicOf(topic);

function placeOf(path: string): Place {
  return path.split(".").reduce((place, name) => {
    const known = place.members.get(name) ?? { topics: 0, members: new Map<string, Place>() };
    place.members.set(name, known);
    return known;
  }, BODY);
}

/** What the request raises, in one walk over its members. */
export function topicsOf(body: JsonObject): Topics {
  return raisedIn(body, BODY) as Topics;
}

function raisedIn(group: JsonObject, { topics, members }: Place): number {
  let raised = topics;
  for (const name in group) {
    const place = members.get(name);
    if (place === undefined) continue;
    const value = group[name];
    raised |= place.members.size > 0 && isObject(value) ? raisedIn(value, place) : place.topics;
  }
  return raised;
}

/** Whether one of the topics is among those that a request raises. */
export function areRaised(topics: Topics, raised: Topics): boolean {
  return (topics & raised) !== 0;
}
