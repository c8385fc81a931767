import type { Json } from "../../domain/json.ts";
import { fieldOf } from "../schema/body-path.ts";
import { expectationOf, listed } from "./expectation.ts";
import { lengthOf, meantBy, strangerIn } from "./explanation.ts";
import type { Fault } from "./faults.ts";
import { isSensitive, jsonName, quotedValue } from "./shown-value.ts";

/** What the contract requires at the place of the fault. */
export function expectedBy(fault: Fault): string {
  if (fault.code === "unknown") return "no such member";
  if (fault.code === "contradiction") return `the same as in ${fault.other ?? ""}`;
  if (fault.keyword === "anyOf") return `one of ${listed(choices(fault))}`;
  return expectationOf(fault.subject);
}

/** The sentence for people: the field, its fault, the rule, and what was probably meant. */
export function messageOf(fault: Fault, contract: string): string {
  const field = fault.path.length === 0 ? "The request body" : fieldOf(fault.path);
  if (fault.code === "unknown") return `${field} is not a member of ${contract}.${suggestion(fault)}`;
  return `${field} ${complaint(fault)}; the contract requires ${expectedBy(fault)}.${suggestion(fault)}`;
}

function complaint({ code, path, value, subject }: Fault): string {
  switch (code) {
    case "missing":
      return "is missing";
    case "type":
      return typed(value, quotedValue(value, path));
    case "length":
      return `has ${lengthOf(value)} characters`;
    case "count":
      return `has ${Object.keys(value ?? {}).length} ${Array.isArray(value) ? "elements" : "members"}`;
    case "format":
      return `is ${quotedValue(value, path)}${strange(isSensitive(path) ? undefined : value, subject["x-characters"])}`;
    default:
      return `is ${quotedValue(value, path)}`;
  }
}

function typed(value: Json | undefined, shown: string): string {
  if (typeof value === "number") return `is the JSON number ${shown}`;
  return typeof value === "string" ? `is the text ${shown}` : `is ${jsonName(value)}`;
}

function strange(value: Json | undefined, characters: string | undefined): string {
  const character = strangerIn(value, characters);
  return character === undefined ? "" : ` with the invalid character '${character}'`;
}

function choices({ rule }: Fault): readonly string[] {
  return (rule.anyOf ?? []).map((branch) => (branch.required ?? []).join(" and "));
}

function suggestion(fault: Fault): string {
  const meant = meantBy(fault);
  if (meant === undefined) return "";
  return ` Did you mean ${fault.code === "unknown" ? meant : JSON.stringify(meant)}?`;
}
