import { faultFits, FAULT_KINDS, FAULT_PLACES, FAULT_PLACES_OF } from "../../domain/effects.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { durationMs } from "../delays.ts";
import type { FindClashes } from "./clash.ts";

/** A part of the amount is approved by one gateway code only. */
const amountOfAnother: FindClashes = ({ approvedAmount, outcome }) =>
  approvedAmount === undefined || outcome === undefined || outcome === "PARTIALLY_APPROVED"
    ? []
    : [{ at: "approvedAmount", message: '"approvedAmount" goes with PARTIALLY_APPROVED only' }];

/** Also of a whole file, which has a delay of its own. */
export const delayClashes: FindClashes = ({ delay }) => {
  if (!isObject(delay)) return [];
  const [from, to, median, p95] = [delay["from"], delay["to"], delay["median"], delay["p95"]].map(msOf);
  return [
    ...(from !== undefined && to !== undefined && from > to
      ? [{ at: "delay/to", message: '"to" is shorter than "from"' }]
      : []),
    ...(median === 0 ? [{ at: "delay/median", message: '"median" must be longer than nothing' }] : []),
    ...(median !== undefined && p95 !== undefined && p95 <= median
      ? [{ at: "delay/p95", message: '"p95" must be longer than "median": most delays are shorter than it' }]
      : []),
  ];
};

const faultClashes: FindClashes = ({ fault }) => {
  if (!isObject(fault)) return [];
  const kind = FAULT_KINDS.find((it) => it === fault["kind"]);
  const place = FAULT_PLACES.find((it) => it === fault["at"]);
  if (kind === undefined) return [];
  return [
    ...(place !== undefined && !faultFits(place, kind)
      ? [{ at: "fault/at", message: `${kind} can be ${FAULT_PLACES_OF[kind].join(" or ")} only` }]
      : []),
    ...(kind !== "status" && fault["status"] !== undefined
      ? [{ at: "fault/status", message: '"status" goes with the kind status only' }]
      : []),
    ...(kind !== "stall" && fault["for"] !== undefined
      ? [{ at: "fault/for", message: '"for" goes with the kind stall only' }]
      : []),
  ];
};

/** Nothing is committed behind which a request could be held. */
const heldForNothing: FindClashes = ({ hold, fault }) =>
  hold === "after-commit" && isObject(fault) && fault["at"] === "before-commit"
    ? [{ at: "hold", message: "after-commit is never reached: the fault comes before the commit" }]
    : [];

/** What clashes in a rule and in a step of its sequence alike. */
export const ANSWER_CLASHES: readonly FindClashes[] = [
  amountOfAnother,
  delayClashes,
  faultClashes,
  heldForNothing,
];

/** Undefined when it is no duration, which the schema tells. */
function msOf(value: Json | undefined): number | undefined {
  return typeof value === "string" && /^\d+(\.\d+)?(ms|s|m)$/.test(value) ? durationMs(value) : undefined;
}
