import type { Request, Router } from "express";
import { textAt } from "../../../domain/json.ts";
import type { AuthenticationTransaction } from "../../../domain/order/order.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import {
  ACS_PATH,
  CALLBACK_PATH,
  callbackUrlOf,
  challengeUrlOf,
  creqOf,
  cresOf,
  serverTransactionIdIn,
} from "../../../gateway/authentication/addresses.ts";
import type { ChallengeCall } from "../../../gateway/authentication/challenges.ts";
import { recordingOf } from "../../gateway/exchange-recorder.ts";
import type { AppParts } from "../../parts.ts";
import { formOf } from "../form.ts";
import { mountPage } from "../mount-page.ts";
import type { PageAnswer } from "../page.ts";
import { answerIn, challengePage } from "./challenge-page.ts";
import type { Asked } from "./challenge-page.ts";
import { endPage, onwardPage } from "./onward-page.ts";
import { ENGLISH, languageOf } from "../words/words.ts";
import type { Language } from "../words/words.ts";

/**
 * The emulator of 3-D Secure in browsers: the issuer's hidden page, its page for the payer, and the gateway's callback,
 * through which both come back. Merchants' pages send their forms to the first two.
 */
export function authenticationRoutes(parts: AppParts, router: Router): void {
  mountPage(router, parts, `${ACS_PATH}/method`, {
    ...IN_FRAME,
    isForeign: true,
    post: async (request) => hiddenPage(parts, await postedTo(parts, request, "threeDSMethodData")),
  });
  mountPage(router, parts, `${ACS_PATH}/prompt`, {
    ...IN_FRAME,
    isForeign: true,
    post: async (request) => {
      const { authentication } = await viewOf(parts, await postedTo(parts, request, "creq"));
      return { status: 303, location: challengeUrlOf(authentication) };
    },
  });
  mountPage(router, parts, `${ACS_PATH}/challenge/:id`, {
    ...IN_FRAME,
    get: async (request, id) => shown(parts, request, await callOf(parts, request, id)),
    post: async (request, id) => answered(parts, request, await callOf(parts, request, id)),
  });
  mountPage(router, parts, `${CALLBACK_PATH}/:id`, {
    ...IN_FRAME,
    post: async (request, id) => calledBack(parts, request, await callOf(parts, request, id)),
  });
}

const IN_FRAME = { framedByAll: true } as const;

/** The hidden page has seen the browser, and says so, unless it is played as one that does not. */
async function hiddenPage(parts: AppParts, call: ChallengeCall): Promise<PageAnswer> {
  const { authentication } = await viewOf(parts, call);
  if (authentication.method !== "SUPPORTED") {
    call.draft.notes = [...call.draft.notes, "The issuer's page does not call back, as the scenario says."];
    return endPage(ENGLISH, "");
  }
  return onwardPage(ENGLISH, {
    address: callbackUrlOf(authentication),
    fields: [["threeDSMethodData", creqOf(authentication)]],
  });
}

/** The challenge as it stands; once it is over, the browser is sent on. */
async function shown(parts: AppParts, request: Request, call: ChallengeCall): Promise<PageAnswer> {
  const entry = await viewOf(parts, call);
  const language = await languageFor(parts, request, call, entry);
  return entry.authentication.stage === "CHALLENGE"
    ? challengePage(askedIn(call, entry, language), 0)
    : over(entry, language);
}

async function answered(parts: AppParts, request: Request, call: ChallengeCall): Promise<PageAnswer> {
  const answer = answerIn(formOf(request));
  const entry = await viewOf(parts, call);
  const language = await languageFor(parts, request, call, entry);
  if (entry.authentication.stage !== "CHALLENGE") return over(entry, language);
  if (typeof answer === "number") return challengePage(askedIn(call, entry, language), answer);
  if (answer === "ATTEMPTED") throw new Refusal("contract", "This generation has no such answer");
  call.draft.notes = [...call.draft.notes, `The payer's challenge ended as ${answer}.`];
  return over(found(await parts.gateway.challenges.answer(call, answer)), language);
}

/** What the shop wants for the payer of its checkout, or what the browser wants (assumption A360). */
async function languageFor(
  { gateway }: AppParts,
  request: Request,
  { merchant }: ChallengeCall,
  { authentication: { sessionId }, request: body }: AuthenticationTransaction,
): Promise<Language> {
  const ofCheckout = sessionId && (await gateway.checkout.localeOf(merchant.id, sessionId));
  const ofDevice = textAt(body, "device.browserDetails.language");
  return languageOf(ofCheckout, ofDevice, ...request.acceptsLanguages());
}

function askedIn(
  { target }: ChallengeCall,
  { amount, currency, request }: AuthenticationTransaction,
  language: Language,
): Asked {
  return { generation: 2, language, merchantId: target.merchantId, amount, currency, request };
}

function over({ authentication }: AuthenticationTransaction, language: Language): PageAnswer {
  return onwardPage(language, {
    address: callbackUrlOf(authentication),
    fields: [["cres", cresOf(authentication)]],
  });
}

/** From the hidden page nothing follows for the browser; from the challenge it goes to the merchant with the result. */
async function calledBack(parts: AppParts, request: Request, call: ChallengeCall): Promise<PageAnswer> {
  if (formOf(request)["cres"] === undefined) {
    await viewOf(parts, call);
    await parts.gateway.challenges.completeMethod(call);
    return endPage(ENGLISH, "");
  }
  const entry = await viewOf(parts, call);
  const { authentication } = entry;
  if (authentication.stage === "CHALLENGE") return { status: 303, location: challengeUrlOf(authentication) };
  const way = parts.gateway.challenges.wayBack(call.target, entry);
  const language = await languageFor(parts, request, call, entry);
  return way ? onwardPage(language, way) : endPage(language, language.words.close);
}

/** The authentication that a merchant's page names in a field of its form. */
async function postedTo(parts: AppParts, request: Request, field: string): Promise<ChallengeCall> {
  return callOf(parts, request, serverTransactionIdIn(formOf(request)[field] ?? ""));
}

async function callOf(parts: AppParts, request: Request, id = ""): Promise<ChallengeCall> {
  const target = await parts.gateway.challenges.find(id);
  const merchant = target && parts.merchants.find(target.merchantId);
  if (target === undefined || merchant === undefined) throw unknownPage();
  return { draft: recordingOf(request).draft, merchant, target };
}

async function viewOf(parts: AppParts, call: ChallengeCall): Promise<AuthenticationTransaction> {
  return found(await parts.gateway.challenges.view(call));
}

/** The order may be gone since, by a reset. */
function found(entry: AuthenticationTransaction | undefined): AuthenticationTransaction {
  if (entry === undefined) throw unknownPage();
  return entry;
}

function unknownPage(): Refusal {
  return new Refusal("unknown-path", "There is no authentication at this address");
}
