import type { Operation } from "../domain/request/operation.ts";
import { contractSource, once } from "./judge/contract.ts";
import type { ContractSource, Editions, Extend } from "./judge/contract.ts";
import { withChoice, withForm, withMember } from "./schema/schema-extension.ts";
import type { Extensions } from "./schema/schema-extension.ts";
import { readSchemaFolder } from "./schema/schema-folder.ts";
import type { SchemaFolder } from "./schema/schema-folder.ts";
import type { SchemaNode } from "./schema/schema-node.ts";
import { treeOf } from "./schema/schema-tree.ts";
import { newAjv } from "./judge/validator.ts";

/** The contracts of a folder like schemas/, each made when it is first asked for. */
export interface ContractFolder extends Pick<SchemaFolder, "aliases" | "renames"> {
  /** The request files by operation, ascending by version. */
  readonly editions: ReadonlyMap<string, Editions>;
  /** What judges an operation in a version: its own contract, or what its neighbours make of it. */
  readonly contractOf: ContractSource;
}

const SCHEMAS = new URL("../../schemas/", import.meta.url);

/** Those of the package. What is made of them is made once for all who ask in a process. */
export const packageFolder = once(() => readContractFolder(SCHEMAS));

export function readContractFolder(folder: URL | string): ContractFolder {
  const { files, aliases, renames, extensions } = readSchemaFolder(folder);
  const editions = catalogue(files);
  const trees = new Map([...files.keys()].map((file) => [file, once(() => treeOf(files, file))]));
  const treeOfFile = (file: string): SchemaNode => {
    const tree = trees.get(file);
    if (!tree) throw new Error(`contract ${file} does not exist`);
    return tree();
  };
  const editionsOf = (operation: Operation): Editions => editions.get(operation) ?? [];
  const extendOf = extender(files, extensions);
  const contractOf = contractSource(once(newAjv), { treeOfFile, editionsOf, renames, extendOf });
  return { aliases, renames, editions, contractOf };
}

/** The request files by operation, each operation's by version. Two files for one contract are a mistake. */
function catalogue(files: ReadonlyMap<string, SchemaNode>): ReadonlyMap<string, Editions> {
  const editions = new Map<string, Editions>();
  for (const [file, schema] of files) {
    const { "x-operation": operation, "x-version": version } = schema;
    if (!file.startsWith("requests/")) continue;
    if (operation === undefined || version === undefined)
      throw new Error(`${file} does not name an operation and version`);
    const others = editions.get(operation) ?? [];
    const takesMembersOf = (schema["x-takes-members-of"] ?? []) as readonly Operation[];
    const isOfEveryVersion = schema["x-every-version"] ?? false;
    const twin = others.find((other) => other.version === version);
    if (twin)
      throw new Error(`${file} and ${twin.file} are both the contract of ${operation} version ${version}`);
    editions.set(
      operation,
      [...others, { version, file, takesMembersOf, isOfEveryVersion }].sort((a, b) => a.version - b.version),
    );
  }
  return editions;
}

/** Tells what mode gateway adds to an operation's contract whose lowest file is of a version; undefined: nothing. */
function extender(
  files: ReadonlyMap<string, SchemaNode>,
  extensions: Extensions,
): (operation: Operation, lowest: number) => Extend | undefined {
  const all = new Map([...files, ["extensions.json", extensions as unknown as SchemaNode]]);
  const placed = (list: "members" | "forms") =>
    extensions[list].map(({ operations, member }, index) => {
      const tree = once(() => treeOf(all, "extensions.json", `/${list}/${index}/schema`));
      return { operations, path: member.split("."), tree };
    });
  const [members, forms, { choices }] = [placed("members"), placed("forms"), extensions];
  return (operation, lowest) => {
    const isOf = ({ operations }: { readonly operations: readonly Operation[] }) =>
      operations.includes(operation);
    const others = choices.filter((it) => isOf(it) && it.from <= lowest);
    const steps = [
      ...members.filter(isOf).map((it) => (tree: SchemaNode) => withMember(tree, it.path, it.tree())),
      ...forms.filter(isOf).map((it) => (tree: SchemaNode) => withForm(tree, it.path, it.tree())),
      ...others.map((it) => (tree: SchemaNode) => withChoice(tree, it.member.split("."), it.or)),
    ];
    return steps.length === 0 ? undefined : (tree) => steps.reduce((made, step) => step(made), tree);
  };
}
