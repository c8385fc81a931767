import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import express from "express";
import type { Request, Response } from "express";
import basicAuth from "express-basic-auth";
import { answerOf, orderOf } from "./reference-answer.ts";
import type { Payment } from "./reference-answer.ts";
import { listenFor } from "./listening.ts";
import { MERCHANT, PASSWORD } from "./requests.ts";

/**
 * What the sandbox is measured against: the server that one writes in Express 5 for these requests without a thought
 * of speed. Every package has its defaults. It checks the credentials, reads the body, validates it against the
 * sandbox's own schema and builds an answer of 1.5 kB. It keeps nothing, decides nothing and records nothing.
 */

const OPERATIONS = ["AUTHORIZE", "CAPTURE", "PAY", "REFUND"];
const ORDER = "/api/rest/version/100/merchant/:merchantId/order/:orderId";

const validators = compileContracts();
const app = express();
app.use(basicAuth({ users: { [`merchant.${MERCHANT}`]: PASSWORD }, challenge: true }));
app.use(express.json());
app.put(`${ORDER}/transaction/:transactionId`, (request, response) => {
  answer(request, response);
});
app.get(ORDER, ({ params }, response) => {
  response.json(orderOf(params));
});
listenFor(app);

function answer(
  { body, params }: Request<{ merchantId: string; orderId: string; transactionId: string }, unknown, Payment>,
  response: Response,
): void {
  const validate = validators.get(body.apiOperation);
  if (validate?.(body) === true) response.status(201).json(answerOf(params, body));
  else response.status(400).json({ result: "ERROR", errors: validate?.errors ?? [] });
}

/** By operation. Strict mode knows no `x-source`; it says nothing about how validators are made. */
function compileContracts(): ReadonlyMap<string, ValidateFunction> {
  const ajv = new Ajv2020({ strictSchema: false });
  formats.default(ajv);
  for (const file of ["scalars.json", ...filesIn("groups"), ...filesIn("requests")]) {
    ajv.addSchema(JSON.parse(readFileSync(`schemas/${file}`, "utf8")) as object);
  }
  return new Map(OPERATIONS.map((operation) => [operation, contractOf(ajv, operation)]));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(`schemas/${folder}`).map((name) => `${folder}/${name}`);
}

function contractOf(ajv: Ajv2020, operation: string): ValidateFunction {
  const id = `https://gateway-sandbox.example/schemas/requests/${operation.toLowerCase()}.v100.json`;
  const validate = ajv.getSchema(id);
  if (validate === undefined) throw new Error(`no schema ${id}`);
  return validate;
}
