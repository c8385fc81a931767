import type { JsonObject } from "../domain/json.ts";
import { isObject } from "../domain/json.ts";
import type { Fits } from "./fitting.ts";
import { isChoiceOfMembers } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

type Fitting = (node: SchemaNode) => Fits;

interface Member {
  readonly fits: Fits;
  readonly isRequired: boolean;
}

/** What an object is held against; made when a body first has one in its place. */
interface Plan {
  readonly members: ReadonlyMap<string, Member>;
  readonly required: number;
  /** Lists of members of which the object needs to have one; none: it needs none of them. */
  readonly choices: readonly (readonly string[])[];
}

/** A closed object. One that says nothing of other members is not judged here. */
export function objectFitting(node: SchemaNode, fitting: Fitting): Fits {
  const isOpen =
    node.additionalProperties !== false || (node.anyOf !== undefined && !isChoiceOfMembers(node));
  if (isOpen) return () => false;
  let plan: Plan | undefined;
  return (value) => isObject(value) && objectFits((plan ??= planOf(node, fitting)), value);
}

function planOf({ properties = {}, required = [], anyOf = [] }: SchemaNode, fitting: Fitting): Plan {
  const members = Object.entries(properties).map(([name, node]): [string, Member] => {
    return [name, { fits: fitting(node), isRequired: required.includes(name) }];
  });
  const choices = anyOf.map((branch) => branch.required ?? []);
  return { members: new Map(members), required: required.length, choices };
}

function objectFits({ members, required, choices }: Plan, object: JsonObject): boolean {
  let missing = required;
  for (const name in object) {
    const member = members.get(name);
    if (member === undefined || !member.fits(object[name])) return false;
    if (member.isRequired) missing -= 1;
  }
  return missing === 0 && (choices.length === 0 || hasOneOf(object, choices));
}

/** Loops, since a function made here would cost every object its memory. */
function hasOneOf(object: JsonObject, choices: Plan["choices"]): boolean {
  for (const names of choices) if (hasAll(object, names)) return true;
  return false;
}

function hasAll(object: JsonObject, names: readonly string[]): boolean {
  for (const name of names) if (!Object.hasOwn(object, name)) return false;
  return true;
}

/** An object whose members have names of the sender's. */
export function mapFitting(node: SchemaNode, fitting: Fitting): Fits {
  const { additionalProperties, propertyNames, maxProperties = Infinity } = node;
  if (typeof additionalProperties !== "object") return () => false;
  const fitsName = propertyNames === undefined ? () => true : fitting(propertyNames);
  const fits = fitting(additionalProperties);
  return (value) => {
    if (!isObject(value)) return false;
    let left = maxProperties;
    for (const name in value) {
      left -= 1;
      if (left < 0 || !fitsName(name) || !fits(value[name])) return false;
    }
    return true;
  };
}
