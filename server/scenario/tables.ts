import type { Decider, Facts } from "../domain/decision.ts";
import type { AddressResult, GatewayCode, SecurityCodeResult } from "../domain/outcome.ts";
import type { ActiveScenario, TablesEntry } from "./scenario-file.ts";

/** What a security code that no table names comes to (assumption A:csc-unnamed). */
const SECURITY_CODE_DEFAULT: SecurityCodeResult = "MATCH";

/** What a street that no table names comes to: nothing is known about it (assumption A:avs-unnamed). */
const ADDRESS_DEFAULT: AddressResult = "NOT_AVAILABLE";

/** The tables of all active files; where two name the same key, the file that is named first counts. */
export interface Tables {
  expiry(facts: Facts): { readonly gatewayCode: GatewayCode; readonly decidedBy: Decider } | undefined;
  /** Undefined when no security code was sent. */
  securityCode(facts: Facts): SecurityCodeResult | undefined;
  /** Undefined when no billing street was sent. */
  address(facts: Facts): AddressResult | undefined;
}

interface Row<R> {
  readonly scenario: string;
  readonly result: R;
}

export function createTables(scenarios: readonly ActiveScenario[]): Tables {
  const expiries = rowsOf<GatewayCode>(scenarios, (tables) => tables.expiry);
  const securityCodes = rowsOf<SecurityCodeResult>(scenarios, (tables) => tables.securityCode);
  const streets = rowsOf<AddressResult>(scenarios, (tables) => tables.street);
  return {
    expiry: ({ card }) => {
      const key = card?.expiry ? `${card.expiry.month}/${card.expiry.year}` : "";
      const row = expiries.get(key);
      const decided = row && { kind: "table" as const, scenario: row.scenario, table: "expiry", key };
      return row && decided && { gatewayCode: row.result, decidedBy: decided };
    },
    securityCode: ({ card }) => {
      if (card?.securityCode === undefined) return undefined;
      return securityCodes.get(card.securityCode)?.result ?? SECURITY_CODE_DEFAULT;
    },
    address: ({ street }) =>
      street === undefined ? undefined : (streets.get(street)?.result ?? ADDRESS_DEFAULT),
  };
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
