import { textAt, valueAt } from "../json.ts";
import { demanded, invalid } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";

/** The group is for orders of its own purchase type only (interface section 2.12). */
export const accountFundingOrder: Rule = {
  id: "account-funding-order",
  source: "interface section 2.12",
  topic: "accountFunding",
  refuses: ({ instruction }) => {
    const { body } = instruction;
    const field = "order.purchaseType";
    const type = textAt(body, field);
    if (valueAt(body, "accountFunding") === undefined || type === "ACCOUNT_FUNDING") return undefined;
    const why = "accountFunding is allowed only with purchase type ACCOUNT_FUNDING";
    return type === undefined ? demanded(instruction, field, why) : invalid(field, type, why);
  },
};

const DEPARTURE = "cruise.departureDate";
const RETURN = "cruise.returnDate";

/** Each of the two days needs the other, and nobody returns before the departure (assumption A127). */
export const cruiseDates: Rule = {
  id: "cruise-dates",
  source: "assumption A127",
  topic: "cruise",
  refuses: ({ instruction }) => {
    const { body } = instruction;
    const [departure, back] = [textAt(body, DEPARTURE), textAt(body, RETURN)];
    if (departure === undefined && back === undefined) return undefined;
    if (departure === undefined)
      return demanded(instruction, DEPARTURE, "It is required with the return date");
    if (back === undefined) return demanded(instruction, RETURN, "It is required with the departure date");
    return back >= departure
      ? undefined
      : invalid(RETURN, back, `It must not be before the departure, ${departure}`);
  },
};

export const purchases: readonly Rule[] = [accountFundingOrder, cruiseDates];
