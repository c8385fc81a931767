import { Router } from "express";
import type { Request, RequestHandler } from "express";
import { isObject, textAt, valueAt } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import type { Showing } from "../../../gateway/checkout/checkout-record.ts";
import type { ShowRequest } from "../../../gateway/checkout/show.ts";
import { openable } from "../../../gateway/checkout/destinations.ts";
import { maskBody } from "../../../gateway/secrets/masking.ts";
import type { AppParts } from "../../parts.ts";
import { recordingOf } from "../../gateway/exchange-recorder.ts";
import { mount } from "../../gateway/mount.ts";
import { readBytes, readPayload } from "../../payload.ts";

/** What the script of a merchant's page asks for (web/checkout/). Every origin may; it proves nothing by being one. */
export function checkoutScriptRoutes(parts: AppParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  mount(router, parts, "/checkout/show/:sessionId", {
    guards: [forEveryOrigin, readBytes],
    methods: {
      post: async (request, { sessionId = "" }) => {
        const { draft } = recordingOf(request);
        const { body } = readPayload(request);
        draft.request = { ...draft.request, body: maskBody(body) };
        const target = await parts.gateway.checkout.find(sessionId);
        const merchant = target && parts.merchants.find(target.merchantId);
        if (merchant === undefined) {
          const fault = { field: "session.id", validationType: "INVALID" } as const;
          throw new Refusal("rule", "The session is unknown or does not belong to a checkout", fault);
        }
        return parts.gateway.checkout.show({ draft, merchant, sessionId }, showRequestIn(body));
      },
    },
  });
  return router;
}

const forEveryOrigin: RequestHandler = (request: Request, response, next) => {
  recordingOf(request).draft.authentication = "not-required";
  response.set("Access-Control-Allow-Origin", "*");
  next();
};

function showRequestIn(body: Json): ShowRequest {
  const version = valueAt(body, "version");
  const configuration = valueAt(body, "configuration");
  return {
    version: typeof version === "number" ? version : undefined,
    showing: showingIn(body),
    configuration: isObject(configuration) ? configuration : ({} satisfies JsonObject),
  };
}

/** Where the payer comes back to is a page that a browser can open; of a file or a frame without an origin it is none. */
function showingIn(body: Json): Showing | undefined {
  const as = (["page", "embedded", "lightbox"] as const).find((way) => way === textAt(body, "as"));
  if (as === undefined) return undefined;
  const page = openable(textAt(body, "page"));
  if (page === undefined) {
    throw new Refusal("contract", "The checkout is shown by a page with an address of http or https");
  }
  const calls = valueAt(body, "calls");
  const named = Array.isArray(calls) ? (calls as readonly Json[]) : [];
  return {
    as,
    page: page.replace(/#.*/s, ""),
    calls: named.filter((name) => typeof name === "string"),
  };
}
