import type { Router } from "express";
import { once } from "../contract/contract.ts";
import type { JsonObject } from "../domain/json.ts";
import { controlDocument } from "../openapi/control-document.ts";
import { documentedVersion, loadGatewayDocuments } from "../openapi/gateway-documents.ts";
import { CONTROL_DESCRIPTION } from "./control-description.ts";
import { paramOf } from "./merchant-params.ts";
import { sendReference } from "./pages/reference-page.ts";
import { Problem } from "./problem.ts";

/** What the gateway and the control API are, for generators of clients and for people. It holds no secrets. */
export function openApiRoutes(router: Router): void {
  // Most sandboxes are never asked, and all want to start quickly.
  const documents = once(loadGatewayDocuments);
  const control = controlDocument(CONTROL_DESCRIPTION);
  const documentOf = (name: string): JsonObject | undefined => {
    if (name === "control") return control;
    const version = /^(v\d+|latest)$/.test(name) ? documentedVersion(name) : undefined;
    return version === undefined ? undefined : documents()({ version, origin: "" });
  };
  router.get("/openapi/:document", (request, response) => {
    const name = /^(.+)\.json$/.exec(paramOf(request, "document"))?.[1] ?? "";
    const document = documentOf(name);
    if (document === undefined) {
      throw new Problem(
        404,
        "No such document",
        "There are v1.json to v100.json, latest.json and control.json.",
      );
    }
    response.json(document);
  });
  router.get("/docs", (_request, response) => {
    sendReference(response, control);
  });
}
