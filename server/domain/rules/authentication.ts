import { CARD } from "../card/card-details.ts";
import { textAt } from "../json.ts";
import { formatAmount } from "../money.ts";
import { authenticationIn } from "../order/order.ts";
import type { AuthenticationTransaction } from "../order/order.ts";
import type { Refusal } from "../record/refusal.ts";
import type { Instruction } from "../request/instruction.ts";
import { demanded, invalid, refuse } from "../request/rule.ts";
import type { Rule, RuleContext } from "../request/rule.ts";
import { refusedAmount } from "./money/amounts.ts";
import { urlIsSecure } from "./browser-payment.ts";

export const NO_CHECK = "No check has been performed for this merchant and 3D Secure Id.";

const USED = "authentication.transactionId";

/**
 * `authentication.transactionId` names a transaction of the order in which the payer was authenticated: for an amount in
 * a currency with a card. A payment is about these, and about no more.
 */
export const payerAuthenticated: Rule = {
  id: "payer-authenticated",
  source: "assumptions A242, A281",
  topic: "earlierAuthentication",
  refuses: ({ instruction, order }) => {
    const named = textAt(instruction.body, USED);
    if (named === undefined) return undefined;
    const used = authenticationIn(order, named);
    return used === undefined
      ? refuse(USED, "INVALID", `${NO_CHECK} ${USED} names an authentication of the same order`)
      : misfit(instruction, used);
  },
};

/** What the payer was authenticated for, and with which card. */
type Authenticated = Pick<AuthenticationTransaction, "amount" | "card" | "currency">;

export function misfit(instruction: Instruction, used: Authenticated): Refusal | undefined {
  const { amount, currency, currencyField, fingerprint } = instruction;
  if (currency !== undefined && currency !== used.currency)
    return invalid(currencyField, currency, `The payer was authenticated for ${used.currency}`);
  if (amount !== undefined && used.amount > 0 && amount > used.amount) {
    const most = formatAmount(used.amount);
    return refusedAmount(instruction, amount, `The payer was authenticated for ${most} at most`);
  }
  return cardDiffers(used, fingerprint) ? otherCard() : undefined;
}

/** AUTHENTICATE_PAYER goes on with an initiation, once (assumption A282). */
export const authenticationOpen: Rule = {
  id: "authentication-open",
  source: "assumption A282",
  refuses: ({ instruction: { transactionId }, order }) => {
    const initiated = authenticationIn(order, transactionId);
    if (initiated === undefined)
      return refuse(
        "transaction.id",
        "INVALID",
        "The order has no authentication that was initiated with this transaction ID",
      );
    return initiated.operation === "INITIATE_AUTHENTICATION"
      ? undefined
      : refuse(
          "transaction.id",
          "INVALID",
          "The payer has been asked already; initiate a new authentication",
        );
  },
};

export const currencyAsAuthenticated: Rule = {
  id: "currency-as-initiated",
  source: "assumption A282",
  refuses: (context) => {
    const { currency, currencyField } = context.instruction;
    const initiated = initiatedIn(context)?.currency;
    return currency === undefined || initiated === undefined || currency === initiated
      ? undefined
      : invalid(currencyField, currency, `It must equal the value at initiation, ${initiated}`);
  },
};

/** The number that was looked up is the one that the issuer is asked about. */
export const cardIsInitiatedOne: Rule = {
  id: "card-is-initiated-one",
  source: "assumption A282",
  refuses: (context) => {
    const initiated = initiatedIn(context);
    const differs = initiated !== undefined && cardDiffers(initiated, context.instruction.fingerprint);
    return differs ? otherCard() : undefined;
  },
};

const RETURN_URL = "authentication.redirectResponseUrl";

/** A payer in a browser has to come back from the issuer's page; that of a checkout comes back to its page. */
export const payerCanReturn: Rule = {
  id: "payer-can-return",
  source: "assumption A282",
  refuses: (context) => {
    const { instruction } = context;
    const initiated = initiatedIn(context);
    const channel = textAt(initiated?.request, "authentication.channel") ?? "PAYER_BROWSER";
    const isKnown =
      initiated?.entryPoint === "CHECKOUT" || textAt(instruction.body, RETURN_URL) !== undefined;
    return channel !== "PAYER_BROWSER" || isKnown
      ? undefined
      : demanded(instruction, RETURN_URL, "The payer's browser comes back to it");
  },
};

/** In mode gateway the contract takes http to hosts that only the developer's machines reach. */
export const redirectResponseUrlSecure: Rule = urlIsSecure("redirect-response-url-is-https", RETURN_URL);

function initiatedIn({ instruction, order }: RuleContext): AuthenticationTransaction | undefined {
  return authenticationIn(order, instruction.transactionId);
}

function cardDiffers({ card }: Authenticated, fingerprint: string | undefined): boolean {
  return card !== undefined && fingerprint !== undefined && card !== fingerprint;
}

function otherCard(): Refusal {
  const explanation = "The card must be the one that the authentication was initiated with";
  return refuse(`${CARD}.number`, "INVALID", explanation);
}
