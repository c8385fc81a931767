const WORKERS = 8;

/** Does the work for each, a few at the same time. */
export async function atOnce<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}
