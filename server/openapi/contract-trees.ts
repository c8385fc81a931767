import { contractSource } from "../contract/contract.ts";
import type { Contract, ContractSource, Edition } from "../contract/contract.ts";
import { readSchemaFolder } from "../contract/schema-folder.ts";
import type { SchemaNode } from "../contract/schema-node.ts";
import { treeOf } from "../contract/schema-tree.ts";
import { newAjv } from "../contract/validator.ts";
import type { Operation } from "../domain/operation.ts";

/** What one operation accepts in one version, and the files that say so. */
export type RequestContract = Pick<Contract, "resolution" | "tree" | "used">;

/** The contracts of a folder like schemas/, resolved for a version as the sandbox resolves them when it judges. */
export function requestContracts(folder: URL): (operation: Operation, version: number) => RequestContract {
  const { files } = readSchemaFolder(folder);
  const trees = new Map<string, SchemaNode>();
  const treeOfFile = (file: string): SchemaNode => {
    const tree = trees.get(file) ?? treeOf(files, file);
    trees.set(file, tree);
    return tree;
  };
  const source: ContractSource = contractSource(newAjv(), treeOfFile, (of) => editionsOf(files, of));
  return source;
}

function editionsOf(files: ReadonlyMap<string, SchemaNode>, operation: Operation): readonly Edition[] {
  return [...files]
    .filter(([, schema]) => schema["x-operation"] === operation)
    .map(([file, schema]) => ({
      version: schema["x-version"] ?? 0,
      file,
      takesMembersOf: (schema["x-takes-members-of"] ?? []) as readonly Operation[],
    }))
    .sort((one, other) => one.version - other.version);
}
