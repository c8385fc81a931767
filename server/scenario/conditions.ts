import { isObject } from "../domain/json.ts";
import { pointerBelow } from "../domain/json-pointer.ts";
import type { ConditionKind, Mistake, Need, PlacedText, Question } from "./condition-kinds/condition.ts";
import { amount, amountEnds, currency } from "./conditions/amount-and-currency.ts";
import { attempt } from "./conditions/attempt.ts";
import { card, cardPrefix, cardRange, scheme } from "./conditions/card.ts";
import { clock } from "./conditions/clock.ts";
import { earlier } from "./conditions/earlier.ts";
import { p2pe, pin } from "./conditions/encryption.ts";
import { expiry } from "./conditions/expiry.ts";
import { merchant } from "./conditions/merchant.ts";
import { operation } from "./conditions/operation.ts";
import { order, orderGlob, orderPrefix, orderStatus } from "./conditions/order.ts";
import { reference, referenceGlob, referencePrefix } from "./conditions/reference.ts";
import { request } from "./conditions/request.ts";
import { securityCode } from "./conditions/security-code.ts";
import { session } from "./conditions/session.ts";
import { street } from "./conditions/street.ts";
import { token } from "./conditions/token.ts";
import { transaction, transactionGlob, transactionPrefix } from "./conditions/transaction.ts";
import { version } from "./conditions/version.ts";

/** Everything that `when` can ask, in the order of the documentation. schemas/scenario.json has the same members. */
const KINDS = {
  merchant,
  operation,
  version,
  card,
  cardPrefix,
  cardRange,
  scheme,
  expiry,
  securityCode,
  p2pe,
  pin,
  street,
  amount,
  amountEnds,
  currency,
  order,
  orderPrefix,
  orderGlob,
  orderStatus,
  reference,
  referencePrefix,
  referenceGlob,
  transaction,
  transactionPrefix,
  transactionGlob,
  token,
  session,
  attempt,
  earlier,
  clock,
  request,
} satisfies Record<string, ConditionKind<never, never>>;

type Kinds = typeof KINDS;
type Wanted<Name extends keyof Kinds> = Parameters<Kinds[Name]["ask"]>[0];

/** The conditions of a rule, as its file writes them. */
export type When = { readonly [Name in Exclude<keyof Kinds, "request">]?: Wanted<Name> } & {
  /** By the member's path. */
  readonly request?: Readonly<Record<string, Wanted<"request">>>;
};

export type ConditionName = keyof Kinds;

/** What stands behind a name is what its kind takes: a pairing that the compiler cannot follow. */
export type AnyKind = ConditionKind<unknown, When>;

/** All kinds by their names. */
export const CONDITION_KINDS = KINDS as unknown as Readonly<Record<ConditionName, AnyKind>>;

export const CONDITION_NAMES = Object.keys(KINDS) as readonly ConditionName[];

/** One condition of one rule. */
export interface Condition extends Question {
  /** What reports call it: its name in the file, and behind `request` the member's path. */
  readonly name: string;
  /** The name with what the file writes behind it: conditions of the same key ask the same. */
  readonly key: string;
}

/** A condition where it is written. */
interface Written {
  readonly name: ConditionName;
  readonly kind: AnyKind;
  /** Of the member for conditions of `request`, otherwise "". */
  readonly path: string;
  readonly wanted: unknown;
  /** JSON pointer (RFC 6901) under `when`. */
  readonly pointer: string;
}

/** In the order they are written. What no condition is called is left out, and so is a `request` without members. */
function writtenIn(when: object): readonly Written[] {
  return Object.entries(when).flatMap(([name, wanted]: [string, unknown]): readonly Written[] => {
    if (!isConditionName(name)) return [];
    const kind = CONDITION_KINDS[name];
    if (name !== "request") return [{ name, kind, path: "", wanted, pointer: `/${name}` }];
    return Object.entries(isObject(wanted) ? wanted : {}).map(([path, member]) => {
      return { name, kind, path, wanted: member, pointer: pointerBelow(`/${name}`, path) };
    });
  });
}

function isConditionName(name: string): name is ConditionName {
  return Object.hasOwn(KINDS, name);
}

/** The conditions in the order they are written, which is the order they are asked in. */
export function conditionsOf(when: When): readonly Condition[] {
  return writtenIn(when).map(({ name, kind, path, wanted }) => {
    const label = path === "" ? name : `${name} ${path}`;
    return { name: label, key: JSON.stringify([label, wanted]), ...kind.ask(wanted, path) };
  });
}

/** Whether every request that the conditions `given` hold for is one that `wanted` hold for, operation aside. */
export function areAllImplied(wanted: When, given: When): boolean {
  return (Object.keys(wanted) as ConditionName[]).every((name) => {
    if (name === "request") return areMembersImplied(wanted.request, given);
    return CONDITION_KINDS[name].isImplied(wanted[name], given[name], given);
  });
}

function areMembersImplied(wanted: When["request"] = {}, given: When): boolean {
  return Object.entries(wanted).every(([path, test]) =>
    request.isImplied(test, given.request?.[path], given),
  );
}

/** What a request must have for these conditions, each with its place under `when`; undefined where any will do. */
export function needsOf(when: When): readonly (Need & { readonly pointer: string })[] {
  return writtenIn(when).flatMap(({ kind, path, wanted, pointer }) => {
    const need = kind.need?.(wanted, path);
    return need === undefined ? [] : [{ ...need, pointer }];
  });
}

/** What a schema cannot say of conditions, whatever they are; the pointers begin under `when`. */
export function mistakesIn(when: unknown): readonly Mistake[] {
  if (!isObject(when)) return [];
  return writtenIn(when).flatMap(({ kind, path, wanted, pointer }) =>
    (kind.mistakes?.(wanted, path) ?? []).map((it) => ({ ...it, pointer: pointer + it.pointer })),
  );
}

/** What may be a card number in conditions; the pointers begin under `when`. */
export function cardNumbersIn(when: When): readonly PlacedText[] {
  return writtenIn(when).flatMap(({ kind, path, wanted, pointer }) =>
    (kind.cardNumbers?.(wanted, path) ?? []).map((it) => ({ ...it, pointer: pointer + it.pointer })),
  );
}

/** Conditions that can hold each for itself and never together: at which of them that is told, and why. */
export function contradictionIn(
  when: When,
): { readonly name: ConditionName; readonly why: string } | undefined {
  const [found] = CONDITION_NAMES.flatMap((name) => {
    const why = when[name] === undefined ? false : CONDITION_KINDS[name].contradiction?.(when);
    return why === undefined || why === false ? [] : [{ name, why }];
  });
  return found;
}
