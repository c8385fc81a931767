import { StoreUnavailable } from "../../../store/store.ts";

/** Looks now and then whether a merchant has more of something than is kept. */
export interface Lookouts {
  /** One more has begun; resolves when somebody has looked, if it is time. `limit`: so many are kept; undefined: all. */
  readonly began: (merchantId: string, limit: number | undefined) => Promise<void>;
  readonly look: (merchantId: string) => Promise<void>;
}

export interface LookoutParts {
  /** Milliseconds since 1970. Not the merchant's clock, which tests advance by years. */
  readonly clock: () => number;
  readonly reportBug: (error: unknown) => void;
}

/**
 * A sixteenth of the limit, but a hundred at most, may be kept beyond it: what is too much is evicted together, so that the
 * work for each request is the same however much there is.
 */
const SLACK = 16;
const SLACK_MAX = 100;

const HOUR_MS = 3_600_000;

/** Merchants that are kept in mind; what the others have is counted when more of it begins. */
const KNOWN_MAX = 1_000;

interface Known {
  /** How many have begun since somebody looked. */
  begun: number;
  /** When to look again whatever is begun. */
  next: number;
  /** The last look. */
  looking: Promise<void>;
}

/** `keepWithin` brings what the merchant has within its limits. */
export function createLookouts(
  { clock, reportBug }: LookoutParts,
  keepWithin: (merchantId: string) => Promise<void>,
): Lookouts {
  const known = new Map<string, Known>();
  const look = (merchantId: string): Promise<void> => {
    if (known.size >= KNOWN_MAX) known.clear();
    const looking = (known.get(merchantId)?.looking ?? Promise.resolve()).then(() =>
      keepWithin(merchantId).catch((error: unknown) => {
        // The next look does it.
        if (!(error instanceof StoreUnavailable)) reportBug(error);
      }),
    );
    known.set(merchantId, { begun: 0, next: clock() + HOUR_MS, looking });
    return looking;
  };
  return {
    look,
    began: async (merchantId, limit) => {
      const own = known.get(merchantId);
      if (own !== undefined) own.begun += 1;
      if (own === undefined || own.begun > slackOf(limit) || clock() >= own.next) await look(merchantId);
    },
  };
}

function slackOf(limit = Infinity): number {
  return Math.min(SLACK_MAX, Math.floor(limit / SLACK));
}
