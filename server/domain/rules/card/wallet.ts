import { CARD } from "../../card/card-details.ts";
import { textAt, valueAt } from "../../json.ts";
import type { Instruction } from "../../request/instruction.ts";
import type { Refusal } from "../../record/refusal.ts";
import { demanded, refuse } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";

/** The group of a wallet's payment on a device, and where its 3-D Secure cryptogram stands. */
const GROUPS: readonly (readonly [group: string, cryptogram: string])[] = [
  [`${CARD}.mobileWallet`, `${CARD}.mobileWallet.3DSecure.onlinePaymentCryptogram`],
  [`${CARD}.devicePayment`, `${CARD}.devicePayment.onlinePaymentCryptogram`],
];

/** The cryptogram comes in the members of its format and no other (interface section 2.10, assumption A111). */
export const cryptogramOfFormat: Rule = {
  id: "cryptogram-of-format",
  source: "interface section 2.10; assumption A111",
  topic: "wallet",
  refuses: ({ instruction }) => {
    const { body } = instruction;
    const [group, cryptogram] = GROUPS.find(([path]) => textAt(body, `${path}.cryptogramFormat`)) ?? [];
    return group === undefined || cryptogram === undefined
      ? undefined
      : fault(instruction, group, cryptogram);
  },
};

function fault(instruction: Instruction, group: string, cryptogram: string): Refusal | undefined {
  const { body } = instruction;
  const format = textAt(body, `${group}.cryptogramFormat`);
  const isGiven = valueAt(body, cryptogram) !== undefined;
  // A payment token is the wallet's own envelope, with the cryptogram in it.
  if (format === "3DSECURE" && !isGiven && valueAt(body, `${group}.paymentToken`) === undefined)
    return demanded(instruction, cryptogram, "A cryptogram of format 3DSECURE goes in this field");
  if (format !== "EMV" || !isGiven) return undefined;
  const why = "A cryptogram of format EMV goes in emvRequest";
  return refuse(cryptogram, "UNSUPPORTED", `Unexpected parameter '${cryptogram}'. ${why}`);
}
