import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Environment } from "../config.ts";
import type { ExchangeAnswer } from "../domain/exchange.ts";
import { createControl } from "../embedding/control.ts";
import type { MerchantControl } from "../embedding/control.ts";
import { startOwnSandbox } from "../embedding/own-sandbox.ts";
import { differencesOf, NEVER_THE_SAME } from "../verdict/answer-difference.ts";
import type { AnswerDifference } from "../verdict/answer-difference.ts";
import type { Bundle } from "../verdict/bundle.ts";
import { comparisonOf } from "./replay-comparison.ts";
import { recordedRule, whyRecorded } from "./replay-decision.ts";
import { replayBody, seedStore } from "./replay-seed.ts";

/** What came of playing a bundle. */
export interface Replayed {
  readonly expected: ExchangeAnswer;
  readonly got: ExchangeAnswer;
  /** None: the answer is identical. */
  readonly differences: readonly AnswerDifference[];
  /** Members that are never the same twice, and were not compared. */
  readonly passedOver: readonly string[];
  /** Why the decision was taken from the bundle; undefined: the scenarios decided again. */
  readonly decisionTaken: string | undefined;
}

/** Plays the bundle on a sandbox of its own, without any effect on anything else. */
export async function replay(bundle: Bundle): Promise<Replayed> {
  const own = await startOwnSandbox(
    () => undefined,
    (folder) => settingsIn(folder, bundle),
  );
  try {
    const { url, controlToken: token } = own.sandbox;
    const merchant = createControl({ url, token, fetch }).merchant(bundle.exchange.merchantId ?? "");
    const played = await playOn(merchant, bundle);
    const rule = played.differences.length === 0 ? undefined : recordedRule(bundle);
    if (rule === undefined) return played;
    await merchant.arm(rule);
    return { ...(await playOn(merchant, bundle)), decisionTaken: whyRecorded(bundle) };
  } finally {
    await own.close();
  }
}

async function playOn(merchant: MerchantControl, bundle: Bundle): Promise<Replayed> {
  const { method, path, headers } = bundle.request;
  const body = replayBody(bundle);
  const asked = { method: methodOf(method), path, headers, ...(body === undefined ? {} : { body }) };
  const { exchange } = await merchant.explain(asked);
  const comparable = comparisonOf(bundle);
  const [expected, got] = [comparable(wholeAnswer(bundle.exchange)), comparable(wholeAnswer(exchange))];
  const all = differencesOf(expected, got);
  const isPassedOver = ({ path: member }: AnswerDifference): boolean => NEVER_THE_SAME.includes(member);
  return {
    expected,
    got,
    differences: all.filter((it) => !isPassedOver(it)),
    passedOver: all.filter(isPassedOver).map(({ path: member }) => member),
    decisionTaken: undefined,
  };
}

/** What a fault took from the caller, else what was answered. */
function wholeAnswer({ fault, answer }: Bundle["exchange"]): ExchangeAnswer {
  return fault?.lost ?? answer;
}

const METHODS = ["DELETE", "GET", "POST", "PUT"] as const;

function methodOf(name: string): (typeof METHODS)[number] {
  return METHODS.find((method) => method === name) ?? "PUT";
}

async function settingsIn(folder: string, bundle: Bundle): Promise<Environment> {
  const { scenarios, merchant, clock, seed, contracts } = bundle;
  const data = join(folder, "data");
  await seedStore(data, bundle);
  const scenarioFolder = join(folder, "scenarios");
  await mkdir(scenarioFolder);
  for (const { file, text } of scenarios.files) await writeFile(join(scenarioFolder, basename(file)), text);
  const merchants = join(folder, "merchants.json");
  await writeFile(merchants, JSON.stringify({ merchants: [{ ...merchant, passwords: ["replay"] }] }));
  return {
    SANDBOX_DATA: data,
    SANDBOX_SCENARIO_FOLDER: scenarioFolder,
    SANDBOX_SCENARIOS: scenarios.active.join(","),
    SANDBOX_MERCHANTS: merchants,
    SANDBOX_CLOCK: clock,
    SANDBOX_SEED: seed,
    SANDBOX_VERSIONS: contracts.versions,
    SANDBOX_WATCH: "off",
  };
}
