import { isObject, textAt, valueAt } from "../json.ts";
import { demanded, invalid, missing } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";

const TYPE = "disbursementType";
const SENDER = "creditCardBillPayment.paymentSender";
const BILL_PAYMENT = "CREDIT_CARD_BILL_PAYMENT";

/** The category code that each type is for (interface section 2.13). */
const CATEGORY_CODES: Readonly<Record<string, string>> = {
  [BILL_PAYMENT]: "6536",
  GAMING_WINNINGS: "7995",
};

/** The contract sees to this too, but in mode observe it lets everything through. */
export const disbursementTypeKnown: Rule = {
  id: "disbursement-type-known",
  source: "interface section 2.13",
  refuses: ({ instruction: { body } }) => {
    const type = textAt(body, TYPE);
    if (type === undefined) return missing(TYPE, "The operation requires a type");
    if (Object.hasOwn(CATEGORY_CODES, type)) return undefined;
    return invalid(TYPE, type, `It must be one of ${Object.keys(CATEGORY_CODES).join(", ")}`);
  },
};

/** The code that counts is the request's, or the merchant's default (interface sections 2.6 and 2.13). */
export const categoryOfDisbursement: Rule = {
  id: "category-of-disbursement",
  source: "interface section 2.13; assumption A122",
  refuses: ({ instruction, merchant }) => {
    const { body } = instruction;
    const field = "order.merchantCategoryCode";
    const type = textAt(body, TYPE) ?? "";
    const needed = CATEGORY_CODES[type];
    const given = textAt(body, field);
    if (needed === undefined || (given ?? merchant.categoryCodes[0]) === needed) return undefined;
    return given === undefined
      ? demanded(
          instruction,
          field,
          `${type} requires category code ${needed}, which is not the merchant's default`,
        )
      : invalid(field, given, `${type} requires category code ${needed}`);
  },
};

export const senderOfBillPayment: Rule = {
  id: "sender-of-bill-payment",
  source: "interface section 2.13",
  refuses: ({ instruction }) =>
    textAt(instruction.body, TYPE) !== BILL_PAYMENT || isObject(valueAt(instruction.body, SENDER))
      ? undefined
      : demanded(instruction, SENDER, "The payment of a credit card bill requires the sender's details"),
};

/**
 * The sender pays from an account or from a card, and both must be given when the payment is split between them
 * (interface section 2.13; assumption A123).
 */
export const accountOfSender: Rule = {
  id: "account-of-sender",
  source: "interface section 2.13; assumption A123",
  refuses: ({ instruction }) => {
    const { body } = instruction;
    const [account, card] = [
      textAt(body, `${SENDER}.bankAccountNumber`),
      textAt(body, `${SENDER}.cardNumber`),
    ];
    if (textAt(body, TYPE) !== BILL_PAYMENT || account !== undefined || card !== undefined) return undefined;
    const why = `Provide it, ${SENDER}.cardNumber, or, for a split payment, both`;
    return demanded(instruction, `${SENDER}.bankAccountNumber`, why);
  },
};

export const disbursements: readonly Rule[] = [
  disbursementTypeKnown,
  categoryOfDisbursement,
  senderOfBillPayment,
  accountOfSender,
];
