import { isCurrency } from "../../domain/currency.ts";
import type { Json } from "../../domain/json.ts";
import { nearest } from "../../domain/nearest.ts";
import type { MeantValue } from "../../domain/record/finding.ts";
import { fieldOf } from "../schema/body-path.ts";
import type { Fault } from "./faults.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { fitting } from "./fitting.ts";
import type { Fits } from "./fitting.ts";
import { plainValue } from "./shown-value.ts";

/** What was probably meant. */
export interface Meant {
  /** The name, as the object has it, or the value of an enumeration; undefined when none is near. */
  readonly word: string | undefined;
  /** The name with its path, or the value that fits, where it can be told. */
  readonly value: MeantValue | undefined;
}

export function meantBy(fault: Fault): Meant {
  const { code, at, subject, renamed } = fault;
  const word = wordMeantBy(fault);
  if (renamed !== undefined) return { word, value: fieldOf(renamed.to) };
  if (word !== undefined) return { word, value: code === "unknown" ? fieldOf([...at, word]) : word };
  return { word, value: code === "missing" || code === "fixed" ? subject.const : valueMeantBy(fault) };
}

function wordMeantBy(fault: Fault): string | undefined {
  const { code, value, subject } = fault;
  if (code === "unknown") return nameMeantBy(fault);
  return code === "enumeration" && typeof value === "string" ? nearest(value, subject.enum ?? []) : undefined;
}

/** A name that another version has is not misspelt. */
function nameMeantBy({ member, renamed, versions, subject }: Fault): string | undefined {
  const isRight = renamed !== undefined || versions !== undefined;
  return member === undefined || isRight ? undefined : nearest(member, Object.keys(subject.properties ?? {}));
}

/** The value that came in the form that the contract asks for; never one that must not be seen (assumption A400). */
function valueMeantBy({ code, path, value, subject }: Fault): MeantValue | undefined {
  if (code === "unknown") return undefined;
  const fits = fittingOnce(subject);
  return readingsOf(value, String(path.at(-1))).find(
    (it) => fits(it) && plainValue(String(it), path) === String(it),
  );
}

const made = new WeakMap<SchemaNode, Fits>();

function fittingOnce(node: SchemaNode): Fits {
  const known = made.get(node);
  if (known !== undefined) return known;
  const fits = fitting(node);
  made.set(node, fits);
  return fits;
}

function readingsOf(value: Json | undefined, member: string): readonly MeantValue[] {
  if (typeof value === "number") return yearsOf(String(value), member);
  if (typeof value !== "string") return [];
  const plain = value.trim();
  const upper = plain.toUpperCase();
  if (/currency$/i.test(member)) return [upper.slice(0, 3)].filter(isCurrency);
  return [
    ...[plain, upper, ...yearsOf(plain, member), plain.replace(/^(\d+),(\d\d)$/, "$1.$2")],
    ...(plain === "" ? [] : [Number(plain)]),
    ...(plain === "true" || plain === "false" ? [plain === "true"] : []),
  ];
}

/** The text of a number; of a year, its last two digits too (assumption A480). */
function yearsOf(text: string, member: string): readonly string[] {
  return /year$/i.test(member) ? [text, text.replace(/^20(?=\d\d$)/, "")] : [text];
}
