/** There at once, or a promise of it: what every call looks up is seldom worth a turn of the event loop. */
export type Soon<T> = T | Promise<T>;

/** Goes on at once when it is there. */
export function whenHere<T, R>(soon: Soon<T>, next: (value: T) => Soon<R>): Soon<R> {
  return soon instanceof Promise ? soon.then(next) : next(soon);
}
