/** Wrong passwords that one address may send for one merchant before its answers are delayed (assumption A249). */
export const FREE_ATTEMPTS = 5;
/** The first delay; each further wrong password doubles it. */
const FIRST_DELAY_MS = 100;
const DELAY_MS_MAX = 2_000;
/** After so long without a wrong password, counting begins anew. */
const FORGOTTEN_AFTER_MS = 60_000;
/** Pairs of address and merchant that are counted; the oldest goes first. */
const COUNTED_MAX = 1_000;

/** Who tried: the merchant that the user part names, if there is one, and the address of the connection. */
export interface WrongPassword {
  readonly merchant: string;
  readonly address: string;
  /** Whether there is this merchant, so that only the password is wrong. */
  readonly isKnown: boolean;
}

/** Slows down whoever guesses passwords, and tells the log. A right password is never slowed. */
export interface WrongPasswords {
  /** Resolves when the refusal may be answered. */
  readonly refused: (attempt: WrongPassword) => Promise<void>;
}

interface WrongPasswordParts {
  /** Tells the log who tried, and how often. */
  readonly warn: (tried: WrongPassword & { readonly attempts: number }) => void;
  /** Milliseconds of a clock that only moves forward. */
  readonly stopwatch: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

export function createWrongPasswords({ warn, stopwatch, pause }: WrongPasswordParts): WrongPasswords {
  const counted = new Map<string, { attempts: number; last: number }>();
  const countOf = (key: string): number => {
    const now = stopwatch();
    const known = counted.get(key);
    const attempts = known === undefined || now - known.last > FORGOTTEN_AFTER_MS ? 1 : known.attempts + 1;
    counted.delete(key);
    counted.set(key, { attempts, last: now });
    const [oldest] = counted.keys();
    if (counted.size > COUNTED_MAX && oldest !== undefined) counted.delete(oldest);
    return attempts;
  };
  return {
    refused: async (tried) => {
      const { merchant, address } = tried;
      const attempts = countOf(`${address} ${merchant}`);
      // A guesser must not fill the log: attempts 1, 2, 4, 8 … are told.
      if (Number.isInteger(Math.log2(attempts))) warn({ ...tried, attempts });
      if (attempts <= FREE_ATTEMPTS) return;
      await pause(Math.min(FIRST_DELAY_MS * 2 ** (attempts - FREE_ATTEMPTS - 1), DELAY_MS_MAX));
    },
  };
}
