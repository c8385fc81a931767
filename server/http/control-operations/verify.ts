import type { ControlOperation } from "../../openapi/control-document.ts";
import { MERCHANT, NO_MERCHANT } from "./words.ts";

export const verifyOperations: readonly ControlOperation[] = [
  {
    method: "post",
    path: `${MERCHANT}/verify`,
    tag: "Verdict",
    summary: "Says whether the merchant's client did what was expected of it, and how it behaved",
    description: "Without a body nothing is expected but good conduct.",
    takes: "Expectations",
    takesNothing: true,
    answers: { 200: "Verdict" },
    problems: { 400: "The expectations are not as their schema says.", 404: NO_MERCHANT },
  },
  {
    method: "get",
    path: `${MERCHANT}/conduct`,
    tag: "Verdict",
    summary:
      "Gives the scorecard of the merchant's client: every rule of conduct, and what it did against it",
    answers: { 200: "Scorecard" },
    problems: { 404: NO_MERCHANT },
  },
  {
    method: "get",
    path: "/v1/conduct",
    tag: "Verdict",
    summary: "Gives the scorecards of all merchants that have called",
    answers: { 200: "Scorecards" },
  },
];
