import type { Finding, Severity } from "../domain/finding.ts";
import type { Json } from "../domain/json.ts";
import { textAt } from "../domain/json.ts";
import type { ValidationType } from "../domain/refusal.ts";
import { fieldOf, shownPointer } from "./body-path.ts";
import { explanationOf } from "./explanation.ts";
import type { Fault } from "./fault.ts";
import { expectedBy, messageOf } from "./message.ts";
import { memberOf, originOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";
import { jsonName, quotedValue } from "./shown-value.ts";

/** How a fault is to be told. */
export interface Telling {
  readonly severity: Severity;
  /** The contract's name in sentences: "PAY version 13". */
  readonly contract: string;
  /** A sentence on who takes the value all the same; "" when nobody does. */
  readonly remark: string;
}

export function findingOf(fault: Fault, { severity, contract, remark }: Telling): Finding {
  const { code, path, rule, subject, keyword, value } = fault;
  const more = remark === "" ? "" : ` ${remark}`;
  return {
    severity,
    code,
    field: fieldOf(path),
    pointer: shownPointer(path),
    expected: expectedBy(fault),
    // Nothing is known of an unknown member, so that its value may be anything, card data too.
    got: code === "unknown" ? jsonName(value) : quotedValue(value, path),
    message: messageOf(fault, contract) + more,
    explanation: explanationOf(fault) + (code === "type" && more !== "" ? `.${more}` : ""),
    validationType: validationTypeOf(fault),
    contract: originOf(rule, keyword),
    section: subject["x-section"] ?? rule["x-section"],
    source: subject["x-source"] ?? "assumed",
  };
}

function validationTypeOf({ code }: Fault): ValidationType {
  if (code === "unknown") return "UNSUPPORTED";
  return code === "missing" ? "MISSING" : "INVALID";
}

/** The trading name that every card scheme takes (interface section 2.4). */
const TRADING_NAME_MAX = 21;
const TRADING_NAME_PATH = "order.subMerchant.tradingName";
const TRADING_NAME = TRADING_NAME_PATH.split(".");

/** What a contract remarks on a body without having anything against it. */
export function notesOn(body: Json, tree: () => SchemaNode): readonly Finding[] {
  const name = textAt(body, TRADING_NAME_PATH);
  if (name === undefined || name.length <= TRADING_NAME_MAX) return [];
  const rule = TRADING_NAME.reduce<SchemaNode | undefined>(
    (node, step) => node && memberOf(node, step),
    tree(),
  );
  if (!rule) return [];
  const value = quotedValue(name, TRADING_NAME);
  const reason = `has ${name.length} characters, but should not exceed ${TRADING_NAME_MAX} for one card scheme`;
  return [
    {
      severity: "note",
      code: "length",
      field: fieldOf(TRADING_NAME),
      pointer: shownPointer(TRADING_NAME),
      expected: `text of at most ${TRADING_NAME_MAX} characters for one card scheme, 27 for another`,
      got: value,
      message: `${fieldOf(TRADING_NAME)} ${reason} (27 for another, 36 with the aggregator's name).`,
      explanation: `Value ${value} ${reason}`,
      validationType: "INVALID",
      contract: originOf(rule, "maxLength"),
      section: rule["x-section"],
      source: rule["x-source"] ?? "assumed",
    },
  ];
}
