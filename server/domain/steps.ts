/** Work that takes long, in steps: whoever runs it may do something else between them. */
export type Steps<Result> = Generator<undefined, Result>;

/** What each of many comes to, a step for each. */
export function* stepwise<From, To>(
  items: Iterable<From>,
  work: (item: From) => readonly To[],
): Steps<readonly To[]> {
  const all: To[] = [];
  for (const item of items) {
    yield;
    all.push(...work(item));
  }
  return all;
}

/** All steps one after the other, where nobody waits for anything else. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
