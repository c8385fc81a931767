import type { Ajv2020 } from "ajv/dist/2020.js";
import type { Json } from "../domain/json.ts";
import { parseMemberPath } from "../domain/request/member-path.ts";
import type { PathStep } from "../domain/request/member-path.ts";
import type { Operation } from "../domain/request/operation.ts";
import { once } from "./judge/contract.ts";
import { packageFolder } from "./contract-folder.ts";
import { isChoiceOfMembers, memberOf } from "./schema/schema-node.ts";
import type { SchemaNode } from "./schema/schema-node.ts";
import { spansOf } from "./compare/difference.ts";
import type { Span } from "./compare/difference.ts";
import { newAjv } from "./judge/validator.ts";

/** What requests can carry at all: everything that a contract takes in the most lenient mode that judges (gateway). */
export interface ContractReach {
  /** The versions of an operation, ascending, those together that have one contract. */
  readonly spansOf: (operation: Operation) => readonly Span[];
  /** Whether requests of the operation have a member in a version; `[n]` in its path is any element of a list. */
  readonly knows: (operation: Operation, version: number, path: string) => boolean;
  /** Whether the member can have the value, as text or as number. */
  readonly accepts: (operation: Operation, version: number, path: string, value: Json) => boolean;
}

/** Of the package's contracts. */
export function loadReach(): ContractReach {
  const { contractOf } = packageFolder();
  const takes = valueJudge(once(newAjv));
  const nodesAt = (operation: Operation, version: number, path: string): readonly SchemaNode[] =>
    parseMemberPath(path).reduce<readonly SchemaNode[]>(
      (nodes, step) => nodes.flatMap(formsOf).flatMap((node) => below(node, step) ?? []),
      [contractOf(operation, version).extendedTree()],
    );
  const spans = new Map<Operation, readonly Span[]>();
  return {
    spansOf: (operation) => {
      const known = spans.get(operation) ?? spansOf(contractOf, operation);
      spans.set(operation, known);
      return known;
    },
    knows: (operation, version, path) => nodesAt(operation, version, path).length > 0,
    accepts: (operation, version, path, value) =>
      nodesAt(operation, version, path).some((node) => formsOfValue(value).some((form) => takes(node, form))),
  };
}

/** Where a value has two forms, either may be the one that a member is in. */
function formsOf(node: SchemaNode): readonly SchemaNode[] {
  return node.anyOf === undefined || isChoiceOfMembers(node) ? [node] : node.anyOf.flatMap(formsOf);
}

function below(node: SchemaNode, step: PathStep): SchemaNode | undefined {
  if (!("member" in step)) return node.items;
  const { additionalProperties } = node;
  const member = memberOf(node, step.member);
  return member ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
}

/** Compiles single members, each once: whole contracts would take seconds. */
function valueJudge(ajv: () => Ajv2020): (node: SchemaNode, value: Json) => boolean {
  const validators = new Map<SchemaNode, ReturnType<Ajv2020["compile"]>>();
  return (node, value) => {
    const validate = validators.get(node) ?? ajv().compile(node);
    validators.set(node, validate);
    return validate(value) as boolean;
  };
}

/** A number is also taken as text, and a text for what it writes (assumption A205). */
function formsOfValue(value: Json): readonly Json[] {
  if (typeof value !== "string") return [value, JSON.stringify(value)];
  if (value === "true" || value === "false") return [value, value === "true"];
  return /^-?\d+(\.\d+)?$/.test(value) ? [value, Number(value)] : [value];
}
