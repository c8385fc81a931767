import type { Request, Response, Router } from "express";
import { holdsCardNumber } from "../../../domain/card/card.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import type { Merchants } from "../../../gateway/merchants/merchants.ts";
import type { ControlDescription } from "../../openapi/control-document.ts";
import type { AppParts } from "../../parts.ts";
import { readBytes, readPayload } from "../../payload.ts";
import { auditCall, checkPermission, checkScope, reaches, userIn } from "../access/permission.ts";
import type { Endpoint, EndpointBody, Judged } from "./endpoint.ts";
import { bodyJudge, fieldsJudge } from "./judge.ts";
import { Problem } from "./problem.ts";

/** A call of an endpoint that its schemas have judged. */
export interface Call<P extends string, Q, B> {
  readonly params: Readonly<Record<ParamOf<P>, string>>;
  /** The merchant that the path names. */
  readonly merchant: P extends `${string}:merchantId${string}` ? Merchant : undefined;
  readonly query: Judged<Q>;
  readonly body: Judged<B>;
  /** The body as it came. */
  readonly text: string;
  /** Aborted when the caller has gone. */
  readonly gone: AbortSignal;
  /** Whether the caller may see what is the merchant's. */
  readonly reaches: (merchantId: string) => boolean;
  /** Has the audit trail say which revision the change made. */
  readonly noteRevision: (revision: string) => void;
}

type ParamOf<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | ParamOf<Rest>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/** Writes an answer that is no JSON value. */
export type Reply = (request: Request, response: Response) => unknown;

interface TypedEndpoint<P extends string, Q extends JsonObject, B extends JsonObject> extends Omit<
  Endpoint,
  "body" | "handle" | "path" | "query"
> {
  readonly path: P;
  readonly query?: Q;
  readonly body?: EndpointBody<B>;
  /**
   * Gives what is called for each request: a value is answered as JSON, undefined without a body, and a Reply writes
   * the answer itself. Mistakes of the caller are thrown as a Problem.
   */
  readonly handle: (parts: AppParts, api: ControlDescription) => (call: Call<P, Q, B>) => unknown;
}

/** An endpoint whose handler takes what its schemas say. */
export function endpoint<
  const P extends string,
  Q extends JsonObject = JsonObject,
  B extends JsonObject = JsonObject,
>(typed: TypedEndpoint<P, Q, B>): Endpoint {
  return typed;
}

type Handle = (parts: AppParts, api: ControlDescription) => (call: object) => unknown;

/** Puts an endpoint up: the merchant is looked up, query and body are judged, and the handler's answer is sent. */
export function mount(router: Router, it: Endpoint, parts: AppParts, api: ControlDescription): void {
  const { method, path, body, answers } = it;
  // The endpoint's types say that its handler takes what its schemas let through.
  const handle = (it.handle as Handle)(parts, api);
  const callOf = callReader(parts.merchants, it);
  const [status = 200] = Object.keys(answers).map(Number);
  const guards = body === undefined ? [] : [readBytes];
  router[method](path, ...guards, async (request, response) => {
    if (it.isOpen !== true) {
      auditCall(it, request, response, parts);
      await gather(it, request, parts);
      checkPermission(it, request, parts);
    }
    const call = callOf(request, response);
    if (it.isOpen !== true) checkScope(it, request, call);
    const answer = await handle(call);
    if (typeof answer === "function") await (answer as Reply)(request, response);
    else if (answer === undefined) response.status(status).end();
    else response.status(status).json(answer);
  });
}

async function gather({ evidence }: Endpoint, { params }: Request, { exchanges }: AppParts): Promise<void> {
  const isThere = evidence === "named" && exchanges.find(String(params["id"])) !== undefined;
  if (evidence !== undefined && !isThere) await exchanges.hearAll();
}

function callReader(
  merchants: Merchants,
  { path, query, body }: Endpoint,
): (request: Request, response: Response) => Readonly<Record<string, unknown>> {
  const judgeQuery = query && fieldsJudge(query, "It can be given only once.");
  const judgeBody = body && bodyJudge(body);
  return (request, response) => {
    const { params } = request;
    const merchant = path.includes(":merchantId") ? merchantNamed(merchants, params) : undefined;
    const payload = judgeBody && readPayload(request);
    return {
      ...{ params, merchant, text: payload?.text },
      query: judgeQuery?.(request.query),
      body: payload && judgeBody(payload.body),
      gone: goneSignal(response),
      reaches: (id: string) => reaches(userIn(request), id),
      noteRevision: (revision: string) => {
        request.changedTo = revision;
      },
    };
  };
}

function merchantNamed(merchants: Merchants, params: Request["params"]): Merchant {
  const id = String(params["merchantId"]);
  const merchant = merchants.find(id);
  if (merchant === undefined || holdsCardNumber(id))
    throw new Problem(404, "No such merchant", "The sandbox has no merchant with this id.");
  return merchant;
}

function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    gone.abort();
  });
  return gone.signal;
}
