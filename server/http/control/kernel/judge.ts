import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { once } from "../../../contract/judge/contract.ts";
import { maskText } from "../../../domain/card/card.ts";
import { isObject } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { nearest } from "../../../domain/nearest.ts";
import { msOfTime } from "../../../domain/time.ts";
import type { EndpointBody } from "./endpoint.ts";
import { Problem, unknownName, wrongMembers } from "./problem.ts";

/** Tells all that is wrong, fills in defaults, and knows the formats that endpoints ask for. */
const ajv = new Ajv2020({
  ...{ strict: true, strictRequired: false, allErrors: true, verbose: true },
  ...{ validateSchema: false, useDefaults: true },
  // Few schemas are asked often enough to make up for the time that it takes.
  code: { optimize: false },
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
export function fieldsJudge(schema: JsonObject, oneValue: string): (given: object) => JsonObject {
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
  return Object.entries(properties).flatMap(([member, { title = "something else", enum: words }]) => {
    const known = words === undefined ? "" : `: ${words.join(", ")}`;
    return wrong.includes(member) ? [{ member, message: `expected ${title}${known}` }] : [];
  });
}

/** The member of the whole that an error is about. */
function memberOf(error: ErrorObject | undefined): string {
  const { missingProperty } = (error?.params ?? {}) as { readonly missingProperty?: string };
  return error?.instancePath.split("/")[1] ?? missingProperty ?? "";
}
