import { CARD } from "../../domain/card-details.ts";
import type { Json } from "../../domain/json.ts";
import type { DecidedOperation } from "../../domain/operation.ts";
import type { ConditionName, When } from "../conditions.ts";
import { isAbsenceAsked, memberAsked, valuesAsked } from "./asked-values.ts";
import { CARRIERS } from "./carried.ts";
import type { Carrier } from "./carried.ts";

/** Something that a rule asks of a request, as far as contracts have a say in it. */
export interface Demand {
  /** Of the condition, under the rule's `when`. */
  readonly pointer: string;
  /** What a request must have, in words. */
  readonly noun: string;
  readonly carrierIn: (operation: DecidedOperation) => Carrier;
  /** One of these must be possible; undefined when nothing is known of the values. */
  readonly values: readonly Json[] | undefined;
}

const NOUNS: Readonly<Partial<Record<ConditionName, string>>> = {
  amount: "amount",
  amountEnds: "amount",
  card: "card",
  cardPrefix: "card",
  cardRange: "card",
  currency: "currency",
  earlier: "order",
  expiry: "card",
  orderStatus: "order",
  p2pe: "encrypted card",
  pin: "PIN",
  scheme: "card",
  securityCode: "security code",
  session: "session",
  street: "billing.address.street",
  token: "token",
};

/** Of each condition one demand; conditions that every request can fulfil have none. */
export function demandsOf(when: When): readonly Demand[] {
  return (Object.keys(when) as ConditionName[]).flatMap((name) => {
    if (name === "request") return memberDemands(when.request ?? {});
    if (isAbsenceAsked(when, name)) return [];
    const noun = NOUNS[name] ?? nounOfText(name);
    return [{ pointer: name, noun, carrierIn: CARRIERS[name], values: valuesAsked(when, name) }];
  });
}

function memberDemands(request: NonNullable<When["request"]>): readonly Demand[] {
  return Object.entries(request).flatMap(([path, asked]) => {
    const { mayBeAbsent, values } = memberAsked(asked);
    if (mayBeAbsent) return [];
    const pointer = `request/${path.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [{ pointer, noun: path, carrierIn: () => memberCarrier(path), values }];
  });
}

/** What a token or a terminal brings stands in the request as if it had been sent. */
function memberCarrier(path: string): Carrier {
  const isOfCard = path === CARD || path.startsWith(`${CARD}.`);
  return isOfCard
    ? { members: [path, CARD, "sourceOfFunds.token"], valueOf: undefined }
    : { members: [path], valueOf: path };
}

function nounOfText(name: ConditionName): string {
  if (name.startsWith("reference")) return "order.reference";
  return name.startsWith("transaction") ? "transaction id" : "order";
}
