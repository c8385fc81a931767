import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { ContractSource } from "../judge/contract.ts";
import type { BodyPath } from "../schema/body-path.ts";
import { nodesAt } from "../schema/schema-tree.ts";
import { sideOf, spansOf } from "./difference.ts";
import type { Span } from "./difference.ts";

type Stretch = Pick<Span, "first" | "last">;

/** Tells in words which versions of an operation have a member: "up to version 60"; undefined: none has. */
export function knownVersions(
  contractOf: ContractSource,
): (operation: Operation, path: BodyPath) => string | undefined {
  const spans = new Map<Operation, readonly Span[]>();
  return (operation, path) => {
    const all = spans.get(operation) ?? spansOf(contractOf, operation);
    spans.set(operation, all);
    const known = all.filter(({ first }) => {
      return nodesAt(sideOf(contractOf, operation, first).contract.tree(), path).length > 0;
    });
    const words = joined(known).map(inWords);
    return words.length === 0 ? undefined : words.join(" and ");
  };
}

function joined(spans: readonly Stretch[]): readonly Stretch[] {
  return spans.reduce<readonly Stretch[]>((all, { first, last }) => {
    const before = all.at(-1);
    return before?.last === first - 1
      ? [...all.slice(0, -1), { first: before.first, last }]
      : [...all, { first, last }];
  }, []);
}

function inWords({ first, last }: Stretch): string {
  if (first === VERSION_MIN) return `up to version ${last}`;
  if (last === VERSION_MAX) return `from version ${first} on`;
  return first === last ? `in version ${first}` : `in versions ${first} to ${last}`;
}
