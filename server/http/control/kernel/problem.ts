import { maskStart } from "../../../domain/card/card.ts";
import { nearest } from "../../../domain/nearest.ts";

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

const SHOWN_LENGTH_MAX = 60;

/** The problem with a name that is none of the known ones, with the one that was probably meant. */
export function unknownName(title: string, name: string, known: readonly string[], status = 400): Problem {
  const shown = maskStart(name, SHOWN_LENGTH_MAX);
  const meant = nearest(shown, known);
  const question = meant === undefined ? "" : ` Did you mean '${meant}'?`;
  return new Problem(status, title, `There is no '${shown}'.${question} Known: ${known.join(", ")}.`);
}

/** Every member that is wrong, in a sentence for people and as a list for programs. */
export function wrongMembers(
  title: string,
  errors: readonly { readonly member: string; readonly message: string }[],
): Problem {
  const sentence = errors.map(({ member, message }) => `${member}: ${message}`).join("; ");
  return new Problem(400, title, sentence.endsWith("?") ? sentence : `${sentence}.`, { errors });
}
