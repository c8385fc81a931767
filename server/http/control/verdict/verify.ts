import type { FileProblem } from "../../../document/file-problem.ts";
import { SEVERITIES } from "../../../report/report.ts";
import { scorecardOf } from "../../../verdict/conduct/scorecard.ts";
import { createExpectationsReader } from "../../../verdict/expectations/reader.ts";
import { exchangesByMerchant } from "../../../verdict/expectations/evidence.ts";
import type { AppParts } from "../../parts.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, number, open, text, texts } from "../kernel/endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { Problem } from "../kernel/problem.ts";
import { inTurns } from "../kernel/step-pause.ts";
import { everyNotification, exchangesOf, oldestFirst, verdictOn } from "./verdict-on.ts";
import type { OwnExchanges } from "./verdict-on.ts";

const REMARK = {
  type: "object",
  required: ["message", "exchanges", "count"],
  properties: {
    message: text,
    exchanges: texts,
    count: { ...number, description: "Number of occurrences." },
    place: { ...open, description: "The place in the contract: file and JSON pointer." },
  },
};

const SCORE = {
  type: "object",
  required: ["id", "severity", "title", "duty", "reason", "help", "isJudged", "remarks"],
  properties: {
    id: text,
    severity: { ...text, enum: SEVERITIES },
    title: { ...text, description: "What is wrong if it is broken." },
    duty: { ...text, description: "What holds if it is not broken." },
    reason: text,
    help: { ...text, description: "The page that explains the rule." },
    isJudged: { ...flag, description: "Whether the exchanges allow a judgement." },
    remarks: listOf("ConductRemark"),
  },
};

const SCORECARD = {
  type: "object",
  required: ["passed", "exchanges", "gone", "kept", "rules", "blindSpots"],
  properties: {
    merchant: text,
    passed: { ...flag, description: "No rule that counts as an error was broken." },
    exchanges: { ...number, description: "Number of exchanges checked." },
    gone: { ...number, description: "Number of older exchanges evicted from the journal." },
    kept: { ...number, description: "Number of rules that were checked and not broken." },
    rules: listOf("RuleScore"),
    blindSpots: { ...texts, description: "What the exchanges do not show." },
  },
};

const VERIFIED = {
  type: "object",
  required: ["id", "passed", "expected", "happened", "exchanges"],
  properties: {
    id: text,
    case: text,
    note: text,
    passed: flag,
    expected: text,
    happened: text,
    exchanges: { ...texts, description: "Exchanges that show it." },
  },
};

const verdict = endpoint({
  method: "post",
  path: `${MERCHANT}/verify`,
  evidence: "all",
  tag: "Verdict",
  summary: "Checks whether the merchant's client met the expectations and kept the rules of conduct",
  description: "Without a body only conduct is checked.",
  body: {
    name: "Expectations",
    schema: { ...open, description: "See schemas/expectations.json." },
    isOptional: true,
    reads: "handler",
  },
  answers: { 200: "Verdict" },
  problems: { 400: "The expectations do not match their schema.", 404: NO_MERCHANT },
  needs: "look",
  handle: (parts) => {
    const read = createExpectationsReader();
    return async ({ merchant, text: body }) => {
      // The same form as of files; no body expects nothing but good conduct.
      const reading = read("body", asYaml(body));
      if ("problems" in reading)
        throw new Problem(400, "Invalid expectations", `${reading.problems.map(told).join("; ")}.`);
      const own = await exchangesOf(parts, merchant.id);
      return { merchant: merchant.id, ...(await verdictOn(parts, merchant, own, reading.expectations)) };
    };
  },
});

const conduct = [
  endpoint({
    method: "get",
    path: `${MERCHANT}/conduct`,
    evidence: "all",
    tag: "Verdict",
    summary: "Returns the scorecard of the merchant's client: all rules of conduct and their violations",
    answers: { 200: "Scorecard" },
    problems: { 404: NO_MERCHANT },
    handle:
      (parts) =>
      async ({ merchant: { id } }) =>
        conductOf(parts, id, await exchangesOf(parts, id)),
  }),
  endpoint({
    method: "get",
    path: "/v1/conduct",
    evidence: "all",
    tag: "Verdict",
    summary: "Returns the scorecards of all merchants that have sent requests",
    answers: { 200: "Scorecards" },
    handle: (parts) => async () => {
      const gone = new Map(parts.exchanges.merchants().map((it) => [it.merchant, it.gone]));
      const all = exchangesByMerchant(await inTurns(oldestFirst(parts.exchanges, undefined)));
      const merchants: object[] = [];
      for (const [merchant, exchanges] of all)
        merchants.push(await conductOf(parts, merchant, { exchanges, gone: gone.get(merchant) ?? 0 }));
      return { merchants };
    },
  }),
];

/** How clients behaved, and whether they did what was expected of them. */
export const verify: Resource = {
  schemas: {
    ConductRemark: REMARK,
    RuleScore: SCORE,
    Scorecard: SCORECARD,
    Scorecards: {
      type: "object",
      required: ["merchants"],
      properties: { merchants: listOf("Scorecard") },
    },
    Verdict: {
      type: "object",
      required: ["merchant", "passed", "expectations", "conduct"],
      properties: {
        merchant: text,
        passed: flag,
        expectations: listOf("VerifiedExpectation"),
        conduct: { $ref: "#/components/schemas/Scorecard" },
      },
    },
    VerifiedExpectation: VERIFIED,
  },
  endpoints: [verdict, ...conduct],
};

async function conductOf(parts: AppParts, merchant: string, own: OwnExchanges): Promise<object> {
  const notifications = await everyNotification(parts, merchant);
  return { merchant, ...(await inTurns(scorecardOf({ ...own, notifications }))) };
}

/** JSON is YAML but for tabs, which stand only between its tokens. */
function asYaml(json: string): string {
  return json.replaceAll("\t", " ");
}

function told({ line, column, message }: FileProblem): string {
  return `line ${line}, column ${column}: ${message}`;
}
