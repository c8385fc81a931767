/** What is wrong with a call of the control API (RFC 9457). */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** What a program may want to know beside the words. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    title: string,
    detail: string,
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.members = members;
  }
}
