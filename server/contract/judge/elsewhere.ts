import type { Json } from "../../domain/json.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { leavesOf, valueOf } from "../schema/body-path.ts";
import type { BodyPath } from "../schema/body-path.ts";
import { otherNames } from "../schema/renames.ts";
import type { OtherNames } from "../schema/renames.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { nodesAt } from "../schema/schema-tree.ts";
import type { Fault, Renamed } from "./faults.ts";

/** What versions call their members. */
export interface MemberNames {
  readonly otherNames: OtherNames;
  /** In words, which versions of an operation have a member: "from version 61 on"; undefined: none has. */
  readonly versionsWith: (operation: Operation, path: BodyPath) => string | undefined;
}

/** What a body is judged by. */
interface Judged {
  readonly operation: Operation;
  readonly body: Json;
  readonly tree: () => SchemaNode;
}

/**
 * The faults, unknown members with what the contract calls them, or the versions that have them. The members of an
 * unknown group that have other places are told one by one, as each has its own (assumption A491).
 */
export function withNames(faults: readonly Fault[], judged: Judged, names: MemberNames): readonly Fault[] {
  return faults.flatMap((fault) =>
    fault.keyword === "additionalProperties" && fault.member !== undefined
      ? partsOf(fault, [...fault.at, fault.member], judged, names)
      : fault,
  );
}

function partsOf(
  fault: Fault,
  top: BodyPath,
  { operation, body, tree }: Judged,
  names: MemberNames,
): readonly Fault[] {
  const renamed = (from: BodyPath): Renamed | undefined => {
    const to = otherNames(from, names.otherNames).find((name) => nodesAt(tree(), name).length > 0);
    return to && { from, to };
  };
  const whole = renamed(top);
  if (whole !== undefined) return [{ ...fault, renamed: whole }];
  const parts = leavesOf(valueOf(body, top), top).map((path) => ({ path, renamed: renamed(path) }));
  const rest = parts.find((part) => part.renamed === undefined);
  return parts
    .filter((part) => part.renamed !== undefined || part === rest)
    .map((part) => ({
      ...fault,
      ...part,
      value: valueOf(body, part.path),
      versions: part.renamed ? undefined : names.versionsWith(operation, part.path),
    }));
}
