import { Router } from "express";
import type { AppParts } from "../parts.ts";
import { browserPaymentRoutes } from "./browser-payment-routes.ts";
import { checkoutRoutes } from "./checkout-routes.ts";
import { answerPageFailure } from "./mount-page.ts";
import { webFileRoutes } from "./web-files.ts";

/** The pages that payers' browsers open, with their scripts and style. */
export function pageRoutes(parts: AppParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  webFileRoutes(router);
  browserPaymentRoutes(parts, router);
  checkoutRoutes(parts, router);
  router.use(answerPageFailure);
  return router;
}
