import { maskNumber } from "../../domain/card/card.ts";
import { textAt } from "../../domain/json.ts";
import type { Facts } from "../../domain/record/decision.ts";
import type { Decider } from "../../domain/record/deliberation.ts";
import type { LostEncryption } from "../../domain/card/terminal-data.ts";
import type { AddressResult, GatewayCode, SecurityCodeResult } from "../../domain/order/outcome.ts";
import type {
  ActiveScenario,
  AuthenticationEntry,
  BalanceEntry,
  ConversionEntry,
  TablesEntry,
} from "../scenario-file.ts";

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
  /** Undefined when no table names the card, or names it for another channel. */
  authentication(facts: Facts): Found<AuthenticationEntry> | undefined;
  /** Undefined when no table names the card. */
  balance(facts: Facts): Found<BalanceEntry> | undefined;
  /** Undefined when no table offers a conversion of the currency for the card. */
  conversion(facts: Facts): Found<ConversionEntry> | undefined;
  /** Undefined when no table names the card number. */
  readonly lostOf: (cardNumber: string) => LostEncryption | undefined;
  /** What each expiry of the tables comes to, by `MM/YY`. */
  readonly expiries: ReadonlyMap<string, GatewayCode>;
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
  const authentications = rowsOf<AuthenticationEntry>(scenarios, (tables) => tables.authentications);
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
    authentication: (facts) => authenticationIn(authentications, facts),
    balance: (facts) => ofCard(balances, "balances", facts),
    conversion: (facts) => conversionIn(conversions, facts),
    expiries: new Map([...expiries].reverse().map(([key, { result }]) => [key, result])),
    lostOf: (cardNumber) => lost.get(cardNumber)?.result,
    testCards: [authentications, balances, conversions, lost, pins].flatMap((rows) => [...rows.keys()]),
  };
}

/** What a table has of the card. */
interface Found<R> {
  readonly entry: R;
  readonly decidedBy: Decider;
}

function ofCard<R>(rows: ReadonlyMap<string, Row<R>>, table: string, { card }: Facts): Found<R> | undefined {
  const number = card?.number ?? "";
  const row = rows.get(number);
  return row && { entry: row.result, decidedBy: decidedIn(row, table, maskNumber(number)) };
}

function authenticationIn(
  authentications: ReadonlyMap<string, Row<AuthenticationEntry>>,
  facts: Facts,
): Found<AuthenticationEntry> | undefined {
  const found = ofCard(authentications, "authentications", facts);
  const channel = textAt(facts.request, "authentication.channel") ?? "PAYER_BROWSER";
  return (found?.entry.channel ?? channel) === channel ? found : undefined;
}

function conversionIn(
  conversions: ReadonlyMap<string, Row<ConversionEntry>>,
  facts: Facts,
): Found<ConversionEntry> | undefined {
  const { currency } = facts;
  const found = ofCard(conversions, "conversions", facts);
  const isOffered = currency !== undefined && (found?.entry.from ?? currency) === currency;
  return isOffered && found?.entry.to !== currency ? found : undefined;
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
