import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { BodyField } from "../parts/body-field.tsx";
import { Copy } from "../parts/copy.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { Password } from "../parts/password.tsx";
import { attempt, curlOf, gatewayCurl } from "../state/api.ts";
import { callGateway } from "../state/payments.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";
import { contentOf, textAt } from "./document.ts";
import type { ApiOperation } from "./document.ts";

interface TryItProps {
  readonly operation: ApiOperation;
  readonly base: string;
  readonly isGateway: boolean;
}

interface Tried {
  readonly status: number;
  readonly body: Json;
  readonly exchange: string | undefined;
}

/** Sends the operation to this sandbox, as the merchant or to the control API, and shows what came back. */
export function TryIt({ operation, base, isGateway }: TryItProps): VNode {
  const { method, path, parameters, body, example, answers } = operation;
  const values = useSignal<Readonly<Record<string, string>>>(firstValues(parameters));
  const text = useSignal(body === undefined ? "" : JSON.stringify(example ?? {}, undefined, 2));
  const fault = useSignal("");
  const tried = useSignal<Tried | undefined>(undefined);
  if (answers.some(([, answer]) => contentOf(answer).type === "text/event-stream"))
    return <p class="soft">It answers without an end, so that it is tried in a terminal.</p>;
  const sent = jsonIn(text.value);
  const target = base + filled(path, parameters, values.value);
  const call = { method, path: target, body: body === undefined ? undefined : sent };
  const owner = values.value["merchantId"] ?? merchant.value;
  const send = (): Promise<void> =>
    attempt(async () => {
      fault.value = body !== undefined && sent === undefined ? "The body is not JSON." : "";
      if (fault.value === "") tried.value = isGateway ? await asMerchant(owner, call) : await asked(call);
    });
  return (
    <form
      class="sheet entry"
      aria-label="Try it"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>Try it</h2>
      {isGateway ? <Password /> : undefined}
      <Fields parameters={parameters} values={values} />
      {body === undefined ? undefined : <BodyField text={text} />}
      <p class="fault" role="alert">
        {fault.value}
      </p>
      <div class="tools">
        <button class="small main">Send</button>
        <Copy
          text={
            isGateway ? gatewayCurl(owner, call) : curlOf(method, target.slice("/_sandbox".length), call.body)
          }
          what="the command that sends it"
        >
          Command
        </Copy>
      </div>
      <div aria-live="polite">{tried.value && <Outcome tried={tried.value} />}</div>
    </form>
  );
}

interface FieldsProps {
  readonly parameters: readonly JsonObject[];
  readonly values: Signal<Readonly<Record<string, string>>>;
}

function Fields({ parameters, values }: FieldsProps): VNode {
  return (
    <div class="fields">
      {parameters.map((it) => {
        const name = textAt(it, "name");
        return (
          <label key={name}>
            {name}
            <input
              class="digits"
              required={it["required"] === true}
              value={values.value[name] ?? ""}
              onInput={({ currentTarget }) => {
                values.value = { ...values.value, [name]: currentTarget.value };
              }}
            />
          </label>
        );
      })}
    </div>
  );
}

function Outcome({ tried: { status, body, exchange } }: { readonly tried: Tried }): VNode {
  return (
    <>
      {exchange === undefined ? undefined : (
        <p>
          <a href={hrefOf({ page: "traffic", open: exchange })}>See why</a>
        </p>
      )}
      {typeof body === "string" ? (
        <pre class="snippet" tabIndex={0} aria-label={`Answer ${status}`}>{`${status}\n${body}`}</pre>
      ) : (
        <JsonView title={`Answer ${status}`} value={body} />
      )}
    </>
  );
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject | undefined;
}

async function asMerchant(owner: string, call: Call): Promise<Tried> {
  const { status, body, exchange } = await callGateway(owner, call);
  return { status, body: body as Json, exchange };
}

/** More of a text nobody reads here. */
const SHOWN_MAX = 100_000;

/** As it is, also where it is a problem: that is what whoever tries wants to see. */
async function asked({ method, path, body }: Call): Promise<Tried> {
  const headers = { "Content-Type": "application/json" };
  const options = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(path, options);
  const text = await response.text();
  const json = text.length > SHOWN_MAX ? undefined : jsonIn(text);
  return { status: response.status, body: json ?? text.slice(0, SHOWN_MAX), exchange: undefined };
}

/** Whose data it is, and an order that nobody has had; the rest is for whoever tries. */
function firstValues(parameters: readonly JsonObject[]): Readonly<Record<string, string>> {
  const known: Readonly<Record<string, string>> = {
    merchantId: merchant.peek(),
    orderId: `try-${Date.now().toString(36)}`,
    transactionId: "1",
  };
  return Object.fromEntries(
    parameters.flatMap((it) => {
      const value = known[textAt(it, "name")];
      return value === undefined || it["in"] !== "path" ? [] : [[textAt(it, "name"), value] as const];
    }),
  );
}

function filled(
  path: string,
  parameters: readonly JsonObject[],
  values: Readonly<Record<string, string>>,
): string {
  const placed = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = parameters.flatMap((it) => {
    const name = textAt(it, "name");
    const value = values[name] ?? "";
    return it["in"] === "query" && value !== "" ? [[name, value]] : [];
  });
  return query.length === 0 ? placed : `${placed}?${new URLSearchParams(query).toString()}`;
}

function jsonIn(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}
