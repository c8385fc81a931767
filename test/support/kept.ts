import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { CONNECTIONS } from "./sandbox.ts";
import { FUNDS } from "./requests.ts";
import { expectValidAnswer } from "./answers.ts";
import type { AnswerKind } from "./answers.ts";

/** A merchant's client for what the gateway keeps for it. Every answer is held against the response contract. */
export interface KeptClient {
  createSession: (body?: JsonObject, version?: number) => Promise<Response>;
  updateSession: (id: string, body: JsonObject, options?: CallOptions) => Promise<Response>;
  getSession: (id: string, options?: CallOptions) => Promise<Response>;
  createToken: (body: JsonObject, options?: CallOptions) => Promise<Response>;
  putToken: (id: string, body: JsonObject, options?: CallOptions) => Promise<Response>;
  getToken: (id: string, options?: CallOptions) => Promise<Response>;
  deleteToken: (id: string) => Promise<Response>;
}

export interface CallOptions {
  readonly version?: number;
  /** Instead of the merchant's. */
  readonly password?: string;
}

/** A session as answers show it. */
export interface AnsweredSession {
  readonly id: string;
  readonly version: string;
  readonly updateStatus: string;
  readonly aes256Key?: string;
  readonly authenticationLimit?: number;
}

export const sessionOf = (response: Response): AnsweredSession =>
  (response.body as { readonly session: AnsweredSession }).session;

export const tokenOf = (response: Response): string => (response.body as { readonly token: string }).token;

export function keptClientOf(url: string, merchant: string, password = "sandbox"): KeptClient {
  const agent = request(url);
  const call = (method: "delete" | "get" | "post" | "put", path: string, options: CallOptions = {}) => {
    const target = `/api/rest/version/${options.version ?? 100}/merchant/${merchant}/${path}`;
    return agent[method](target)
      .agent(CONNECTIONS)
      .auth(`merchant.${merchant}`, options.password ?? password);
  };
  const id = encodeURIComponent;
  return {
    createSession: async (body, version = 100) => {
      const empty = call("post", "session", { version });
      return checked(await (body === undefined ? empty : empty.send(body)), "session");
    },
    updateSession: async (session, body, options) =>
      checked(await call("put", `session/${id(session)}`, options).send(body), "session"),
    getSession: async (session, options) =>
      checked(await call("get", `session/${id(session)}`, options), "session"),
    createToken: async (body, options) => checked(await call("post", "token", options).send(body), "token"),
    putToken: async (token, body, options) =>
      checked(await call("put", `token/${id(token)}`, options).send(body), "token"),
    getToken: async (token, options) => checked(await call("get", `token/${id(token)}`, options), "token"),
    deleteToken: async (token) => checked(await call("delete", `token/${id(token)}`), "deleted"),
  };
}

function checked(response: Response, kind: AnswerKind): Response {
  expectValidAnswer(response.body, response.ok ? kind : "error", 100);
  expect(response.get("X-Sandbox-Exchange")).to.be.a("string");
  return response;
}

/** A session with this content, by default the funds of a card that is approved. Gives its id. */
export async function filledSession(
  kept: KeptClient,
  content: JsonObject = { sourceOfFunds: FUNDS },
): Promise<string> {
  const { id } = sessionOf(await kept.createSession());
  expect((await kept.updateSession(id, content)).status).to.equal(200);
  return id;
}

/** A payment that takes everything but its amount from a session. */
export const payBySession = (id: string): JsonObject => ({
  apiOperation: "PAY",
  order: { amount: "100.00", currency: "USD" },
  session: { id },
});
