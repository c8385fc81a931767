import type { ExchangeContract } from "../../domain/record/exchange.ts";
import type { Finding, Mode, Severity } from "../../domain/record/finding.ts";
import { isObject, textAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Aliases } from "../schema/aliases.ts";
import { fieldOf, pointerTo, shownPointer } from "../schema/body-path.ts";
import type { Contract } from "./contract.ts";
import { withNames } from "./elsewhere.ts";
import type { MemberNames } from "./elsewhere.ts";
import { faultsOf } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { normalized, readLeniently } from "./leniency.ts";
import type { ValidationType } from "../../domain/record/refusal.ts";
import { expectedBy, explanationOf, messageOf } from "./explanation.ts";
import { meantBy } from "./meant.ts";
import { memberOf, originOf } from "../schema/schema-node.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { jsonName, quotedValue } from "./shown-value.ts";

/** One request body to hold against the contract of one operation in one version. */
export interface ContractQuestion {
  readonly operation: Operation;
  /** 1 to 100. */
  readonly version: number;
  readonly mode: Mode;
  readonly body: Json;
  /** The body as it came, from which mode gateway takes the lexical form of numbers. */
  readonly text: string;
}

/** What the contract says. */
export interface Judgement extends ExchangeContract {
  /** The body as every later step reads it (in modes gateway and observe without empties, numbers as text …). */
  readonly body: JsonObject;
  /** Of the first violation by precedence; undefined when the request is taken. */
  readonly refusal: Refusal | undefined;
}

/** A finding more tells nobody anything, and a body can hold thousands (assumption A17). */
const FINDINGS_MAX = 100;
/** Length of error.field. */
const FIELD_MAX = 100;

/** What members and values are called, by whom and in which version. */
export interface Names extends MemberNames {
  readonly aliases: Aliases;
}

export function judged(question: ContractQuestion, contract: Contract, names: Names): Judgement {
  const { body, mode, operation } = question;
  const { aliases } = names;
  const errors = contract.fits(body) ? [] : contract.validate(body);
  const isAsSent = mode === "strict" || normalized(body, aliases) === body;
  if (isAsSent && errors.length === 0) return judgement(question, contract, body, []);
  const faults = faultsOf(body, errors, contract.tree());
  const reading = readLeniently(question, contract, aliases, { errors, faults });
  const named = (found: readonly Fault[], of: Json) =>
    withNames(found, { operation, body: of, tree: contract.tree }, names);
  const findings = findingsOf(question, named(faults, body), named(reading.faults, reading.body));
  return judgement(question, contract, mode === "strict" ? body : reading.body, findings);
}

/**
 * Two readings of one body tell everything: what the letter forbids and the gateway too is a violation,
 * what only the letter forbids is a deviation, or in mode strict a violation that the gateway would take.
 */
function findingsOf(
  { operation, version, mode }: ContractQuestion,
  strict: readonly Fault[],
  lenient: readonly Fault[],
): readonly Finding[] {
  const places = new Set(lenient.map(({ path }) => pointerTo(path)));
  const isTaken = ({ path }: Fault) => !places.has(pointerTo(path));
  const violation = {
    severity: "violation",
    contract: `${operation} version ${version}`,
    remark: "",
  } as const;
  const taken = {
    ...violation,
    remark: mode === "gateway" ? "Mode gateway accepts it." : "Mode gateway would accept it.",
  };
  const deviation = { ...taken, severity: "deviation" } as const;
  if (mode === "strict") {
    return strict.slice(0, FINDINGS_MAX).map((fault) => findingOf(fault, isTaken(fault) ? taken : violation));
  }
  const violations = lenient.slice(0, FINDINGS_MAX).map((fault) => findingOf(fault, violation));
  const deviations = strict.filter(isTaken).slice(0, FINDINGS_MAX);
  return [...violations, ...deviations.map((fault) => findingOf(fault, deviation))];
}

function judgement(
  question: ContractQuestion,
  contract: Contract,
  body: Json,
  faults: readonly Finding[],
): Judgement {
  const { mode } = question;
  const { used, resolution } = contract;
  const notes = notesOn(body, contract.tree);
  const refusal =
    mode === "observe" ? undefined : refusalFor(faults.find(({ severity }) => severity === "violation"));
  const findings = notes.length === 0 ? faults : [...faults, ...notes];
  return { mode, used, resolution, findings, body: isObject(body) ? body : {}, refusal };
}

function refusalFor(finding: Finding | undefined): Refusal | undefined {
  if (!finding) return undefined;
  const { explanation, field, validationType } = finding;
  // error.field has at least one character: a fault of the whole body has none.
  const fault = field === "" ? undefined : { field: field.slice(0, FIELD_MAX), validationType };
  return new Refusal("contract", explanation, fault);
}

/** How a fault is to be told. */
interface Telling {
  readonly severity: Severity;
  /** The contract's name in sentences: "PAY version 13". */
  readonly contract: string;
  /** A sentence on who takes the value all the same; "" when nobody does. */
  readonly remark: string;
}

function findingOf(fault: Fault, { severity, contract, remark }: Telling): Finding {
  const { code, keyword, path, rule, subject, value } = fault;
  const more = remark === "" ? "" : ` ${remark}`;
  const meant = meantBy(fault);
  return {
    severity,
    code,
    field: fieldOf(path),
    pointer: shownPointer(path),
    ...memberOfGroup(fault),
    expected: expectedBy(fault),
    // Nothing is known of an unknown member, so that its value may be anything, card data too.
    got: code === "unknown" ? jsonName(value) : quotedValue(value, path),
    message: messageOf(fault, contract, meant) + more,
    explanation: explanationOf(fault, meant) + (code === "type" && more !== "" ? `.${more}` : ""),
    validationType: validationTypeOf(fault),
    meant: meant.value,
    contract: originOf(rule, keyword),
    section: subject["x-section"] ?? rule["x-section"],
    source: subject["x-source"] ?? "assumed",
  };
}

function memberOfGroup({ at, member, path, renamed }: Fault): Pick<Finding, "member"> {
  if (member === undefined) return {};
  const unknown = renamed?.from ?? [...at, member];
  return unknown.length === path.length ? {} : { member: shownPointer(unknown) };
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
function notesOn(body: Json, tree: () => SchemaNode): readonly Finding[] {
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
