import { readSchemaFolder } from "../../../server/contract/schema-folder.ts";
import { contractSource } from "../../../server/contract/contract.ts";
import { treeOf } from "../../../server/contract/schema-tree.ts";
import { newAjv } from "../../../server/contract/validator.ts";
import { judged } from "../../../server/contract/judgement.ts";
export function loadContracts(folder: string, _o: unknown) {
  const { files, aliases } = readSchemaFolder(folder);
  const ajv = newAjv();
  const source = contractSource(
    ajv,
    (file) => treeOf(files, file),
    (of) =>
      [...files]
        .filter(([n]) => n.startsWith("requests/"))
        .map(([file, node]) => ({ file, version: Number(node["x-version"]), op: node["x-operation"] }))
        .filter((x) => x.op === of)
        .sort((a, b) => a.version - b.version),
  );
  return { judge: (q: any) => judged(q, source(q.operation, q.version), aliases) };
}
