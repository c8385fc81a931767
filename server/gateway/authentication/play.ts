import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { CHALLENGE_LIFE_MS, outcomeOfStage } from "../../domain/order/authentication.ts";
import type {
  AuthenticationStage,
  AuthenticationVerdict,
  PayerAuthentication,
} from "../../domain/order/authentication.ts";
import { authenticationIn } from "../../domain/order/order.ts";
import type { AuthenticationTransaction } from "../../domain/order/order.ts";
import type { Decision, Facts } from "../../domain/record/decision.ts";
import { combine } from "../../domain/request/combination.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import type { MatchOptions } from "../../scenario/decide/match-rules.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { PageTarget } from "../pages.ts";
import type { GatewayParts } from "../parts.ts";
import { authenticationIds } from "./ids.ts";
import { returnedFields } from "./returned.ts";

/** What a call of an authentication comes to, and what its entry keeps. */
export interface PlayedAuthentication {
  readonly decision: Decision;
  readonly authentication: PayerAuthentication;
}

/** The scenario, what its conditions see of the request, and what browsers have done meanwhile. */
interface Question {
  readonly scenarios: Scenarios;
  readonly facts: Facts;
  readonly matching: MatchOptions;
  /** The issuer's hidden page has said that it is done. */
  readonly isMethodDone: boolean;
  /** The session whose values the request uses. */
  readonly sessionId: string | undefined;
}

/** An operation of an authentication. */
export function playAuthentication(
  parts: GatewayParts,
  context: RuleContext,
  target: PageTarget,
  question: Question,
): PlayedAuthentication {
  if (context.instruction.operation === "INITIATE_AUTHENTICATION")
    return initiated(parts, context, target, question);
  const initiation = authenticationIn(context.order, target.transactionId);
  if (initiation === undefined) throw new Error("a payer was authenticated without an initiation");
  return asked(parts, context, target, { ...question, initiation });
}

function initiated(
  parts: GatewayParts,
  { instruction }: RuleContext,
  target: PageTarget,
  { scenarios, facts, matching, sessionId }: Question,
): PlayedAuthentication {
  const { verdict, rule, ...deliberation } = scenarios.decideAuthentication(facts, undefined, matching);
  const isSupported = verdict.result !== "NOT_SUPPORTED" && takesProtocol(facts);
  const stage: AuthenticationStage = isSupported ? "AVAILABLE" : "NOT_SUPPORTED";
  return {
    decision: decisionOf(stage, { ...deliberation, rule }),
    authentication: {
      ...verdictIn(verdict, verdict),
      ...authenticationIds(parts, target),
      stage,
      planned: rule && { ...verdict, rule },
      scheme: instruction.card?.scheme ?? "OTHER",
      origin: parts.publicUrl(),
      methodCompleted: false,
      payerInteraction: undefined,
      sessionId,
      returned: undefined,
      isCancelled: false,
      endsAt: undefined,
    },
  };
}

/** A merchant that accepts the first generation only gets none, as it is no longer in use. */
function takesProtocol({ request }: Facts): boolean {
  return textAt(request, "authentication.acceptVersions")?.includes("3DS2") !== false;
}

interface AskedQuestion extends Question {
  readonly initiation: AuthenticationTransaction;
}

/** The issuer is asked: it answers at once, or wants to see the payer. */
function asked(
  parts: GatewayParts,
  { now }: RuleContext,
  target: PageTarget,
  { scenarios, facts, matching, isMethodDone, sessionId, initiation }: AskedQuestion,
): PlayedAuthentication {
  const { authentication: before, request } = initiation;
  const known = { ...facts, request: combine([facts.request, request]) };
  const decided = scenarios.decideAuthentication(known, before.planned, matching);
  const { verdict, rule, ...deliberation } = decided;
  const isAlone = textAt(request, "authentication.channel") === "MERCHANT_REQUESTED";
  const stage = before.stage === "NOT_SUPPORTED" ? before.stage : stageOf(verdict, isAlone);
  const made: PayerAuthentication = {
    ...before,
    ...verdictIn(verdict, before),
    stage,
    methodCompleted: isMethodDone,
    payerInteraction: isAlone ? "NOT_POSSIBLE" : stage === "CHALLENGE" ? "REQUIRED" : "NOT_REQUIRED",
    sessionId: sessionId ?? before.sessionId,
    endsAt: stage === "CHALLENGE" ? now + CHALLENGE_LIFE_MS : undefined,
  };
  const returned = stage === "CHALLENGE" ? undefined : returnedFields(parts, target, made);
  return { decision: decisionOf(stage, { ...deliberation, rule }), authentication: { ...made, returned } };
}

/** Where there is no payer, a challenge is a failure (assumption A280). */
function stageOf({ result }: AuthenticationVerdict, isAlone: boolean): AuthenticationStage {
  return isAlone && result === "CHALLENGE" ? "FAILED" : result;
}

/** What the issuer adds; whether it has a hidden page was told before. */
function verdictIn(
  { eci, token, reasonCode, protocolVersion }: AuthenticationVerdict,
  { method }: Pick<AuthenticationVerdict, "method">,
): Omit<AuthenticationVerdict, "result"> {
  return { eci, token, reasonCode, protocolVersion, method };
}

type Ruled = Omit<Decision, "outcome" | "ruleKey"> & Pick<PlayedRule, "rule">;

interface PlayedRule {
  readonly rule: { readonly scenario: string; readonly id: string } | undefined;
}

function decisionOf(stage: AuthenticationStage, { rule, ...deliberation }: Ruled): Decision {
  const outcome = outcomeOfStage(stage);
  return {
    ...deliberation,
    outcome: deliberation.effects.chaos ? { ...outcome, chaos: true } : outcome,
    ruleKey: rule && `${rule.scenario}#${rule.id}`,
  };
}

/** What was said when the authentication was initiated, with which the request that asks the issuer goes on. */
export function initiatedRequest({ instruction, order }: RuleContext): JsonObject {
  if (instruction.operation !== "AUTHENTICATE_PAYER") return {};
  return authenticationIn(order, instruction.transactionId)?.request ?? {};
}
