import type { HeldRequest } from "../../gateway/time/holds.ts";
import type { AppParts } from "../parts.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, text, whole } from "./kernel/endpoint.ts";
import type { Given, Judged, Resource } from "./kernel/endpoint.ts";
import { endpoint } from "./kernel/kernel.ts";
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
  },
} as const;

/** How many to wait for, and for how long; without it the answer comes at once. */
export type HoldWait = Given<typeof HOLD_QUERY>;

const BAD_NUMBER = "count or waitMs is not a whole number in its range.";

async function heldOf(
  { holds: held }: AppParts,
  merchantId: string | undefined,
  { count, waitMs }: Judged<typeof HOLD_QUERY>,
): Promise<{ readonly holds: readonly HeldRequest[]; readonly complete: boolean }> {
  const isThere = await held.waitFor(merchantId, count, waitMs);
  return { holds: held.list(merchantId), complete: isThere };
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
      query: HOLD_QUERY,
      answers: { 200: "Holds" },
      problems: { 400: BAD_NUMBER },
      scope: "filtered",
      handle:
        (parts) =>
        async ({ query, reaches }) => {
          const { holds: found, complete } = await heldOf(parts, undefined, query);
          return { holds: found.filter(({ merchantId }) => reaches(merchantId)), complete };
        },
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/holds`,
      tag: "Scenarios",
      summary: "Lists the merchant's requests that are held by scenarios, oldest first",
      query: HOLD_QUERY,
      answers: { 200: "Holds" },
      problems: { 400: BAD_NUMBER, 404: NO_MERCHANT },
      handle:
        (parts) =>
        ({ merchant, query }) =>
          heldOf(parts, merchant.id, query),
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
