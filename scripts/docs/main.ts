import { writeFile } from "node:fs/promises";
import { loadContracts } from "../../server/contract/contracts.ts";
import { operationsPage } from "./operations.ts";
import { loadRefusals } from "./refusals.ts";

const ROOT = new URL("../../", import.meta.url);
const contracts = loadContracts(new URL("schemas/", ROOT), { versions: "merged" });
await writeFile(
  new URL("docs/operations.md", ROOT),
  operationsPage({
    versionsOf: (operation) => contracts.versionsOf(operation),
    refusals: await loadRefusals(),
  }),
);
