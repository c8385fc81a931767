import { maskText } from "../../domain/card.ts";
import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { membersOf, parseMemberPath } from "../../domain/member-path.ts";
import { isSecretPath } from "../../domain/secret-members.ts";
import { PATTERN_MAX, readPattern } from "./pattern.ts";
import type { Slip } from "./slips.ts";

const SECRET_REASON =
  'the value of this member is secret: ask { exists: true }, or the security code by "securityCode"';
const ABSENT_REASON = "a member that is not there has no value: no request can match";

/** Values of secret members (assumption A194), patterns that cannot be used, and values of what must not be there. */
export function requestSlips(request: unknown): readonly Slip[] {
  if (!isObject(request)) return [];
  return Object.entries(request).flatMap(([path, wanted]) => {
    const pointer = `/request/${pointerPart(path)}`;
    if (isSecretPath(membersOf(parseMemberPath(path))) && !asksOnlyWhetherItExists(wanted))
      return [{ pointer, message: SECRET_REASON }];
    return isObject(wanted)
      ? [...absentSlip(pointer, wanted), ...patternSlip(pointer, wanted["pattern"])]
      : [];
  });
}

function asksOnlyWhetherItExists(wanted: unknown): boolean {
  return isObject(wanted) && Object.keys(wanted).every((name) => name === "exists");
}

function absentSlip(pointer: string, wanted: JsonObject): readonly Slip[] {
  if (wanted["exists"] !== false || Object.keys(wanted).length === 1) return [];
  return [{ pointer: `${pointer}/exists`, message: ABSENT_REASON }];
}

/** The schema tells patterns that are too long. */
function patternSlip(pointer: string, pattern: unknown): readonly Slip[] {
  if (typeof pattern !== "string" || pattern.length > PATTERN_MAX) return [];
  const read = readPattern(pattern);
  if (read.fits !== undefined) return [];
  return [
    { pointer: `${pointer}/pattern`, message: `this pattern cannot be used: ${maskText(read.reason)}` },
  ];
}

/** A name as a step of a JSON pointer. */
export function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
