import type { NotificationPlay } from "./effects.ts";
import { textAt } from "../json.ts";
import { meantPaths } from "../operations/meant-path.ts";
import { ruleWords, unaskedWords } from "./deliberation.ts";
import type { Decider } from "./deliberation.ts";
import type { Exchange, ExchangeScenario } from "./exchange.ts";
import type { Finding } from "./finding.ts";
import type { RefusalReason } from "./refusal.ts";

/** The exchange as sentences, in the order of the column: what each step saw, and what it came to. */
export function explanationOf(exchange: Exchange): readonly string[] {
  return [
    ...contractLines(exchange),
    ...ruleLines(exchange),
    ...(exchange.pausedBy ?? []).map((rule) => `Scenario: ${ruleWords(rule)} paused the request.`),
    ...(exchange.scenario ? scenarioLines(exchange.scenario) : []),
    ...exchange.notes.map((note) => `Note: ${note}`),
    ...endLines(exchange),
  ];
}

function contractLines({ request, contract }: Exchange): readonly string[] {
  if (contract === undefined) return [];
  const files = contract.used.length > 0 ? contract.used.join(" and ") : "no contract";
  const operation = request.operation ?? "The request";
  const head = `Contract: ${operation} of version ${request.version ?? "?"} is checked against ${files} (${contract.resolution}), mode ${contract.mode}.`;
  return [head, ...contract.findings.map(findingLine)];
}

function findingLine({ severity, message, contract }: Finding): string {
  return `  ${severity}: ${message} (${contract.file}${contract.pointer})`;
}

function ruleLines({ rules }: Exchange): readonly string[] {
  if (rules === undefined) return [];
  const passed = `Order rules: ${rules.passed.length} passed`;
  if (rules.refusedBy === undefined) return [`${passed}, none refuses.`];
  const { rule, source } = rules.refusedBy;
  return [`${passed}, then ${rule} refuses (${source}).`];
}

function scenarioLines(scenario: ExchangeScenario): readonly string[] {
  const { files, revision, tried, ofOtherCards, addedBy, decidedBy, gatewayCode, step } = scenario;
  const place = step === undefined ? "" : `, step ${step} of its sequence`;
  return [
    `Scenario: ${files.join(", ")} in revision ${revision}.`,
    ...tried.map(({ scenario: name, id, failed }) => `  ${name}#${id} does not match: ${failed}`),
    ...(ofOtherCards === undefined ? [] : [`  ${unaskedWords(ofOtherCards)}`]),
    ...addedBy.map((rule) => `  ${ruleWords(rule)} matches and contributes to the answer`),
    `  decided by ${deciderWords(decidedBy)}${place}: ${gatewayCode}`,
    ...effectLines(scenario),
  ];
}

function effectLines({ delayMs, hold, chaos, notification }: ExchangeScenario): readonly string[] {
  return [
    ...(delayMs > 0 ? [`  acquirer delay of ${delayMs} ms`] : []),
    ...(hold === undefined ? [] : [`  held ${hold} until it is released`]),
    ...(chaos ? ["  chaos: unknown members, in any order"] : []),
    ...(notification === undefined ? [] : [`  notification: ${playWords(notification).join(", ")}`]),
  ];
}

/** What was done to notifications on purpose. */
export function playWords({ delivery, delayMs, secret }: NotificationPlay): readonly string[] {
  return [
    ...(delivery === undefined ? [] : [delivery]),
    ...(delayMs === undefined ? [] : [`${delayMs} ms late`]),
    ...(secret === undefined ? [] : [`secret ${secret}`]),
  ];
}

function deciderWords(decidedBy: Decider): string {
  switch (decidedBy.kind) {
    case "rule":
      return ruleWords(decidedBy);
    case "table":
      return `the table ${decidedBy.table} of ${decidedBy.scenario} at ${decidedBy.key}`;
    case "interface":
      return `the gateway itself: ${decidedBy.rule}`;
    case "reference":
      return `the reference ${decidedBy.reference}`;
    case "expired-card":
      return "the card's expiry, which has passed";
    case "wrong-pin":
      return "a wrong PIN";
    case "payer":
      return "the payer";
    case "default":
      return "nobody, so that it is";
  }
}

/** What helps whoever sent it, beyond the answer: what is wrong with the credentials, or which path was probably meant. */
export function hintOf(exchange: Hinted): string | undefined {
  const { authentication, notes, request, refusal } = exchange;
  // What is wrong with credentials is said last of all.
  if (authentication === "missing" || authentication === "wrong") return notes.at(-1);
  const meant = request.path === undefined ? [] : meantBy(request, request.path, refusal?.reason);
  return meant.length === 0 ? undefined : `Did you mean ${meant.join(" or ")}?`;
}

type Hinted = Pick<Exchange, "authentication" | "notes" | "refusal" | "request">;

function meantBy(
  { method, route }: Exchange["request"],
  path: string,
  reason: RefusalReason | undefined,
): readonly string[] {
  if (reason === "unknown-path") return meantPaths(path);
  const isPayment =
    reason === "wrong-method" && /^P(OS|U)T$/.test(method) && route.endsWith("/order/:orderId");
  return isPayment ? [`PUT ${path}/transaction/{transactionId}`] : [];
}

function endLines(exchange: Exchange): readonly string[] {
  const { transition, fault, answer, refusal, notes } = exchange;
  const hint = hintOf(exchange);
  return [
    ...(transition ? [`Order: ${transition.before ?? "new"} becomes ${transition.after}.`] : []),
    ...(fault ? [`Fault: ${fault.kind} ${fault.at}; the caller does not get the normal answer.`] : []),
    ...(refusal ? [`Refused: ${refusal.explanation}`] : []),
    ...(hint === undefined || notes.includes(hint) ? [] : [hint]),
    answer.status === 0 ? "Answer: none." : `Answer: ${answer.status}${answerWords(answer.body)}.`,
  ];
}

function answerWords(body: Exchange["answer"]["body"]): string {
  const [result, code] = [textAt(body, "result"), textAt(body, "response.gatewayCode")];
  return `${result === undefined ? "" : ` ${result}`}${code === undefined ? "" : ` ${code}`}`;
}
