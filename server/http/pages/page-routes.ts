import { Router } from "express";
import type { RequestHandler } from "express";
import { setGuards } from "../headers.ts";
import { formRoutes } from "../form/form-routes.ts";
import type { AppParts } from "../parts.ts";
import { authenticationRoutes } from "./authentication/routes.ts";
import { enrollmentRoutes } from "./authentication/enrollment-routes.ts";
import { browserPaymentRoutes } from "./browser-payment-routes.ts";
import { checkoutScriptRoutes } from "./checkout/script-routes.ts";
import { checkoutRoutes } from "./checkout/routes.ts";
import { answerPageFailure } from "./mount-page.ts";
import { webFileRoutes } from "./web-files.ts";

/** People who open the sandbox's address are meant; programs get what every unknown path answers. */
const portalForBrowsers: RequestHandler = (request, response, next) => {
  if (request.accepts(["json", "html"]) !== "html") {
    next();
    return;
  }
  setGuards(response);
  response.vary("Accept").redirect(303, "/_sandbox/");
};

/** What payers' browsers load: pages, and the scripts, frames and style of merchants' pages. */
export function pageRoutes(parts: AppParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  webFileRoutes(router);
  router.get("/", portalForBrowsers);
  browserPaymentRoutes(parts, router);
  authenticationRoutes(parts, router);
  enrollmentRoutes(parts, router);
  checkoutRoutes(parts, router);
  router.use(answerPageFailure);
  router.use(checkoutScriptRoutes(parts));
  router.use(formRoutes(parts));
  return router;
}
