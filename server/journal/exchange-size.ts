import type { Exchange } from "../domain/record/exchange.ts";

/** Of members that every exchange has, but for texts of any length. */
const FRAME_BYTES = 255;
/** Of the request's members that only a call of an operation has. */
const CALL_BYTES = 100;
/** The name of a rule that was passed, with its marks, as a middle; the texts are the rules' own. */
const RULE_BYTES = 25;
/** Of the status before and after, and of where the clock and the order stood. */
const TRANSITION_BYTES = 140;
/** Which contract judged, without its findings. */
const CONTRACT_BYTES = 100;
/** What decided, without the rules that were tried or added to it. */
const SCENARIO_BYTES = 280;

/**
 * About how many bytes the exchange takes as JSON text. Bodies are not walked: a text was written of the one, and the
 * other came with its length; masking leaves that as it is, about. Every request pays for it.
 */
export function exchangeSizeOf(exchange: Exchange, answerText = ""): number {
  const { id, request, rules, transition, notes } = exchange;
  let bytes = FRAME_BYTES + id.length + answerText.length + requestSizeOf(request);
  if (rules !== undefined) bytes += RULE_BYTES * rules.passed.length;
  if (transition !== undefined) bytes += TRANSITION_BYTES;
  return bytes + listSizeOf(notes) + judgedSizeOf(exchange);
}

function requestSizeOf({ route, path = "", operation, body, bytes }: Exchange["request"]): number {
  const own = route.length + path.length + (operation === undefined ? 0 : CALL_BYTES);
  if (body === undefined) return own;
  // The fields of a page's form come without a length.
  return own + (bytes > 0 ? bytes : jsonSizeOf(body));
}

function judgedSizeOf({
  contract,
  scenario,
  pausedBy,
  shadow,
  fault,
  refusal,
  notifications,
}: Exchange): number {
  let bytes = 0;
  if (contract !== undefined) bytes += CONTRACT_BYTES + listSizeOf(contract.findings);
  if (scenario !== undefined) {
    bytes += SCENARIO_BYTES + listSizeOf(scenario.tried) + listSizeOf(scenario.addedBy);
  }
  if (pausedBy !== undefined) bytes += jsonSizeOf(pausedBy);
  if (shadow !== undefined) bytes += jsonSizeOf(shadow);
  if (fault !== undefined) bytes += jsonSizeOf(fault);
  if (refusal !== undefined) bytes += jsonSizeOf(refusal);
  if (notifications !== undefined) bytes += jsonSizeOf(notifications);
  return bytes;
}

/** Most lists of an exchange are empty. */
function listSizeOf(list: readonly unknown[]): number {
  return list.length === 0 ? 0 : jsonSizeOf(list);
}

/** Quotes, and the comma or colon behind. */
const TEXT_MARKS = 3;
/** A number, `true`, `false` or `null` with its comma, as a middle. */
const LEAF_BYTES = 6;

/**
 * About how many bytes the value takes as JSON text, if its texts are of one byte a letter. Counting is seven
 * times as fast as writing the text.
 */
function jsonSizeOf(value: unknown): number {
  if (typeof value === "string") return value.length + TEXT_MARKS;
  if (typeof value !== "object" || value === null) return LEAF_BYTES;
  let bytes = TEXT_MARKS;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) bytes += jsonSizeOf(item);
    return bytes;
  }
  // Without a list of the entries, which would cost as much again.
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) bytes += name.length + TEXT_MARKS + jsonSizeOf(member);
  }
  return bytes;
}
