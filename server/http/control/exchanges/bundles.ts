import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Exchange } from "../../../domain/record/exchange.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { readTexts, scenarioFolder } from "../../../scenario/library/scenario-folder.ts";
import type { FileText } from "../../../scenario/library/scenario-folder.ts";
import { lastOf } from "../../../scenario/reading/set-names.ts";
import { BUNDLE_FORMAT, bundleOf } from "../../../verdict/bundle/bundle.ts";
import type { BundleMaterial, BundleScenarios } from "../../../verdict/bundle/bundle.ts";
import type { AppParts } from "../../parts.ts";
import { flag, open, text, texts, time } from "../kernel/endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";
import { exchangeNamed, ownerOfExchange } from "./exchanges.ts";
import { endpoint } from "../kernel/kernel.ts";

const PACKAGE = new URL("../../../../", import.meta.url);

const list = { type: "array", items: open };
const maybe = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });

const BUNDLE = {
  type: "object",
  description: "Everything that is needed to replay an exchange. It contains no card data and no secrets.",
  required: [
    ...["format", "sandbox", "replay", "request", "curl", "clock", "seed", "contracts", "merchant"],
    ...["scenarios", "order", "exchange"],
  ],
  properties: {
    format: { type: "integer", const: BUNDLE_FORMAT },
    sandbox: { ...text, description: "Version of the sandbox that created it." },
    replay: {
      type: "object",
      required: ["isPossible", "obstacles", "doubts"],
      properties: {
        isPossible: flag,
        obstacles: { ...texts, description: "What prevents a replay." },
        doubts: { ...texts, description: "What may change the decision." },
      },
    },
    request: {
      type: "object",
      required: ["method", "path", "headers"],
      properties: { method: text, path: text, headers: { type: "object", additionalProperties: text } },
    },
    curl: { ...text, description: "For a shell that has SANDBOX_URL and SANDBOX_PASSWORD set." },
    clock: { ...time, description: "By the merchant's clock." },
    seed: text,
    contracts: {
      type: "object",
      required: ["versions", "files"],
      properties: { versions: { ...text, enum: ["exact", "merged"] }, files: list },
    },
    merchant: maybe({ ...open, description: "The merchant's settings." }),
    scenarios: {
      type: "object",
      required: ["revision", "active", "files"],
      properties: { revision: maybe(text), active: texts, files: list },
    },
    order: {
      type: "object",
      description: "The order's entries; null if there were none.",
      required: ["before", "after"],
      properties: { before: maybe(list), after: maybe(list) },
    },
    exchange: { $ref: "#/components/schemas/Exchange" },
  },
};

/** Everything that is needed to play an exchange again elsewhere. */
export const bundles: Resource = {
  schemas: { Bundle: BUNDLE },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/exchanges/:id/bundle",
      evidence: "named",
      tag: "Journal",
      summary: "Returns everything that is needed to replay an exchange with gateway-sandbox replay",
      answers: { 200: "Bundle" },
      problems: { 404: "No exchange has this id: it never existed or was evicted by newer ones." },
      ownerOf: ownerOfExchange,
      handle:
        (parts) =>
        async ({ params }) => {
          const exchange = exchangeNamed(parts.exchanges, params.id);
          return bundleOf(exchange, await materialOf(parts, exchange));
        },
    }),
  ],
};

async function materialOf(parts: AppParts, exchange: Exchange): Promise<BundleMaterial> {
  const { findOrder, seed, versions } = parts.bundles;
  const { merchantId = "", request, contract } = exchange;
  const merchant = parts.merchants.find(merchantId);
  const { orderId } = request;
  return {
    sandbox: parts.facts.version,
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
  const known = library.files();
  const named = names.flatMap((name) => known.find(({ scenario }) => scenario.name === name) ?? []);
  const active = named.map(({ name }) => name);
  const used = [...named, ...lastOf(known)];
  const texts = [...readTexts(scenarioFolder(library.folder)).files, ...shippedTexts()];
  const files = used.flatMap(({ file }) => texts.find((it) => it.file === file) ?? []);
  return { active, files, revision: library.setOf(active)?.revision };
}

let shipped: readonly FileText[] | undefined;

/** The files of the package, which stay as they are: read once. */
function shippedTexts(): readonly FileText[] {
  shipped ??= readTexts(scenarioFolder(new URL("scenarios/", PACKAGE))).files;
  return shipped;
}

const digests = new Map<string, string>();

/** Of a contract's file, which stays as it is while it is judged by: read once. */
function digestOf(file: string): string {
  const known = digests.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(fileURLToPath(PACKAGE), "schemas", file));
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
  digests.set(file, digest);
  return digest;
}
