import { readFileSync } from "node:fs";
import type { Router } from "express";

/** What editors complete and check: the files that people write. */
const PUBLISHED = ["expectations.json", "merchants.json", "scenario.json"];

const SCHEMAS = new URL("../../schemas/", import.meta.url);

/** Gives the schemas to editors, which send no token. */
export function schemaRoutes(router: Router): void {
  for (const file of PUBLISHED) {
    const text = readFileSync(new URL(file, SCHEMAS), "utf8");
    router.get(`/schemas/${file}`, (_request, response) => {
      response.type("application/schema+json").send(text);
    });
  }
}
