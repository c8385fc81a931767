import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { formatAmount } from "../../domain/money.ts";
import { GATEWAY_CODES } from "../../domain/order/outcome.ts";
import type { Outcome } from "../../domain/order/outcome.ts";
import { ARMED } from "../../domain/record/deliberation.ts";
import type { Exchange, ExchangeAnswer } from "../../domain/record/exchange.ts";
import type { ArmedRuleInput } from "../../embedding/control-answers.ts";
import { createControl } from "../../embedding/control.ts";
import type { MerchantControl } from "../../embedding/merchant-control.ts";
import { startOwnSandbox } from "../../embedding/own-sandbox.ts";
import type { Environment } from "../../sandbox/config.ts";
import { BUNDLE_FORMAT, isBundle } from "../../verdict/bundle/bundle.ts";
import type { Bundle } from "../../verdict/bundle/bundle.ts";
import { hiddenIn, isMaskedNumber } from "../../domain/card/hidden-members.ts";
import { UsageError } from "../kernel/command.ts";
import { readJson } from "../kernel/files.ts";
import { cardNumbersOf, replayBody, seedStore } from "./seed.ts";

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
    SANDBOX_STORE: "",
    SANDBOX_SCENARIO_FOLDER: scenarioFolder,
    SANDBOX_SCENARIOS: scenarios.active.join(","),
    SANDBOX_MERCHANTS: merchants,
    SANDBOX_CLOCK: clock,
    SANDBOX_SEED: seed,
    SANDBOX_VERSIONS: contracts.versions,
    SANDBOX_WATCH: "off",
  };
}

/**
 * Answers as they are compared: numbers masked, those that stood in for masked ones among them. A text of the merchant's
 * may give a number back as it was sent, and what is sent now is no number that anybody would mask.
 */
function comparisonOf(bundle: Bundle): (answer: ExchangeAnswer) => ExchangeAnswer {
  const { ofRequest } = cardNumbersOf(bundle);
  const standIns = hiddenIn(bundle.exchange.request.body).flatMap(({ value }) => {
    const number = isMaskedNumber(value) ? ofRequest(value) : undefined;
    return number === undefined ? [] : [{ masked: value, number }];
  });
  const shown = (text: string): string =>
    maskText(standIns.reduce((rest, { masked, number }) => rest.replaceAll(number, masked), text));
  return ({ status, body }) => ({ status, body: body === undefined ? undefined : withTexts(body, shown) });
}

function withTexts(value: Json, shown: (text: string) => string): Json {
  if (typeof value === "string") return shown(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withTexts(item, shown));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, part]) => [
    name,
    part === undefined ? undefined : withTexts(part, shown),
  ]);
  return Object.fromEntries(members) as Json;
}

/**
 * The recorded decision as a rule, for when the scenarios decide otherwise because of something that is not kept.
 * Undefined: nothing was stored, or the decision depends on nothing that is missing.
 */
function recordedRule(bundle: Bundle): ArmedRuleInput | undefined {
  if (whyRecorded(bundle) === undefined) return undefined;
  const { exchange, order } = bundle;
  const entry = exchange.committed ? order.after?.at(-1) : undefined;
  return entry === undefined ? brokenOff(exchange) : ruleOf(entry.outcome);
}

/** The fault in whose place nothing was stored. Faults after the commit change nothing of what is compared. */
function brokenOff({ fault, answer }: Exchange): ArmedRuleInput | undefined {
  if (fault?.at !== "before-commit") return undefined;
  const { at, kind } = fault;
  const own = { status: { status: answer.status }, stall: { for: "1ms" } };
  return {
    id: AS_RECORDED,
    fault: { at, kind, ...(kind === "status" || kind === "stall" ? own[kind] : {}) },
  };
}

