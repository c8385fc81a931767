import { CARD, parseTrack1, parseTrack2 } from "../../card/card-details.ts";
import type { Instruction } from "../../request/instruction.ts";
import { textAt } from "../../json.ts";
import { invalid } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";

/** Of every request that may bring a card, whether it makes a transaction or not. */
type TerminalRule = Rule<{ readonly instruction: Pick<Instruction, "body" | "card" | "terminal"> }>;

/** Chip data is BER-TLV with permitted tags only; the refusal names the tag (interface sections 2.10 and 7). */
export const chipDataPermitted: TerminalRule = {
  id: "chip-data-permitted",
  source: "interface section 2.10; assumption A104",
  topic: "terminal",
  refuses: ({ instruction: { terminal } }) =>
    terminal?.chipFault === undefined
      ? undefined
      : invalid(`${CARD}.emvRequest`, "xxx", `emvRequest ${terminal.chipFault}`),
};

/** The number that came encrypted begins as the request says (interface sections 2.10 and 7). */
export const cardBinMatches: TerminalRule = {
  id: "card-bin-matches",
  source: "interface section 2.10",
  topic: "terminal",
  refuses: ({ instruction: { terminal, body } }) => {
    const field = `${CARD}.p2pe.cardBin`;
    const [number, start] = [terminal?.p2pe?.content, textAt(body, field)];
    return number === undefined || start === undefined || number.startsWith(start)
      ? undefined
      : invalid(field, start, "The decrypted card number does not start with it");
  },
};

/** A number beside the encrypted one says the same, as one beside a track does (assumption A109). */
export const encryptedNumberAgrees: TerminalRule = {
  id: "encrypted-number-agrees",
  source: "assumption A109",
  topic: "terminal",
  refuses: ({ instruction: { terminal, card } }) => {
    const decrypted = terminal?.p2pe?.content;
    return decrypted === undefined || decrypted === card?.number
      ? undefined
      : invalid(`${CARD}.number`, "xxx", "It must be the number encrypted in p2pe.payload");
  },
};

const TRACKS = { track1: parseTrack1, track2: parseTrack2 } as const;

/** What cannot be read cannot match the number and expiry of the request (interface section 2.10). */
export const tracksReadable: TerminalRule = {
  id: "tracks-readable",
  source: "interface section 2.10; assumption A110",
  topic: "terminal",
  refuses: ({ instruction: { body } }) => {
    const name = (["track2", "track1"] as const).find((track) => {
      const text = textAt(body, `${CARD}.${track}`);
      return text !== undefined && TRACKS[track](text) === undefined;
    });
    return name === undefined
      ? undefined
      : invalid(
          `${CARD}.${name}`,
          "xxx",
          "It does not contain a card number and expiry in ISO/IEC 7813 format",
        );
  },
};

/** Of every request that may bring a terminal's data, a void among them. */
export const terminals: readonly TerminalRule[] = [
  chipDataPermitted,
  cardBinMatches,
  encryptedNumberAgrees,
  tracksReadable,
];
