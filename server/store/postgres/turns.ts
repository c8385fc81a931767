/**
 * Who works on the same waits for each other, in the order they came; whoever works on something else does not. Within one
 * process this keeps the order of calls; between processes the database decides.
 */
export interface Turns {
  /** `names` is what it works on; undefined: on everything of the merchant. */
  take: <R>(merchantId: string, names: readonly string[] | undefined, work: () => Promise<R>) => Promise<R>;
  /** Resolves when everything that came before is done. */
  idle: () => Promise<void>;
}

interface Turn {
  readonly names: ReadonlySet<string> | undefined;
  readonly done: Promise<void>;
}

export function createTurns(): Turns {
  const byMerchant = new Map<string, Set<Turn>>();
  return {
    take: (merchantId, named, work) => {
      const turns = byMerchant.get(merchantId) ?? new Set<Turn>();
      byMerchant.set(merchantId, turns);
      const names = named && new Set(named);
      const before = [...turns].filter((turn) => isInTheWay(turn.names, names)).map(({ done }) => done);
      const result = before.length === 0 ? work() : Promise.all(before).then(work);
      const turn = { names, done: result.then(nothing, nothing) };
      turns.add(turn);
      void turn.done.then(() => {
        turns.delete(turn);
        if (turns.size === 0 && byMerchant.get(merchantId) === turns) byMerchant.delete(merchantId);
      });
      return result;
    },
    idle: async () => {
      await Promise.all([...byMerchant.values()].flatMap((turns) => [...turns].map(({ done }) => done)));
    },
  };
}

function nothing(): void {
  // How it ended is told to whoever asked for it.
}

function isInTheWay(one: Turn["names"], other: Turn["names"]): boolean {
  if (one === undefined || other === undefined) return true;
  for (const name of other) if (one.has(name)) return true;
  return false;
}
