import { maskNumber } from "../../domain/card/card.ts";
import type { Decider, Facts } from "../../domain/record/decision.ts";
import type { LostEncryption } from "../../domain/card/terminal-data.ts";
import type { AddressResult, GatewayCode, SecurityCodeResult } from "../../domain/order/outcome.ts";
import type { ActiveScenario, BalanceEntry, ConversionEntry, TablesEntry } from "../scenario-file.ts";

/** What a security code that no table names comes to (assumption A80). */
const SECURITY_CODE_DEFAULT: SecurityCodeResult = "MATCH";

/** What a street that no table names comes to: nothing is known about it (assumption A81). */
const ADDRESS_DEFAULT: AddressResult = "NOT_AVAILABLE";

/** The PIN of a card that no table names (assumption A108). */
const PIN_DEFAULT = "1234";

/** The tables of all active files; where two name the same key, the file that is named first counts. */
export interface Tables {
  expiry(facts: Facts): { readonly gatewayCode: GatewayCode; readonly decidedBy: Decider } | undefined;
  /** Undefined when no PIN was entered, or the right one. */
  wrongPin(facts: Facts): { readonly gatewayCode: GatewayCode; readonly decidedBy: Decider } | undefined;
  /** Undefined when no security code was sent. */
  securityCode(facts: Facts): SecurityCodeResult | undefined;
  /** Undefined when no billing street was sent. */
  address(facts: Facts): AddressResult | undefined;
  /** Undefined when no table names the card. */
  balance(facts: Facts): { readonly entry: BalanceEntry; readonly decidedBy: Decider } | undefined;
  /** Undefined when no table offers a conversion of the currency for the card. */
  conversion(facts: Facts): { readonly entry: ConversionEntry; readonly decidedBy: Decider } | undefined;
  /** Undefined when no table names the card number. */
  readonly lostOf: (cardNumber: string) => LostEncryption | undefined;
  /** The numbers of all cards that a table names. */
  readonly testCards: readonly string[];
}

interface Row<R> {
  readonly scenario: string;
  readonly result: R;
}

export function createTables(scenarios: readonly ActiveScenario[]): Tables {
  const expiries = rowsOf<GatewayCode>(scenarios, (tables) => tables.expiry);
  const securityCodes = rowsOf<SecurityCodeResult>(scenarios, (tables) => tables.securityCode);
  const balances = rowsOf<BalanceEntry>(scenarios, (tables) => tables.balances);
  const conversions = rowsOf<ConversionEntry>(scenarios, (tables) => tables.conversions);
  const pins = rowsOf<string>(scenarios, (tables) => tables.pin);
  const lost = rowsOf<LostEncryption>(scenarios, (tables) => tables.encryption);
  const streets = rowsOf<AddressResult>(scenarios, (tables) => tables.street);
  return {
    expiry: ({ card }) => {
      const key = card?.expiry ? `${card.expiry.month}/${card.expiry.year}` : "";
      const row = expiries.get(key);
      return row && { gatewayCode: row.result, decidedBy: decidedIn(row, "expiry", key) };
    },
    wrongPin: ({ card }) => {
      const row = pins.get(card?.number ?? "");
      return card?.pin === undefined || card.pin === (row?.result ?? PIN_DEFAULT)
        ? undefined
        : { gatewayCode: "DECLINED_INVALID_PIN", decidedBy: pinDecider(row, card.number ?? "") };
    },
    securityCode: ({ card }) => {
      if (card?.securityCode === undefined) return undefined;
      return securityCodes.get(card.securityCode)?.result ?? SECURITY_CODE_DEFAULT;
    },
    address: ({ street }) =>
      street === undefined ? undefined : (streets.get(street)?.result ?? ADDRESS_DEFAULT),
    balance: ({ card }) => {
      const number = card?.number ?? "";
      const row = balances.get(number);
      return row && { entry: row.result, decidedBy: decidedIn(row, "balances", maskNumber(number)) };
    },
    conversion: (facts) => conversionIn(conversions, facts),
    lostOf: (cardNumber) => lost.get(cardNumber)?.result,
    testCards: [...balances.keys(), ...conversions.keys(), ...lost.keys(), ...pins.keys()],
  };
}

function conversionIn(
  conversions: ReadonlyMap<string, Row<ConversionEntry>>,
  { card, currency }: Facts,
): ReturnType<Tables["conversion"]> {
  const number = card?.number ?? "";
  const row = conversions.get(number);
  const isOffered = currency !== undefined && (row?.result.from ?? currency) === currency;
  if (row === undefined || !isOffered || row.result.to === currency) return undefined;
  return { entry: row.result, decidedBy: decidedIn(row, "conversions", maskNumber(number)) };
}

function pinDecider(row: Row<string> | undefined, number: string): Decider {
  return row ? decidedIn(row, "pin", maskNumber(number)) : { kind: "wrong-pin" };
}

/** The key is kept with the decision, so that it must not be a card number. */
function decidedIn({ scenario }: Row<unknown>, table: string, key: string): Decider {
  return { kind: "table", scenario, table, key };
}

function rowsOf<R>(
  scenarios: readonly ActiveScenario[],
  tableOf: (tables: TablesEntry) => Readonly<Record<string, R>> | undefined,
): ReadonlyMap<string, Row<R>> {
  const rows = scenarios.flatMap(({ name, content }) =>
    Object.entries(tableOf(content.tables ?? {}) ?? {}).map(([key, result]): [string, Row<R>] => [
      key,
      { scenario: name, result },
    ]),
  );
  // Of entries with the same key a Map keeps the last.
  return new Map(rows.reverse());
}
