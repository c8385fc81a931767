import type { Exchange } from "../../domain/record/exchange.ts";
import { groupedBy } from "./grouped.ts";
import { timeOf } from "./attempt.ts";

/** Whether the merchant's clock stood still: then all happened at one time, however long it took. */
export function isStopped(exchanges: readonly Exchange[]): boolean {
  const known = exchanges.filter(({ moment }) => moment !== undefined);
  const times = (known.length > 0 ? known : exchanges).map(timeOf);
  return times.length > 1 && times.every((time) => time === times[0]);
}

/** What the exchanges cannot tell, in sentences. */
export function blindSpotsOf(exchanges: readonly Exchange[], unjudged: readonly string[]): readonly string[] {
  const begun = ordersBegunBefore(exchanges);
  const bodiless = exchanges.filter(isBodiless).length;
  return [
    ...(unjudged.length === 0
      ? []
      : [`The clock was frozen, so ${unjudged.join(", ")} could not be checked.`]),
    ...(begun.length === 0
      ? []
      : [`The exchanges start in the middle of ${counted(begun.length, "order")}: ${shown(begun)}.`]),
    ...(bodiless === 0
      ? []
      : [`The bodies of ${counted(bodiless, "exchange")} were too large to be recorded.`]),
  ];
}

export function goneWords(count: number): string {
  return `${counted(count, "older exchange")} were evicted from the journal and not checked.`;
}

/** An inbox of the sandbox answers as its tester tells it to. */
export function inboxWords(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `${counted(count, "notification")} went to an inbox of the sandbox, which tells nothing of a receiver.`,
  ];
}

/** Orders whose first change is not among the exchanges. */
export function ordersBegunBefore(exchanges: readonly Exchange[]): readonly string[] {
  const changes = exchanges.filter(({ committed, transition }) => committed && transition !== undefined);
  return [...groupedBy(changes, ({ request }) => request.orderId)].flatMap(([orderId, [first]]) =>
    orderId !== undefined && first?.transition?.before !== undefined ? [orderId] : [],
  );
}

function isBodiless({ contract, request }: Exchange): boolean {
  return contract !== undefined && request.body === undefined && request.bytes > 0;
}

const SHOWN_MAX = 5;

function shown(ids: readonly string[]): string {
  const rest = ids.length - SHOWN_MAX;
  return ids.slice(0, SHOWN_MAX).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
