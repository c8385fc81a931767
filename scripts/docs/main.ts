import { readFile, writeFile } from "node:fs/promises";
import { packageContracts } from "../../server/contract/contracts.ts";
import { withConditions } from "./conditions.ts";
import { envExample } from "./env-example.ts";
import { operationsPage } from "./operations.ts";
import { collectRefusals } from "./refusals.ts";

const ROOT = new URL("../../", import.meta.url);
const contracts = packageContracts({ versions: "merged" });
await writeFile(
  new URL("docs/operations.md", ROOT),
  operationsPage({
    versionsOf: (operation) => contracts.versionsOf(operation),
    refusals: await collectRefusals(),
  }),
);

const reference = new URL("docs/scenario-reference.md", ROOT);
await writeFile(reference, withConditions(await readFile(reference, "utf8")));

await writeFile(new URL(".env.example", ROOT), envExample());
