import { CARD, readCard } from "../../domain/card/card-details.ts";
import { combine } from "../../domain/request/combination.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import {
  INVALID_STATE,
  judgedState,
  TERMINAL_MEMBERS,
  UNREADABLE_STATE,
} from "../../domain/card/terminal-data.ts";
import type { Decrypted, TerminalData } from "../../domain/card/terminal-data.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { TerminalCard } from "../../terminal/p2pe.ts";
import { withChipMembers } from "../../terminal/chip-members.ts";
import type { ChipMembers } from "../../terminal/chip-members.ts";
import { parseEmv, returnableEmv } from "../../terminal/emv.ts";
import type { EmvReading } from "../../terminal/emv.ts";
import { decryptCard } from "../../terminal/p2pe.ts";
import { decryptPin } from "../../terminal/pin.ts";

/** A body in which number, expiry and other members say also what only the terminal's data said. */
export interface Opened {
  readonly body: JsonObject;
  /** Undefined when no terminal has read the card. */
  readonly terminal: TerminalData | undefined;
}

export type OpenTerminalData = (body: JsonObject) => Opened;

/** Opens what terminals encrypt under keys of this base derivation key, and what chips say (interface section 2.10). */
export function createTerminalOpener(baseKey: string): OpenTerminalData {
  return (body) => {
    const card = valueAt(body, CARD);
    const isRead = isObject(card) && TERMINAL_MEMBERS.some((member) => card[member] !== undefined);
    return isRead ? open(body, card, baseKey) : { body, terminal: undefined };
  };
}

/** What a terminal would say that sent the same, for a card whose number alone makes a state INVALID. */
export function withLostEncryption(
  { body, terminal }: Opened,
  lostOf: Scenarios["lostOf"],
): Opened["terminal"] {
  const number = textAt(body, `${CARD}.number`);
  const lost = number === undefined ? undefined : lostOf(number);
  if (lost === undefined) return terminal;
  return {
    chipFault: terminal?.chipFault,
    returnableChip: terminal?.returnableChip,
    p2pe: lost.p2pe === undefined ? terminal?.p2pe : { state: lost.p2pe, content: terminal?.p2pe?.content },
    pin: lost.pin === undefined ? terminal?.pin : { state: lost.pin, content: undefined },
  };
}

/** The stored request with what answers tell of a terminal's data: some of the chip's, and states that are INVALID. */
export function withTerminalEcho(stored: JsonObject, terminal: TerminalData | undefined): JsonObject {
  if (terminal === undefined) return stored;
  const echo = {
    ...(terminal.returnableChip ? { emvRequest: terminal.returnableChip } : {}),
    ...lostEcho("p2pe", terminal),
    ...lostEcho("pin", terminal),
  };
  return Object.keys(echo).length === 0 ? stored : combine([bodyOf(echo), stored]);
}

function lostEcho(group: "p2pe" | "pin", terminal: TerminalData): JsonObject {
  const state = judgedState(terminal[group]?.state);
  return state === INVALID_STATE ? { [group]: { encryptionState: state } } : {};
}

function open(body: JsonObject, card: JsonObject, baseKey: string): Opened {
  const emvRequest = textAt(card, "emvRequest");
  const chip: EmvReading = emvRequest === undefined ? NO_CHIP : parseEmv(emvRequest);
  const members = chip.fault === undefined ? chip.members : {};
  const { decrypted, p2pe } = openCard(card["p2pe"], baseKey);
  const known = completed(card, members, decrypted);
  const number = textAt(known, "number");
  const terminal = {
    chipFault: chip.fault?.explanation,
    returnableChip: chip.fault === undefined ? returnableEmv(chip.elements, number) : undefined,
    p2pe,
    pin: openPin(card["pin"], number, baseKey),
  };
  return { body: combine([bodyOf(known), body]), terminal };
}

const NO_CHIP: EmvReading = { elements: [], members: {}, fault: undefined };

/** A track of the chip only gives what it says: it is not held against anything (interface section 2.10). */
function completed(card: JsonObject, members: ChipMembers, decrypted: TerminalCard | undefined): JsonObject {
  const filled = withChipMembers(card, members);
  const number = filled["number"] ?? decrypted?.number;
  const expiry = filled["expiry"] ?? (decrypted?.expiry && { ...decrypted.expiry });
  const read = readCard(bodyOf({ ...filled, number, expiry }));
  return {
    ...filled,
    number: number ?? read?.number,
    expiry: expiry ?? (read?.expiry && { ...read.expiry }),
    track2: card["track2"],
  };
}

function openCard(
  p2pe: JsonObject[string],
  baseKey: string,
): { readonly decrypted: TerminalCard | undefined; readonly p2pe: Decrypted | undefined } {
  if (!isObject(p2pe)) return { decrypted: undefined, p2pe: undefined };
  const read = (): TerminalCard | undefined =>
    decryptCard(
      {
        payload: textAt(p2pe, "payload") ?? "",
        keySerialNumber: textAt(p2pe, "keySerialNumber") ?? "",
        initializationVector: textAt(p2pe, "initializationVector"),
      },
      baseKey,
    );
  const { content: decrypted, ...state } = opened(textAt(p2pe, "encryptionState"), read);
  return { decrypted, p2pe: { ...state, content: decrypted?.number } };
}

function openPin(
  pin: JsonObject[string],
  cardNumber: string | undefined,
  baseKey: string,
): Decrypted | undefined {
  if (!isObject(pin)) return undefined;
  const payload = textAt(pin, "payload") ?? "";
  const keySerialNumber = textAt(pin, "keySerialNumber") ?? "";
  return opened(
    textAt(pin, "encryptionState"),
    () => decryptPin({ payload, keySerialNumber, cardNumber }, baseKey)?.pin,
  );
}

/** What the terminal calls INVALID is not looked at. */
function opened<T>(
  sent: string | undefined,
  read: () => T | undefined,
): { readonly state: string; readonly content: T | undefined } {
  if (sent === INVALID_STATE) return { state: INVALID_STATE, content: undefined };
  const content = read();
  return { state: content === undefined ? UNREADABLE_STATE : (sent ?? "VALID"), content };
}

function bodyOf(card: JsonObject): JsonObject {
  return { sourceOfFunds: { provided: { card } } };
}