/** What the decision hangs on that a bundle does not hold; undefined: nothing. */
function whyRecorded({ exchange, replay }: Bundle): string | undefined {
  const { request, scenario } = exchange;
  if (scenario?.decidedBy.kind === "rule" && scenario.decidedBy.scenario === ARMED)
    return "an armed rule decided";
  if (scenario?.addedBy.some((rule) => rule.scenario === ARMED) === true) return "an armed rule contributed";
  if (scenario?.step !== undefined) return "a sequence decided, and its position is not recorded";
  if (scenario?.decidedBy.kind === "payer") return "the payer decided";
  if (hiddenIn(request.body).length > 0) return "replacements were sent for masked values";
  const { doubts } = replay;
  return doubts.length > 0 ? doubts.join(" ") : undefined;
}

const AS_RECORDED = "as-recorded";

function ruleOf(outcome: Outcome): ArmedRuleInput {
  const { gatewayCode, acquirerCode, acquirerMessage, securityCode, address, risk, approvedAmount } = outcome;
  const usual = GATEWAY_CODES[gatewayCode];
  return {
    id: AS_RECORDED,
    outcome: gatewayCode,
    ...(acquirerCode === undefined || acquirerCode === usual.acquirerCode ? {} : { acquirerCode }),
    ...(acquirerMessage === undefined || acquirerMessage === usual.acquirerMessage
      ? {}
      : { acquirerMessage }),
    ...(securityCode === undefined ? {} : { securityCodeResult: securityCode }),
    ...(address === undefined ? {} : { addressResult: address }),
    ...(risk === undefined ? {} : { risk }),
    ...(approvedAmount === undefined ? {} : { approvedAmount: formatAmount(approvedAmount) }),
    ...(outcome.extra === undefined ? {} : { response: outcome.extra }),
    ...(outcome.chaos === true ? { extra: "chaos" as const } : {}),
  };
}

/** A member that two answers have otherwise. */
interface AnswerDifference {
  /** `status` of HTTP, or the member's dotted path below `body`. */
  readonly path: string;
  /** Undefined: it is not there. */
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
}

/** Made with the key of a data folder, or of the exchange's own id, so that it is never the same again. */
const NEVER_THE_SAME: readonly string[] = ["body.browserPayment.redirectUrl", "body.error.supportCode"];

/** What differs between two answers, leaf by leaf, in the order of the first. */
function differencesOf(expected: ExchangeAnswer, got: ExchangeAnswer): readonly AnswerDifference[] {
  return differences("", { ...expected }, { ...got });
}

function differences(path: string, expected: Json | undefined, got: Json | undefined): AnswerDifference[] {
  const [left, right] = [partsOf(expected), partsOf(got)];
  if (left === undefined || right === undefined || Array.isArray(expected) !== Array.isArray(got)) {
    return JSON.stringify(expected) === JSON.stringify(got) ? [] : [{ path, expected, got }];
  }
  const names = [...new Set([...left.keys(), ...right.keys()])];
  const isList = Array.isArray(expected);
  return names.flatMap((name) => differences(joined(path, name, isList), left.get(name), right.get(name)));
}

function joined(path: string, name: string, isList: boolean): string {
  if (isList) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (!Array.isArray(value) && !isObject(value)) return undefined;
  const parts = Object.entries(value as Readonly<Record<string, Json | undefined>>);
  return new Map(parts.flatMap(([name, part]) => (part === undefined ? [] : [[name, part] as const])));
}

/** Reads a bundle that can be played; throws a UsageError that says why it cannot be. */
export function readBundle(file: string): Bundle {
  const content: unknown = readJson(file);
  if (!isBundle(content))
    throw new UsageError(
      `${file}: not a bundle of format ${BUNDLE_FORMAT}; get one from the control API at /v1/exchanges/<id>/bundle`,
    );
  const { isPossible, obstacles } = content.replay;
  if (!isPossible) throw new UsageError(`${file}: cannot be replayed. ${obstacles.join(" ")}`);
  return content;
}
