/**
 * mulberry32: 32 bits of state are enough for digits that only have to look made up. The state is counted up by the
 * same step for every number, so that any of the numbers of a seed can be had without those before it.
 */
const STEP = 0x6d2b79f5;

/** The number from 0 to 1 that comes at the turn, which counts from 0, when it began with that state. */
export function numberAt(begin: number, turn: number): number {
  const state = (begin + Math.imul(turn + 1, STEP)) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** The state that a seed of up to 53 bits begins with. */
export function stateOf(seed: number): number {
  return (seed ^ Math.floor(seed / 2 ** 32)) | 0;
}
