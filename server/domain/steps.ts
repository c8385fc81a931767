/** Work that takes long, in steps: whoever runs it may do something else between them. */
export type Steps<Result> = Generator<undefined, Result>;

/** All steps one after the other, where nobody waits for anything else. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
