import { expect } from "chai";
import express from "express";
import type { NextFunction, Request, Response } from "express";
import request from "supertest";
import { isObject } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { whole } from "../../server/http/control/kernel/endpoint.ts";
import { usersOnly } from "../../server/http/control/access/users.ts";
import type { Endpoint } from "../../server/http/control/kernel/endpoint.ts";
import { endpoint, mount } from "../../server/http/control/kernel/kernel.ts";
import { Problem } from "../../server/http/control/kernel/problem.ts";
import { CONTROL_DESCRIPTION, ENDPOINTS } from "../../server/http/control/resources.ts";
import { PARTS } from "../openapi/mounted.ts";

const QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    sort: { type: "string", enum: ["newest", "oldest"] },
    limit: whole({ minimum: 1, maximum: 9, default: 3 }),
    tags: { type: "array", items: { type: "string", title: "tag", enum: ["red", "blue"] } },
    years: { type: "array", items: whole({ minimum: 1970, maximum: 9999 }) },
  },
} as const;

const FORM = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", title: "a name" },
    at: { type: "string", format: "date-time", title: "a time with its zone" },
    times: { ...whole({ minimum: 1, maximum: 9, default: 1 }), title: "how often" },
  },
} as const;

/** Nothing is changed, so that nothing is noted either. */
const told = {
  ...{ tag: "Sandbox", summary: "Tells what came in", answers: { 200: "JsonSchema" } },
  needs: "look" as const,
};

const listing = endpoint({
  ...{ ...told, method: "get", path: "/things" },
  query: QUERY,
  handle:
    () =>
    ({ query }) =>
      query,
});

const making = endpoint({
  ...{ ...told, method: "post", path: "/things" },
  body: { name: "Thing", schema: FORM, wrong: { title: "Invalid thing" } },
  handle:
    () =>
    ({ body }) =>
      body,
});

const waiting = endpoint({
  ...{ ...told, method: "post", path: "/wait" },
  body: { name: "Wait", schema: QUERY, reads: "fields" },
  handle:
    () =>
    ({ body }) =>
      body,
});

describe("an endpoint of the control API", () => {
  const app = express();
  app.use(usersOnly({ token: undefined, users: [], userHeader: undefined, cookieKey: new Uint8Array() }));
  const each: readonly Endpoint[] = [listing, making, waiting];
  for (const it of each) mount(app, it, PARTS, CONTROL_DESCRIPTION);
  app.use((error: Problem, _request: Request, response: Response, next: NextFunction) => {
    if (!(error instanceof Problem)) next(error);
    else response.status(error.status).json([error.title, error.detail]);
  });
  const answerOf = async (call: request.Test): Promise<unknown> => (await call).body as unknown;

  const queries: readonly (readonly [query: string, answer: Json])[] = [
    ["", { limit: 3 }],
    ["?limit=9&sort=newest", { limit: 9, sort: "newest" }],
    ["?tags=red,%20blue&years=1999,2030", { limit: 3, tags: ["red", "blue"], years: [1999, 2030] }],
    ["?limit=10", ["Invalid limit", "limit must be a whole number from 1 to 9."]],
    ["?limit=", ["Invalid limit", "limit must be a whole number from 1 to 9."]],
    ["?sort=newst", ["Invalid sort", "sort must be one of newest, oldest. Did you mean newest?"]],
    [
      "?srot=newest&limit=0",
      ["Unknown filter", "There is no 'srot'. Did you mean 'sort'? Known: sort, limit, tags, years."],
    ],
    ["?sort=newest&sort=oldest", ["Invalid sort", "It can be given only once."]],
    ["?tags=red,bleu", ["Unknown tag", "There is no 'bleu'. Did you mean 'blue'? Known: red, blue."]],
    ["?years=1999,x", ["Invalid years", "years must be comma-separated whole numbers from 1970 to 9999."]],
  ];
  for (const [query, answer] of queries)
    it(`judges the query ${query === "" ? "that is empty" : query}`, async () => {
      expect(await answerOf(request(app).get(`/things${query}`))).to.deep.equal(answer);
    });

  const forms: readonly (readonly [body: Json, answer: Json])[] = [
    [
      { name: "a", at: "2030-01-01T00:00:00Z" },
      { name: "a", at: "2030-01-01T00:00:00Z", times: 1 },
    ],
    [{ nam: "a" }, ["Unknown member", "There is no 'nam'. Did you mean 'name'? Known: name, at, times."]],
    [[], ["Invalid thing", "name: expected a name."]],
    [
      { at: "2030-02-30T00:00:00Z", times: "1" },
      [
        "Invalid thing",
        "name: expected a name; at: expected a time with its zone; times: expected how often.",
      ],
    ],
  ];
  for (const [body, answer] of forms)
    it(`judges the body ${JSON.stringify(body)}`, async () => {
      expect(
        await answerOf(
          request(app)
            .post("/things")
            .send(body as object),
        ),
      ).to.deep.equal(answer);
    });

  const fields: readonly (readonly [body: Json, answer: Json])[] = [
    [{ limit: "2" }, { limit: 2 }],
    [{ sort: 1 }, ["Invalid sort", "sort must be one of newest, oldest."]],
    [{ limit: null }, ["Invalid limit", "It must be a string or a number."]],
    [[], ["Bad request", "The body must be a JSON object."]],
  ];
  for (const [body, answer] of fields)
    it(`takes texts and numbers as a query does: ${JSON.stringify(body)}`, async () => {
      expect(
        await answerOf(
          request(app)
            .post("/wait")
            .send(body as object),
        ),
      ).to.deep.equal(answer);
    });
});

describe("the endpoints of the control API", () => {
  const taken = ENDPOINTS.flatMap(({ method, path, query, body }) =>
    [query, body?.schema].flatMap((schema) => (schema ? [{ name: `${method} ${path}`, schema }] : [])),
  );
  // Expectations have a schema file of their own, and notifications are the gateway's.
  const isOurs = (name: string): boolean => !/verify$|inbox\/:inbox$/.test(name);
  for (const { name, schema } of taken.filter((it) => isOurs(it.name)))
    it(`say all that may come in: ${name}`, () => {
      const forms = (schema["oneOf"] ?? [schema]) as readonly Json[];
      for (const form of forms)
        expect(isObject(form) && form["additionalProperties"], JSON.stringify(form)).to.equal(false);
    });
});
