import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import express from "express";
import type { Request, Response } from "express";
import basicAuth from "express-basic-auth";
import { ANSWER } from "./reference-answer.ts";
import { FLOWS, MERCHANT, PASSWORD } from "./requests.ts";

/**
 * What the sandbox is measured against: the least that any server in Express 5 does for these requests. It reads the
 * body, checks the credentials, validates against the same schemas and answers a constant. It keeps nothing.
 */

const SCHEMAS = new URL("../../schemas/", import.meta.url);

const validators = compileContracts();
const app = express();
app.disable("x-powered-by");
app.disable("etag"); // A hash of every answer, which the sandbox does not make either.
app.use(basicAuth({ users: { [`merchant.${MERCHANT}`]: PASSWORD }, challenge: true }));
app.put(
  "/api/rest/version/100/merchant/:merchantId/order/:orderId/transaction/:transactionId",
  express.json({ limit: "1mb" }),
  answer,
);

const server = createServer(app).listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.({ port: (server.address() as AddressInfo).port });
process.once("disconnect", () => {
  process.exit();
});

function answer(request: Request, response: Response): void {
  const body = request.body as { readonly apiOperation?: unknown };
  const validate = validators.get(body.apiOperation);
  if (validate?.(body) === true) response.status(201).json(ANSWER);
  else response.status(400).json({ result: "ERROR", errors: validate?.errors ?? [] });
}

/** Ajv with nothing but what the schemas need, by operation. */
function compileContracts(): ReadonlyMap<unknown, ValidateFunction> {
  const ajv = new Ajv2020({ strictSchema: false });
  formats.default(ajv);
  for (const file of ["scalars.json", ...filesIn("groups/"), ...filesIn("requests/")]) {
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, SCHEMAS), "utf8")) as object);
  }
  const operations = Object.values(FLOWS).flatMap((requests) => requests.map((body) => body.apiOperation));
  return new Map(operations.map((operation) => [operation, contractOf(ajv, operation)]));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, SCHEMAS)).map((name) => folder + name);
}

function contractOf(ajv: Ajv2020, operation: string): ValidateFunction {
  const id = `https://gateway-sandbox.example/schemas/requests/${operation.toLowerCase()}.v100.json`;
  const validate = ajv.getSchema(id);
  if (validate === undefined) throw new Error(`no schema ${id}`);
  return validate;
}
