import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../server/sandbox/config.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { MODES } from "../../server/domain/record/finding.ts";
import { GATEWAY_CODES } from "../../server/domain/order/outcome.ts";
import { startSandbox } from "../../server/sandbox/sandbox.ts";
import { TEST_TIME } from "../support/sandbox.ts";

/** How the sandbox was set up that a story is played on. */
export type CorpusSetting = "exact" | "merged";

/** A sandbox in which nothing is left to chance: its clock stands, and what it draws comes from the story's name. */
export interface CorpusSandbox {
  readonly url: string;
  /** What is drawn from now on is drawn for that story. */
  readonly begin: (story: string) => void;
  /** What became of the exchange that an answer names; undefined when there is none. */
  readonly decision: (exchangeId: string) => object | undefined;
  readonly stop: () => Promise<void>;
}

const SCENARIOS = fileURLToPath(new URL("../../scenarios/", import.meta.url));

/** Merchants of which one story alone moves the clock or keeps cards. */
export const OWN_MERCHANTS = 160;
export const ownMerchant = (index: number): string => {
  if (index >= OWN_MERCHANTS) throw new Error("there are not enough merchants of one's own");
  return `OWN${index}`;
};

/** The merchants of the tests' tables, each in every mode; the plain name is in mode strict. */
const KINDS = {
  PLAIN: {},
  CHARGING: { surchargePercent: 2.5 },
  LIMITED: {
    operations: ["PAY", "AUTHORIZE"],
    currencies: ["USD", "JPY"],
    cardTypes: ["MASTERCARD", "VISA"],
  },
  PRIVILEGED: { privileges: ["EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"], excessiveRefundPercent: 10 },
  SECURE: { httpReturnUrls: "refuse" },
  PREFERRING: { prefer: "allow" },
};

export const merchantOf = (kind: string, mode: string): string =>
  mode === "strict" ? kind : `${kind}-${mode}`;

/** A merchant that the shipped scenario file decides for. */
export const merchantUnder = (scenario: string): string => `UNDER-${scenario}`;
export const SHIPPED = [
  "declines",
  "default",
  "encryption",
  "gateway-simulator",
  "outages",
  "referrals",
] as const;

function merchants(): readonly object[] {
  const own = Array.from({ length: OWN_MERCHANTS }, (_, index) => [
    ownMerchant(index),
    `${ownMerchant(index)}B`,
  ]);
  return [
    ...Object.entries(KINDS).flatMap(([kind, settings]) =>
      MODES.map((mode) => ({ id: merchantOf(kind, mode), mode, ...settings })),
    ),
    ...SHIPPED.map((name) => ({
      id: merchantUnder(name),
      scenarios: [...new Set([name, "gateway-simulator"])],
    })),
    ...own.flat().map((id) => ({ id })),
  ].map((merchant) => ({ passwords: ["sandbox"], ...merchant }));
}

/** What the tests' tables count on, and a rule for every code of the gateway. */
const RULES = [
  { id: "referred", when: { card: "4000000000000101" }, outcome: "REFERRED" },
  { id: "declined", when: { card: "4000000000000507" }, outcome: "DECLINED" },
  { id: "rejected", when: { street: "Rejected St" }, risk: "REJECT" },
  { id: "recovers", when: { reference: "RECOVERS" }, outcomes: ["TIMED_OUT", "REFERRED", "APPROVED"] },
  { id: "chaotic", when: { reference: "CHAOTIC" }, extra: "chaos" },
  ...Object.keys(GATEWAY_CODES).map((outcome) => ({
    id: `answers-${outcome.toLowerCase().replaceAll("_", "-")}`,
    when: { reference: outcome },
    outcome,
  })),
];

export async function startCorpusSandbox(setting: CorpusSetting): Promise<CorpusSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-corpus-"));
  const at = (name: string): string => join(folder, name);
  await mkdir(at("data"));
  await writeFile(at("data/secret.key"), Buffer.alloc(32, "corpus"));
  await cp(SCENARIOS, at("scenarios"), { recursive: true });
  await writeFile(at("scenarios/corpus.json"), JSON.stringify({ version: 1, name: "corpus", rules: RULES }));
  await writeFile(at("merchants.json"), JSON.stringify({ merchants: merchants() }));
  const config = readConfig({
    SANDBOX_PORT: "0",
    SANDBOX_PUBLIC_URL: "http://sandbox.example",
    SANDBOX_DATA: at("data"),
    SANDBOX_CLOCK: TEST_TIME,
    SANDBOX_MERCHANTS: at("merchants.json"),
    SANDBOX_SCENARIO_FOLDER: at("scenarios"),
    SANDBOX_SCENARIOS: "corpus,default,gateway-simulator",
    SANDBOX_WATCH: "off",
    SANDBOX_VERSIONS: setting,
    ...(setting === "exact" && { SANDBOX_SHADOW: "100" }),
  });
  const drawn = randomOfStories();
  const decisions = new Map<string, object>();
  const sandbox = await startSandbox(config, () => undefined, { random: drawn.random });
  sandbox.subscribe((exchange) => decisions.set(exchange.id, decisionOf(exchange)));
  return {
    url: sandbox.url,
    begin: (story) => {
      drawn.begin(story);
      decisions.clear();
    },
    decision: (exchangeId) => decisions.get(exchangeId),
    stop: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Draws of each length are counted apart, so that one more nonce changes no session's id. */
function randomOfStories() {
  let name = "";
  const counts = new Map<number, number>();
  return {
    random: (length: number): Uint8Array => {
      const count = (counts.get(length) ?? 0) + 1;
      counts.set(length, count);
      const seed = JSON.stringify([name, length, count]);
      return createHash("shake256", { outputLength: length }).update(seed).digest();
    },
    begin: (story: string): void => {
      name = story;
      counts.clear();
    },
  };
}

/** Members that differ from run to run, or stand in the answer, which is compared byte for byte. */
const LEFT_OUT = new Set(["id", "answer", "durationMs", "abandoned", "revision"]);

function decisionOf(exchange: Exchange): object {
  const { scenario } = exchange;
  return { ...without(exchange), ...(scenario && { scenario: without(scenario) }) };
}

function without(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !LEFT_OUT.has(name)));
}
