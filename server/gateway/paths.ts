import { holdsCardNumber, maskStart } from "../domain/card/card.ts";
import type { Mode } from "../domain/record/finding.ts";
import type { Merchant } from "../domain/merchant.ts";
import { VERSION_MAX, VERSION_MIN } from "../domain/request/operation.ts";
import { Refusal } from "../domain/record/refusal.ts";

const WHOLE_NUMBER = /^[1-9]\d{0,2}$/;

/** The version that the path names (interface section 9; `latest` only in mode gateway). */
export function readVersion(text: string, mode: Mode): number {
  if (text === "latest" && mode !== "strict") return VERSION_MAX;
  const version = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  if (version >= VERSION_MIN && version <= VERSION_MAX) return version;
  throw new Refusal(
    "contract",
    `Value '${shown(text)}' is invalid. The version is a whole number from ${VERSION_MIN} to ${VERSION_MAX}`,
    { field: "version", validationType: "INVALID" },
  );
}

/** To ask for a version that does not exist yet is to call an unknown path, where no merchant is asked for (assumption A464). */
export function checkVersionIsOut(text: string): void {
  if (!/^[1-9]\d*$/.test(text) || Number(text) <= VERSION_MAX) return;
  throw new Refusal("unknown-path", `There is no version ${shown(text)}; the newest is ${VERSION_MAX}`);
}

/** Ids in the path are text of 1 to 40 characters (interface section 2.2). */
const ID_LENGTH_MAX = 40;

/** Checks an id of the path. `field` is its name in the body of answers, e.g. `order.id`. */
export function checkId(field: string, id: string, merchant: Merchant, lengthMax = ID_LENGTH_MAX): void {
  // A character takes one or two of the units that `length` counts.
  const length = id.length > lengthMax ? Array.from(id).length : id.length;
  if (length > lengthMax) {
    const limit = `Length is ${length} characters, but must be less than ${lengthMax + 1}`;
    throw invalidId(field, id, limit);
  }
  if (merchant.cardNumbersInIds === "refuse" && holdsCardNumber(id)) {
    throw invalidId(
      field,
      id,
      "It looks like a card number, and ids are stored and displayed (assumption A4)",
    );
  }
}

/** Interface section 2.2. */
const RISK_ASSESSMENT_ID = /^[0-9A-Za-z_ &+!$%.-]*$/;

/** The id of a risk assessment is the only one of which the specification says what characters it has. */
export function checkRiskAssessmentId(id: string, merchant: Merchant): void {
  checkId("id", id, merchant);
  if (RISK_ASSESSMENT_ID.test(id)) return;
  throw invalidId("id", id, "It may contain only letters, digits, spaces, and - _ & + ! $ % .");
}

/** Interface section 2.7: ASCII text. */
const ENROLLMENT_ID = /^[ -~]*$/;
const ENROLLMENT_ID_LENGTH_MAX = 64;

/** The id of a check of enrollment (3-D Secure 1), which the merchant makes up. */
export function checkEnrollmentId(id: string, merchant: Merchant): void {
  checkId("3DSecureId", id, merchant, ENROLLMENT_ID_LENGTH_MAX);
  if (!ENROLLMENT_ID.test(id)) throw invalidId("3DSecureId", id, "It may contain only ASCII characters");
}

function invalidId(field: string, id: string, fault: string): Refusal {
  const explanation = `Value '${shown(id)}' is invalid. ${fault}`;
  return new Refusal("contract", explanation, { field, validationType: "INVALID" });
}

const SHOWN_LENGTH_MAX = 60;

function shown(text: string): string {
  return maskStart(text, SHOWN_LENGTH_MAX);
}
