import type { RequestHandler, Router } from "express";
import type { AppParts } from "./parts.ts";
import { callOf, payloadOf } from "./call.ts";
import { mount } from "./mount.ts";
import { readBytes } from "./read-bytes.ts";

const MERCHANT = "/api/rest/version/:version/merchant/:merchantId";

/** What is asked about a card, without an order. */
export function cardRequestRoutes(parts: AppParts, router: Router, guards: readonly RequestHandler[]): void {
  const { gateway } = parts;
  const all = [...guards, readBytes];
  mount(router, parts, `${MERCHANT}/balanceInquiry`, {
    guards: all,
    methods: {
      put: (request, params) => gateway.inquireBalance(callOf(request, params), payloadOf(request)),
    },
  });
  mount(router, parts, `${MERCHANT}/riskassessment/:riskAssessmentId`, {
    guards: all,
    methods: {
      put: (request, params) => {
        const riskAssessmentId = params["riskAssessmentId"] ?? "";
        return gateway.assessRisk({ ...callOf(request, params), riskAssessmentId }, payloadOf(request));
      },
    },
  });
}
