import { holdsCardNumber } from "../card/card.ts";
import type { Instruction } from "../request/instruction.ts";
import { textAt } from "../json.ts";
import { refuse } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";

/** Free text that goes on to others, so that nothing like a card number may be in it. */
const FREE_TEXTS = [
  "agreement.customData",
  "transaction.acquirer.customData",
  "transaction.acquirer.traceId",
  "transaction.acquirer.transactionId",
] as const;

/** Interface sections 2.9 and 7; the acquirer's members are assumption A128. */
export const sensitiveDataRefused: Rule<{ readonly instruction: Pick<Instruction, "body"> }> = {
  id: "no-sensitive-data",
  source: "interface section 7; assumption A128",
  topic: "freeText",
  refuses: ({ instruction: { body } }) => {
    const field = FREE_TEXTS.find((path) => holdsCardNumber(textAt(body, path) ?? ""));
    return field === undefined
      ? undefined
      : refuse(field, "INVALID", "The value looks like a card number, and sensitive data is rejected here");
  },
};
