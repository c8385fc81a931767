import type { Request, Router } from "express";
import { paResLetterOf } from "../../../domain/order/enrollment.ts";
import type { PaResLetter } from "../../../domain/order/enrollment.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import { checkedMoneyOf } from "../../../domain/rules/enrollment.ts";
import { ACS_PATH_1 } from "../../../gateway/authentication/addresses.ts";
import type { AskedPayer } from "../../../gateway/authentication/enrollments.ts";
import { openable } from "../../../gateway/checkout/destinations.ts";
import { recordingOf } from "../../gateway/exchange-recorder.ts";
import type { AppParts } from "../../parts.ts";
import { formOf } from "../form.ts";
import type { Form } from "../form.ts";
import { mountPage } from "../mount-page.ts";
import type { PageAnswer } from "../page.ts";
import { languageOf } from "../words/words.ts";
import type { Language } from "../words/words.ts";
import { answerIn, challengePage } from "./challenge-page.ts";
import type { IssuerAnswer } from "./challenge-page.ts";
import { onwardPage } from "./onward-page.ts";

/**
 * The issuer's page of 3-D Secure 1. The merchant's page sends PaReq, TermUrl and MD to it; the payer's browser brings PaRes
 * and MD to TermUrl. Nothing is kept of it: what the payer came to is in the PaRes.
 */
export function enrollmentRoutes(parts: AppParts, router: Router): void {
  mountPage(router, parts, `${ACS_PATH_1}/prompt`, {
    framedByAll: true,
    isForeign: true,
    post: async (request) => {
      const asked = await askedBy(parts, request);
      const { letter, target } = asked.payer;
      const habit = (await parts.payers.of(target.merchantId))?.challenge;
      const answered = letter ?? (habit && answeredAs(request, habit));
      return answered === undefined ? shown(asked, 0) : onward(parts, asked, answered);
    },
  });
  mountPage(router, parts, `${ACS_PATH_1}/answer`, {
    framedByAll: true,
    post: async (request) => {
      const asked = await askedBy(parts, request);
      const answer = answerIn(asked.form);
      const { letter } = asked.payer;
      if (letter !== undefined) return onward(parts, asked, letter);
      return typeof answer === "number"
        ? shown(asked, answer)
        : onward(parts, asked, answeredAs(request, answer));
    },
  });
}

function answeredAs(request: Request, answer: IssuerAnswer): PaResLetter {
  const { draft } = recordingOf(request);
  draft.notes = [...draft.notes, `The payer's challenge ended as ${answer}.`];
  return paResLetterOf(answer);
}

interface AskedBy {
  readonly form: Form;
  readonly payer: AskedPayer;
  readonly language: Language;
  /** Where the browser goes then. */
  readonly termUrl: string;
}

async function askedBy(parts: AppParts, request: Request): Promise<AskedBy> {
  const form = formOf(request);
  const payer = await parts.gateway.enrollments.find(form["PaReq"] ?? "");
  if (payer === undefined) throw new Refusal("unknown-path", "The PaReq is none that the gateway has made");
  const termUrl = openable(form["TermUrl"]);
  if (termUrl === undefined)
    throw new Refusal(
      "contract",
      "The field TermUrl must be an address that begins with http:// or https://",
    );
  const { draft } = recordingOf(request);
  draft.merchantId = payer.target.merchantId;
  return { form, payer, termUrl, language: languageOf(...request.acceptsLanguages()) };
}

function shown({ form, language, payer, termUrl }: AskedBy, wrongCodes: number): PageAnswer {
  const { check, target } = payer;
  const fields = { PaReq: form["PaReq"] ?? "", TermUrl: termUrl, MD: form["MD"] ?? "" };
  const asked = { ...checkedMoneyOf(check), merchantId: target.merchantId, request: check.request, language };
  return challengePage({ ...asked, generation: 1, carried: { action: "answer", fields } }, wrongCodes);
}

function onward(
  parts: AppParts,
  { form, language, payer, termUrl }: AskedBy,
  letter: PaResLetter,
): PageAnswer {
  const paRes = parts.gateway.enrollments.paResOf(payer.target, letter);
  const fields = [
    ["PaRes", paRes],
    ["MD", form["MD"] ?? ""],
  ] as const;
  return onwardPage(language, { address: termUrl, fields });
}
