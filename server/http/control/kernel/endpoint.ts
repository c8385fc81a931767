import type { JsonObject } from "../../../domain/json.ts";
import type { AppParts } from "../../parts.ts";
import type { ControlOperation } from "../../openapi/control-document.ts";

/**
 * One method of one path of the control API: what it takes and answers, as JSON Schema, and what it does. The kernel
 * (kernel.ts) mounts it and judges what comes in; the OpenAPI document and the types of clients are derived from it.
 */
export interface Endpoint extends ControlOperation {
  readonly body?: EndpointBody;
  /**
   * What somebody gets who may reach only some merchants, where the path names none: `shared` belongs to nobody,
   * `filtered` holds only what the caller may see. Without it the query or the body must name a merchant.
   */
  readonly scope?: "filtered" | "shared";
  /** The merchant to whom what the path names by its id belongs; undefined: nobody has it. */
  readonly ownerOf?: (parts: AppParts, id: string) => string | undefined;
  /**
   * What other processes of the store have recorded is asked for first, as they tell it a fraction of a second late: `all` that
   * was answered until now, or the exchange that is `named` by the path's id, unless it is known.
   */
  readonly evidence?: "all" | "named";
  /** Called once, when the endpoint is mounted, and gives what is called for each request (kernel.ts has the types). */
  readonly handle: (parts: never, api: never) => (call: never) => unknown;
}

export interface EndpointBody<S extends JsonObject = JsonObject> {
  /** Of the schema in the OpenAPI document. */
  readonly name: string;
  readonly schema: S;
  /** Whether the body can be left out. */
  readonly isOptional?: boolean;
  /**
   * Who reads it: `fields` are texts and numbers as a query has them, either of which is taken for the other; a `form`
   * is taken as it is; `handler`: the endpoint reads the text itself. `form` when left out.
   */
  readonly reads?: "fields" | "form" | "handler";
  /** Of a form that is wrong: the problem's title, and its sentence; without one, each member by its schema's title. */
  readonly wrong?: { readonly title: string; readonly detail?: string };
}

/** What belongs together: endpoints about one thing, the schemas of what they answer and what their paths name. */
export interface Resource {
  readonly endpoints: readonly Endpoint[];
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** What the parameters of paths mean. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Where everything about one merchant is. */
export const MERCHANT = "/v1/merchants/:merchantId";
/** Where everything about one transaction is. */
export const TRANSACTION = `${MERCHANT}/orders/:orderId/transactions/:transactionId` as const;
export const NO_MERCHANT = "The sandbox has no merchant with this id.";

export const text = { type: "string" } as const;
export const flag = { type: "boolean" } as const;
export const number = { type: "integer", minimum: 0 } as const;
export const open = { type: "object", additionalProperties: true } as const;
export const texts = { type: "array", items: text } as const;
export const time = { type: "string", format: "date-time" } as const;

export const duration = { type: "string", format: "duration" } as const;

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
}

/** A whole number. */
export function whole<const B extends Bounds>(bounds: B): { readonly type: "integer" } & B {
  return { type: "integer", ...bounds };
}

/** A list of what has a schema of its own. */
export function listOf(name: string): JsonObject {
  return { type: "array", items: { $ref: `#/components/schemas/${name}` } };
}

/** What a caller may send by a schema: what has a default may be left out. */
export type Given<S> = ValueOf<S, "given">;

/** What a handler gets and answers by a schema: what has a default is there. */
export type Judged<S> = ValueOf<S, "judged">;

type Side = "given" | "judged";

type ValueOf<S, At extends Side> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly enum: readonly (infer E)[] }
    ? E
    : S extends { readonly oneOf: readonly (infer O)[] } | { readonly anyOf: readonly (infer O)[] }
      ? ValueOf<O, At>
      : S extends { readonly type: "array"; readonly items: infer I }
        ? readonly ValueOf<I, At>[]
        : S extends { readonly type: "object" }
          ? ObjectOf<S, At>
          : S extends { readonly type: keyof Scalars }
            ? Scalars[S["type"]]
            : unknown;

interface Scalars {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
}

type ObjectOf<S, At extends Side> = S extends { readonly properties: infer P }
  ? Flat<
      { readonly [N in keyof P as N extends Needed<S, P, At> ? N : never]: ValueOf<P[N], At> } & {
        readonly [N in keyof P as N extends Needed<S, P, At> ? never : N]?: ValueOf<P[N], At> | undefined;
      }
    >
  : S extends { readonly additionalProperties: infer A extends object }
    ? Readonly<Record<string, ValueOf<A, At>>>
    : JsonObject;

type Needed<S, P, At extends Side> =
  | (S extends { readonly required: readonly (infer R)[] } ? R : never)
  | (At extends "judged"
      ? { [N in keyof P]: P[N] extends { readonly default: unknown } ? N : never }[keyof P]
      : never);

type Flat<T> = { [N in keyof T]: T[N] };
