import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { ARMED } from "../../domain/record/deliberation.ts";
import { activeRules } from "../../scenario/decide/rules.ts";
import type { ActiveRule } from "../../scenario/decide/rules.ts";
import type { RuleEntry } from "../../scenario/scenario-file.ts";
import type { RecordChange, RecordRef, Store } from "../../store/store.ts";
import type { Vault } from "../secrets/vault.ts";

/** A rule that the control API armed for a while. */
export interface ArmedRule {
  readonly rule: ActiveRule;
  /** How often it is still to be used. */
  readonly times: number;
  /** Milliseconds since 1970 by the merchant's clock; undefined: it does not expire. */
  readonly expiresAt: number | undefined;
}

/**
 * Rules for suites that cannot change what their client sends: asked before every file, and gone when used up. A use is
 * committed with the decision, so that no two requests get the same, and a request that is not committed uses none.
 */
export interface ArmedRules {
  /** All that are armed for the merchant, those that have expired included. */
  of: (merchantId: string) => Promise<readonly ArmedRule[]>;
  /** The same, as a piece of work finds them whose key names ARMED_REF. */
  inRecord: (merchantId: string, record: JsonObject | undefined) => readonly ArmedRule[];
  /** The record without one use of each rule of these ids, and without what has expired. */
  without: (used: readonly string[], record: JsonObject | undefined, now: number) => RecordChange;
  /**
   * Arms the rule that `make` gives. It is told the good ones that are there and a number that no other rule of the
   * merchant was given, may be asked again, and refuses by throwing.
   */
  arm: (
    merchantId: string,
    now: number,
    make: (others: readonly ArmedRule[], number: number) => ArmedRule,
  ) => Promise<ArmedRule>;
  /** False: there is none of that id, or it has expired. */
  disarm: (merchantId: string, id: string, now: number) => Promise<boolean>;
  forget: (merchantId: string) => Promise<void>;
}

/** Where the merchant's armed rules stand. */
export const ARMED_REF: RecordRef = { kind: "armed", id: "armed" };

/** Where armed rules stand among all rules: before those of every file. */
export const ARMED_PLACE = -1_000;

/** A rule as the record has it. Its conditions may name card numbers, so that it is sealed. */
interface KeptRule {
  readonly id: string;
  readonly times: number;
  readonly expiresAt?: number | undefined;
  readonly sealed: string;
}

/** The record: its rules, the one armed first in front, and how many there have been. */
interface Kept {
  readonly armed: number;
  readonly rules: readonly KeptRule[];
}

interface ArmedParts {
  readonly store: Pick<Store, "findRecord" | "reset" | "transact">;
  readonly vault: Pick<Vault, "open" | "seal">;
}

export function createArmedRules({ store, vault }: ArmedParts): ArmedRules {
  const ready = readyRules(vault);
  const inRecord: ArmedRules["inRecord"] = (merchantId, record) =>
    record === undefined ? NONE : keptIn(record).rules.map((kept) => ready(merchantId, kept));
  const change = <R>(
    merchantId: string,
    work: (kept: Kept) => { readonly rules?: Kept; readonly result: R },
  ): Promise<R> =>
    store.transact({ merchantId, orderId: undefined, records: [ARMED_REF] }, ({ records: [record] }) => {
      const { rules, result } = work(keptIn(record));
      return { order: undefined, records: rules === undefined ? [] : [changeTo(rules)], result };
    });
  return {
    inRecord,
    of: async (merchantId) => inRecord(merchantId, await store.findRecord(merchantId, ARMED_REF)),
    without: (used, record, now) => changeTo(usedUp(goodOf(keptIn(record), now), used)),
    arm: (merchantId, now, make) =>
      change(merchantId, (kept) => {
        const good = goodOf(kept, now);
        const number = kept.armed + 1;
        const made = make(
          good.rules.map((rule) => ready(merchantId, rule)),
          number,
        );
        return {
          rules: { armed: number, rules: [...good.rules, sealed(vault, merchantId, made)] },
          result: made,
        };
      }),
    disarm: (merchantId, id, now) =>
      change(merchantId, (kept) => {
        const good = goodOf(kept, now);
        const rules = good.rules.filter((rule) => rule.id !== id);
        return { rules: { ...good, rules }, result: rules.length < good.rules.length };
      }),
    forget: (merchantId) => store.reset(merchantId, { orders: false, kinds: [ARMED_REF.kind] }),
  };
}

/** Those that a request may use. */
export function goodRules(armed: readonly ArmedRule[], now: number): readonly ActiveRule[] {
  if (armed.length === 0) return NO_RULES;
  return armed.filter((it) => isGood(it, now)).map(({ rule }) => rule);
}

export function isGood({ expiresAt = Infinity }: Pick<ArmedRule, "expiresAt">, now: number): boolean {
  return now < expiresAt;
}

const NONE: readonly ArmedRule[] = [];
const NO_RULES: readonly ActiveRule[] = [];

function goodOf({ armed, rules }: Kept, now: number): Kept {
  return { armed, rules: rules.filter((rule) => isGood({ expiresAt: rule.expiresAt }, now)) };
}

function usedUp({ armed, rules }: Kept, used: readonly string[]): Kept {
  const left = rules.map((rule) => (used.includes(rule.id) ? { ...rule, times: rule.times - 1 } : rule));
  return { armed, rules: left.filter(({ times }) => times > 0) };
}

function changeTo({ armed, rules }: Kept): RecordChange {
  return { ...ARMED_REF, value: { armed, rules: rules.map((rule) => ({ ...rule })) } };
}

function sealed(
  vault: ArmedParts["vault"],
  merchantId: string,
  { rule, times, expiresAt }: ArmedRule,
): KeptRule {
  const { id } = rule.entry;
  const entry = rule.entry as unknown as JsonObject;
  return { id, times, expiresAt, sealed: vault.seal(merchantId, { kind: ARMED_REF.kind, id }, entry) };
}

/** Nobody else writes the record. */
function keptIn(record: JsonObject | undefined): Kept {
  const [armed, rules] = [valueAt(record, "armed"), valueAt(record, "rules")];
  if (typeof armed !== "number" || !Array.isArray(rules)) return { armed: 0, rules: [] };
  return { armed, rules: rules.filter(isKept) };
}

function isKept(value: unknown): value is KeptRule {
  return isObject(value) && textAt(value, "id") !== undefined && textAt(value, "sealed") !== undefined;
}

/** A rule is opened and made ready once, not for every request. */
const READY_MAX = 1_000;

function readyRules(vault: ArmedParts["vault"]): (merchantId: string, kept: KeptRule) => ArmedRule {
  const known = new Map<string, ActiveRule>();
  const open = (merchantId: string, { id, sealed: text }: KeptRule): ActiveRule => {
    const entry = vault.open(merchantId, { kind: ARMED_REF.kind, id }, text) as unknown as RuleEntry;
    const [rule] = activeRules([{ scenario: ARMED, entry }], ARMED_PLACE);
    if (rule === undefined) throw new Error("a rule came to nothing");
    if (known.size >= READY_MAX) known.clear();
    known.set(text, rule);
    return rule;
  };
  return (merchantId, kept) => ({
    rule: known.get(kept.sealed) ?? open(merchantId, kept),
    times: kept.times,
    expiresAt: kept.expiresAt,
  });
}
