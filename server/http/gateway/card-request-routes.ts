import type { RequestHandler, Router } from "express";
import { PATHS } from "../../domain/operations/paths.ts";
import type { AppParts } from "../parts.ts";
import { callOf, payloadOf } from "./call.ts";
import { mount, routeOf } from "./mount.ts";
import { readBytes } from "../read-bytes.ts";

/** What is asked about a card or the merchant, without an order. */
export function cardRequestRoutes(parts: AppParts, router: Router, guards: readonly RequestHandler[]): void {
  const { gateway } = parts;
  const all = [...guards, readBytes];
  mount(router, parts, routeOf(PATHS.balanceInquiry), {
    guards: all,
    methods: {
      put: (request, params) => gateway.inquireBalance(callOf(request, params), payloadOf(request)),
    },
  });
  mount(router, parts, routeOf(PATHS.paymentOptions), {
    guards: all,
    methods: {
      get: (request, params) => gateway.inquirePaymentOptions(callOf(request, params), payloadOf(request)),
      post: (request, params) => gateway.inquirePaymentOptions(callOf(request, params), payloadOf(request)),
    },
  });
  mount(router, parts, routeOf(PATHS.riskAssessment), {
    guards: all,
    methods: {
      put: (request, params) => {
        const riskAssessmentId = params["riskAssessmentId"] ?? "";
        return gateway.assessRisk({ ...callOf(request, params), riskAssessmentId }, payloadOf(request));
      },
    },
  });
}
