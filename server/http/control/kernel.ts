import type { Request, Response, Router } from "express";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { once } from "../../contract/judge/contract.ts";
import { holdsCardNumber, maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { nearest } from "../../domain/nearest.ts";
import { msOfTime } from "../../domain/time.ts";
import type { Merchants } from "../../gateway/merchants/merchants.ts";
import type { ControlDescription } from "../openapi/control-document.ts";
import type { AppParts } from "../parts.ts";
import { readBytes, readPayload } from "../payload.ts";
import { auditCall, checkPermission, checkScope, reaches, userIn } from "./access/permission.ts";
import type { Endpoint, EndpointBody, Judged } from "./endpoint.ts";
import { Problem, unknownName, wrongMembers } from "./problem.ts";

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

/** Tells all that is wrong, fills in defaults, and knows the formats that endpoints ask for. */
const ajv = new Ajv2020({
  ...{ strict: true, strictRequired: false, allErrors: true, verbose: true },
  ...{ validateSchema: false, useDefaults: true },
  formats: {
    "date-time": (value: string) => msOfTime(value) !== undefined,
    duration: (value: string) => msOfDuration(value) !== undefined,
  },
});

const DURATION =
  /^P(?=.*\d)(?:(\d{1,6})W)?(?:(\d{1,7})D)?(?:T(?=\d)(?:(\d{1,8})H)?(?:(\d{1,9})M)?(?:(\d{1,11}(?:\.\d{1,3})?)S)?)?$/;
const UNIT_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000] as const;

/** Of an ISO 8601 duration. Months and years are left out, as they are not always equally long. */
export function msOfDuration(value: string): number | undefined {
  const match = DURATION.exec(value);
  if (match === null) return undefined;
  const ms = UNIT_MS.reduce(
    (sum, unit, index) => sum + Math.round(Number(match[index + 1] ?? "0") * unit),
    0,
  );
  return ms > 0 ? ms : undefined;
}

/** Compiled when it is first asked for: most sandboxes are asked for little. */
function validator(schema: JsonObject): () => ValidateFunction {
  return once(() => ajv.compile(schema));
}

/** Gives the body as its schema lets it through, or throws the Problem with it. */
export function bodyJudge(body: EndpointBody): (given: Json) => Json {
  const { schema, reads = "form" } = body;
  if (reads === "handler") return (given) => given;
  if (reads === "form") return formJudge(body);
  const judge = fieldsJudge(schema, "It must be a string or a number.");
  return (given) => {
    if (!isObject(given)) throw new Problem(400, "Bad request", "The body must be a JSON object.");
    return judge(given);
  };
}

/** The keywords of what endpoints take, as far as problems are told from them. */
interface Keywords {
  readonly type?: string;
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Keywords;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Keywords>>;
}

/** What the members of a schema are called in problems: a query's are filters unless its title says otherwise. */
function fieldsJudge(schema: JsonObject, oneValue: string): (given: object) => JsonObject {
  const validate = validator(schema);
  const { title = "filter", properties = {} } = schema as Keywords;
  return (given) => {
    const fields = Object.fromEntries(
      Object.entries(given).map(([name, value]: [string, unknown]) => {
        if (typeof value !== "string" && typeof value !== "number")
          throw new Problem(400, `Invalid ${maskText(name)}`, oneValue);
        return [name, typed(value, properties[name])];
      }),
    );
    if (validate()(fields)) return fields;
    const { errors } = validate();
    throw unknownMember(errors, schema, title) ?? wrongField(errors?.[0], properties);
  };
}

/** A query has nothing but text: what is meant is what the schema asks for. */
function typed(value: number | string, { type, items }: Keywords = {}): Json {
  if (type === "array")
    return String(value)
      .split(",")
      .map((part) => typed(part.trim(), items));
  if (type !== "integer") return String(value);
  return value !== "" && Number.isInteger(Number(value)) ? Number(value) : value;
}

function wrongField(error: ErrorObject | undefined, properties: Readonly<Record<string, Keywords>>): Problem {
  const name = memberOf(error);
  const { items, ...own } = properties[name] ?? {};
  const { title, enum: known = [], minimum = 0, maximum = 0 } = items ?? own;
  const given = String(error?.data);
  if (title !== undefined && known.length > 0) return unknownName(`Unknown ${title}`, given, known);
  const bounds = `from ${minimum} to ${maximum}`;
  const several = `${name} must be comma-separated whole numbers ${bounds}.`;
  const single = known.length > 0 ? `one of ${known.join(", ")}` : `a whole number ${bounds}`;
  const meant = nearest(given, known);
  const question = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return new Problem(400, `Invalid ${name}`, items ? several : `${name} must be ${single}.${question}`);
}

function formJudge({ schema, wrong }: EndpointBody): (given: Json) => Json {
  const validate = validator(schema);
  return (given) => {
    if (validate()(given)) return given;
    const errors = validate().errors ?? [];
    const { title = "Bad request", detail } = wrong ?? {};
    const told = unknownMember(errors, schema, "member") ?? unknownWord(errors[0]);
    throw told ?? (detail ? new Problem(400, title, detail) : wrongMembers(title, membersIn(errors, schema)));
  };
}

/** A member of the whole that its schema does not know. */
function unknownMember(
  errors: ValidateFunction["errors"],
  schema: JsonObject,
  what: string,
): Problem | undefined {
  const error = errors?.find(({ schemaPath }) => schemaPath === "#/additionalProperties");
  if (error === undefined) return undefined;
  const { additionalProperty } = error.params as { readonly additionalProperty: string };
  return unknownName(
    `Unknown ${what}`,
    additionalProperty,
    Object.keys((schema as Keywords).properties ?? {}),
  );
}

/** A word that is none of those its schema has a title for. */
function unknownWord(error: ErrorObject | undefined): Problem | undefined {
  const { title } = (error?.parentSchema ?? {}) as Keywords;
  if (error?.keyword !== "enum" || title === undefined) return undefined;
  return unknownName(`Unknown ${title}`, String(error.data), error.schema as readonly string[]);
}

/** Every member with a mistake in it, and what its schema's title says that it should be. */
function membersIn(errors: readonly ErrorObject[], { required = [], properties = {} }: Keywords) {
  const isNoObject = errors.some(({ schemaPath }) => schemaPath === "#/type");
  const wrong = isNoObject ? required : errors.map(memberOf);
  return Object.entries(properties).flatMap(([member, { title = "something else" }]) =>
    wrong.includes(member) ? [{ member, message: `expected ${title}` }] : [],
  );
}

/** The member of the whole that an error is about. */
function memberOf(error: ErrorObject | undefined): string {
  const { missingProperty } = (error?.params ?? {}) as { readonly missingProperty?: string };
  return error?.instancePath.split("/")[1] ?? missingProperty ?? "";
}
