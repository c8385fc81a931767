/** What came of one expectation. */
export interface Found {
  readonly passed: boolean;
  readonly expected: string;
  readonly happened: string;
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[];
}

export function timesWords(count: number): string {
  if (count === 0) return "never";
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}

export function countedWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
