/** What the domain's errors use of V8, where it is there. */
interface ErrorConstructor {
  stackTraceLimit: number;
}
