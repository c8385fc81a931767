/** Whether the number has at most so many decimals. It is not divided: in floating point 0.3 is no multiple of 0.001. */
export function hasDecimals(decimals: number, value: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}
