import type { ConductRule } from "../conduct-rule.ts";
import { breachesOf } from "./contract-remarks.ts";

export const numbersWhereText: ConductRule = {
  id: "numbers-where-text",
  severity: "error",
  title: "A number where text is asked for",
  duty: "Text is sent where text is asked for",
  reason:
    "As a number 10.10 becomes 10.1 and a long id loses its last digits, so that amounts and ids go wrong.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => breachesOf(exchanges, "number-for-text"),
};
