import { Router } from "express";
import type { AppParts } from "../parts.ts";
import { browserPaymentRoutes } from "./browser-payment-routes.ts";
import { checkoutRoutes } from "./checkout-routes.ts";
import { answerPageFailure } from "./mount-page.ts";

/** The pages that payers' browsers open. */
export function pageRoutes(parts: AppParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  browserPaymentRoutes(parts, router);
  checkoutRoutes(parts, router);
  router.use(answerPageFailure);
  return router;
}
