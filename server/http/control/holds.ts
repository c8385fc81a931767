import type { HeldRequest } from "../../gateway/time/holds.ts";
import type { AppParts } from "../parts.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, text, whole } from "./kernel/endpoint.ts";
import type { Given, Judged, Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";
import { MORE, NEXT, pageOf, WHOLE_PAGE } from "./kernel/paging.ts";
import { Problem } from "./kernel/problem.ts";

const HOLD_QUERY = {
  type: "object",
  title: "field",
  additionalProperties: false,
  properties: {
    count: {
      description: "Answers as soon as this many requests are held, or when waitMs has passed.",
      ...whole({ minimum: 0, maximum: 1_000, default: 0 }),
    },
    waitMs: {
      description: "How long to wait for count, in milliseconds.",
      ...whole({ minimum: 0, maximum: 60_000, default: 0 }),
    },
    ...WHOLE_PAGE,
  },
} as const;

/** How many to wait for, and for how long; without it the answer comes at once. And which page of them. */
export type HoldWait = Given<typeof HOLD_QUERY>;

const BAD_FIELD =
  "count, waitMs or limit is not a whole number in its range, or nothing is held that after names.";

interface HeldPage {
  readonly holds: readonly HeldRequest[];
  readonly next: string | undefined;
  readonly complete: boolean;
}

async function heldOf(
  { holds: held }: AppParts,
  merchantId: string | undefined,
  { count, waitMs, ...page }: Judged<typeof HOLD_QUERY>,
  reaches: (merchantId: string) => boolean,
): Promise<HeldPage> {
  const complete = await held.waitFor(merchantId, count, waitMs);
  const all = held.list(merchantId).filter((it) => reaches(it.merchantId));
  const { rows, next } = pageOf(all, page, ({ id }) => id);
  return { holds: rows, next, complete };
}

/** The requests that scenarios hold, and their release, so that a race can be staged. */
export const holds: Resource = {
  schemas: {
    HeldRequest: {
      type: "object",
      required: ["id", "merchantId", "at"],
      properties: {
        id: { ...text, description: "The id of its exchange." },
        merchantId: text,
        operation: text,
        orderId: text,
        transactionId: text,
        at: text,
        heldBy: { type: "object", properties: { scenario: text, id: text, case: text } },
      },
    },
    Holds: {
      type: "object",
      required: ["holds", "complete"],
      properties: {
        holds: listOf("HeldRequest"),
        next: NEXT,
        complete: { ...flag, description: "Whether at least count requests were held." },
      },
    },
    Released: {
      type: "object",
      required: ["released"],
      properties: { released: { $ref: "#/components/schemas/HeldRequest" } },
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/holds",
      tag: "Scenarios",
      summary: "Lists the requests that are held by scenarios, oldest first",
      description: MORE,
      query: HOLD_QUERY,
      answers: { 200: "Holds" },
      problems: { 400: BAD_FIELD },
      scope: "filtered",
      handle:
        (parts) =>
        ({ query, reaches }) =>
          heldOf(parts, undefined, query, reaches),
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/holds`,
      tag: "Scenarios",
      summary: "Lists the merchant's requests that are held by scenarios, oldest first",
      description: MORE,
      query: HOLD_QUERY,
      answers: { 200: "Holds" },
      problems: { 400: BAD_FIELD, 404: NO_MERCHANT },
      handle:
        (parts) =>
        ({ merchant, query, reaches }) =>
          heldOf(parts, merchant.id, query, reaches),
    }),
    endpoint({
      method: "post",
      path: "/v1/holds/:id/release",
      tag: "Scenarios",
      summary: "Releases a held request",
      answers: { 200: "Released" },
      problems: { 404: "No request is held under this id: it never was, or the hold is over." },
      ownerOf: ({ holds: held }, id) => held.list(undefined).find((it) => it.id === id)?.merchantId,
      handle:
        ({ holds: held }) =>
        ({ params: { id } }) => {
          const released = held.list(undefined).find((it) => it.id === id);
          if (released === undefined || !held.release(id))
            throw new Problem(
              404,
              "No such hold",
              "No request is held under this id: it never was, or the hold is over.",
            );
          return { released };
        },
    }),
  ],
};
