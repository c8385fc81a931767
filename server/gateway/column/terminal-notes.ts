import { isIPv6 } from "node:net";
import { CARD } from "../../domain/card/card-details.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { INVALID_STATE, TERMINAL_MEMBERS, UNREADABLE_STATE } from "../../domain/card/terminal-data.ts";
import type { Instruction } from "../../domain/request/instruction.ts";
import type { CardNote, Note } from "./notes.ts";

/** Mandatory for chip transactions with acquirers of the United Kingdom only (interface section 2.11). */
const CHIP_MEMBERS = ["posTerminal.attended", "posTerminal.onlineReasonCode"] as const;

type Of = Pick<Instruction, "body" | "terminal">;

/** Why a state is INVALID that the request does not call so. */
export const ENCRYPTION_NOTES: readonly CardNote[] = [
  {
    topic: "terminal",
    says: ({ instruction: { terminal } }) =>
      terminal?.p2pe?.state === UNREADABLE_STATE
        ? "No card could be read from p2pe.payload with its key serial number and SANDBOX_TERMINAL_KEY."
        : undefined,
  },
  {
    topic: "terminal",
    says: ({ instruction: { terminal } }) =>
      terminal?.pin?.state === UNREADABLE_STATE
        ? "No PIN of this card could be read from pin.payload with its key serial number and SANDBOX_TERMINAL_KEY."
        : undefined,
  },
  { says: ({ instruction }) => lostNote("p2pe", instruction) ?? lostNote("pin", instruction) },
];

function lostNote(group: "p2pe" | "pin", { body, terminal }: Of): string | undefined {
  if (terminal?.[group]?.state !== INVALID_STATE) return undefined;
  return textAt(body, `${CARD}.${group}.encryptionState`) === INVALID_STATE
    ? undefined
    : `The state of ${group} is INVALID for this card: the encryption table of a scenario file says so.`;
}

/** Remarks on the data of terminals, wallets and devices. */
export const TERMINAL_NOTES: readonly Note[] = [
  { topic: "terminal", says: ({ instruction: { body } }) => chipNote(body) },
  { topic: "terminal", says: ({ instruction: { body } }) => sourceNote(body) },
  { topic: "wallet", says: ({ instruction: { body } }) => cryptogramNote(body) },
  {
    topic: "ipAddress",
    says: ({ instruction: { body } }) =>
      isIPv6(textAt(body, "device.ipAddress") ?? "")
        ? "device.ipAddress is IPv6, which is used only for EMV 3DS authentication; it is not sent to the acquirer."
        : undefined,
  },
  {
    topic: "riskRules",
    says: ({ instruction: { body } }) =>
      textAt(body, "action.bypassMerchantRiskRules") === undefined
        ? undefined
        : "action.bypassMerchantRiskRules has no effect: the sandbox has no merchant risk rules to bypass.",
  },
];

function chipNote(body: JsonObject): string | undefined {
  const absent = CHIP_MEMBERS.filter((member) => textAt(body, member) === undefined);
  if (textAt(body, `${CARD}.emvRequest`) === undefined || absent.length === 0) return undefined;
  return `Chip data was sent without ${absent.join(" and ")}, which UK acquirers require.`;
}

function sourceNote(body: JsonObject): string | undefined {
  const member = TERMINAL_MEMBERS.find((name) => valueAt(body, `${CARD}.${name}`) !== undefined);
  const source = textAt(body, "transaction.source");
  if (member === undefined || source === "CARD_PRESENT") return undefined;
  const given = source === undefined ? "is not set" : `is ${source}`;
  return `${member} says that the card was present, but transaction.source ${given}.`;
}

function cryptogramNote(body: JsonObject): string | undefined {
  const group = ["mobileWallet", "devicePayment"].find(
    (name) => valueAt(body, `${CARD}.${name}`) !== undefined,
  );
  if (group === undefined) return undefined;
  const format = textAt(body, `${CARD}.${group}.cryptogramFormat`);
  if (format === "EMV" && textAt(body, `${CARD}.emvRequest`) === undefined)
    return `The cryptogram of ${group} is of format EMV, but emvRequest is missing.`;
  return `The cryptogram of ${group} was not verified: the sandbox has no keys for it.`;
}
