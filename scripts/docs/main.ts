import { writeFile } from "node:fs/promises";
import { loadContracts } from "../../server/contract/contracts.ts";
import type { Operation } from "../../server/domain/operation.ts";
import { operationsPage } from "./operations.ts";

const ROOT = new URL("../../", import.meta.url);
const contracts = loadContracts(new URL("schemas/", ROOT), { versions: "merged" });
const page = operationsPage((operation) => contracts.versionsOf(operation as Operation));
await writeFile(new URL("docs/operations.md", ROOT), page);
