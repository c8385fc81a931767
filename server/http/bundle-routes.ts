import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Router } from "express";
import { textAt } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import type { Exchange } from "../domain/exchange.ts";
import type { Store } from "../store/store.ts";
import { readTexts, scenarioFolder } from "../scenario/scenario-folder.ts";
import { bundleOf } from "../verdict/bundle.ts";
import type { BundleMaterial, BundleScenarios } from "../verdict/bundle.ts";
import type { AppParts } from "./parts.ts";
import { Problem } from "./problem.ts";

/** What bundles say beside the exchange. */
export interface BundleSources {
  readonly findOrder: Store["find"];
  /** SANDBOX_SEED and SANDBOX_VERSIONS. */
  readonly seed: string;
  readonly versions: "exact" | "merged";
}

const PACKAGE = new URL("../../", import.meta.url);

/** Everything that is needed to play an exchange again elsewhere. */
export function bundleRoutes(parts: AppParts, router: Router): void {
  router.get("/v1/exchanges/:id/bundle", async (request, response) => {
    const exchange = parts.exchanges.find(request.params.id);
    if (exchange === undefined)
      throw new Problem(404, "No such exchange", "It never was, or newer ones pushed it out.");
    response.json(bundleOf(exchange, await materialOf(parts, exchange)));
  });
}

async function materialOf(parts: AppParts, exchange: Exchange): Promise<BundleMaterial> {
  const { findOrder, seed, versions } = parts.bundles;
  const { merchantId = "", request, contract } = exchange;
  const merchant = parts.merchants.find(merchantId);
  const { orderId } = request;
  return {
    sandbox: packageVersion(),
    seed,
    versions,
    contractFiles: (contract?.used ?? []).map((file) => ({ file, digest: digestOf(file) })),
    merchant,
    order: orderId === undefined ? undefined : await findOrder({ merchantId, orderId }),
    scenarios: await scenariosOf(parts, exchange),
  };
}

/** The files that decided, or would have, as they are now. */
async function scenariosOf({ scenarios, merchants }: AppParts, exchange: Exchange): Promise<BundleScenarios> {
  const { library } = scenarios;
  const merchant = merchants.find(exchange.merchantId ?? "");
  const standing = merchant && (await scenarios.standing(merchant)).scenarios.names;
  const names = exchange.scenario?.files ?? standing ?? scenarios.usual().names;
  const used = names.flatMap((name) => library.files().find(({ scenario }) => scenario.name === name) ?? []);
  const active = used.map(({ name }) => name);
  const texts = readTexts(scenarioFolder(library.folder)).files;
  const files = used.flatMap(({ file }) => texts.find((it) => it.file === file) ?? []);
  return { active, files, revision: library.setOf(active)?.revision };
}

function digestOf(file: string): string {
  const text = readFileSync(join(fileURLToPath(PACKAGE), "schemas", file));
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", PACKAGE), "utf8"));
  return textAt(manifest as Json, "version") ?? "";
}
