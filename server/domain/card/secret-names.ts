/**
 * Names of what never leaves memory, wherever they stand and however their letters are: a name is enough, so
 * misplaced ones are caught too, and names that people give to the same data (assumption A16).
 */
const SECRET = new Set([
  ...[
    "aes256key",
    "cryptogram",
    "emv",
    "emvrequest",
    "onlinepaymentcryptogram",
    "payload",
    "paymenttoken",
    "pinblock",
  ],
  ...["securitycode", "csc", "cvc", "cvc2", "cvv", "cvv2", "cid"],
  ...["track", "track1", "track2", "trackdata"],
]);

/**
 * Secret when they are the value themselves: `pin` is a group of a card and the secret itself of a gift card, `p2pe` a
 * group and, misplaced, its payload, `cardSecurityCode` is a group of answers.
 */
const SECRET_LEAVES = new Set(["cardsecuritycode", "p2pe", "pin"]);

/** What holds a number of which six leading and four trailing digits may be shown. */
const NUMBER = new Set(["bankaccountnumber", "cardnumber", "iban", "maskedfpan", "number", "pan"]);

/** Of these, what holds the number of an account, which may be as short as it likes. */
const ACCOUNT = new Set(["bankaccountnumber", "iban"]);

/** What a name says of the value that has it. */
export interface NameKind {
  /** Its value never leaves memory. */
  readonly isSecret: boolean;
  /** The same, unless the value is an object. */
  readonly isSecretLeaf: boolean;
  /** It holds a number of which six leading and four trailing digits may be shown. */
  readonly holdsNumber: boolean;
  /** The number is that of an account, of which short ones are hidden as well. */
  readonly isAccount: boolean;
}

export function kindOfName(name: string): NameKind {
  const letters = lettersOf(name);
  return {
    isSecret: SECRET.has(letters),
    isSecretLeaf: SECRET_LEAVES.has(letters),
    holdsNumber: NUMBER.has(letters),
    isAccount: ACCOUNT.has(letters),
  };
}

/** A name as it counts, however it is written: `security code` is `securityCode`. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
