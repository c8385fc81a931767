/** Members of a card that only a terminal sends. */
export const TERMINAL_MEMBERS = ["emvRequest", "p2pe", "pin", "track1", "track2"] as const;

/** The terminal said so: what it encrypted is lost (interface section 2.10, encryptionState). */
export const INVALID_STATE = "INVALID";

/** Nothing could be made of the encrypted data: another key, another cipher, or not what it should be. */
export const UNREADABLE_STATE = "UNREADABLE";

/** What a terminal encrypted: the state, and the content when it could be read. */
export interface Decrypted {
  /** As it was sent, VALID when none was (interface section 2.10), or UNREADABLE. */
  readonly state: string;
  readonly content: string | undefined;
}

/** What a scenario makes INVALID of a card, as if a terminal had sent it so. */
export interface LostEncryption {
  readonly p2pe?: typeof INVALID_STATE;
  readonly pin?: typeof INVALID_STATE;
}

/** What the data of a terminal came to when it was opened. In the clear; never kept. */
export interface TerminalData {
  /** Why emvRequest is refused, to go on behind its name. Names tags and places, never a value. */
  readonly chipFault: string | undefined;
  /** What comes back of emvRequest; undefined when nothing does. */
  readonly returnableChip: string | undefined;
  /** The card number that came encrypted; undefined when none did. */
  readonly p2pe: Decrypted | undefined;
  readonly pin: Decrypted | undefined;
}

/** What cannot be read is as INVALID as what the terminal calls so (interface section 7; assumption A83). */
export function judgedState(state: string | undefined): string | undefined {
  return state === UNREADABLE_STATE ? INVALID_STATE : state;
}
