import { isObject } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import type { CorpusRequest } from "../corpus/corpus.ts";
import type { Chance } from "../flows/walk/chance.ts";

/** A request as bytes on the wire, or as one that a client's library sends. */
export type Spoilt =
  | { readonly kind: "request"; readonly request: CorpusRequest }
  | { readonly kind: "bytes"; readonly bytes: Buffer };

/** What nobody means to send. */
const ODD: readonly Json[] = [
  ...[
    "",
    " ",
    "0",
    "-1",
    "1e400",
    "NaN",
    "\u0000",
    "\ud800",
    "😀",
    "../..",
    "${7*7}",
    "<b>",
    "__proto__",
    "null",
  ],
  ...[0, -0, -1, 1e308, 1e-320, 0.1, 2 ** 53, true, false, null],
  ...[
    [],
    {},
    [[]],
    { "": "" },
    [null],
    { constructor: { prototype: {} } },
    "9".repeat(5_000),
    "é".repeat(3_000),
  ],
];

/** One request of the recording, changed in one to four places, so that it is nearly right or quite wrong. */
export function spoilt(requests: readonly CorpusRequest[], chance: Chance): Spoilt {
  let request = chance.pick(requests);
  const times = 1 + chance.below(4);
  for (let time = 0; time < times; time += 1) request = chance.pick(CHANGES)(request, chance, requests);
  return chance.oneIn(12)
    ? { kind: "bytes", bytes: spoiltBytes(request, chance) }
    : { kind: "request", request };
}

type Change = (request: CorpusRequest, chance: Chance, all: readonly CorpusRequest[]) => CorpusRequest;

const CHANGES: readonly Change[] = [
  inJson((body, chance) => putAt(body, chance, () => chance.pick(ODD))),
  inJson((body, chance) => putAt(body, chance, (old) => ({ [chance.pick(["value", "amount", "0"])]: old }))),
  inJson((body, chance) => putAt(body, chance, () => undefined)),
  inJson((body, chance) => ({ ...(isObject(body) ? body : {}), [`x${chance.below(9)}`]: chance.pick(ODD) })),
  // A part of another request in this one.
  (request, chance, all) => {
    const other = parsed(chance.pick(all).body);
    const part = isObject(other)
      ? chance.pick([...Object.entries(other), ["order", {}] as const])
      : ["order", 1];
    return inJson((body) => ({ ...(isObject(body) ? body : {}), [String(part[0])]: part[1] as Json }))(
      request,
      chance,
      all,
    );
  },
  (request, chance) => ({ ...request, body: bytesChanged(request.body, chance) }),
  (request, chance) => ({
    ...request,
    path: request.path.replace(
      /version\/\w+/,
      `version/${chance.pick(["1", "49", "61", "100", "101", "latest", "0"])}`,
    ),
  }),
  (request, chance) => ({ ...request, path: pathChanged(request.path, chance) }),
  (request, chance) => ({
    ...request,
    method: chance.pick(["GET", "PUT", "POST", "DELETE", "PATCH", "HEAD"]),
  }),
  (request, chance) => ({ ...request, headers: { ...request.headers, ...chance.pick(HEADERS) } }),
];

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-encoding": "gzip" },
  { authorization: "Basic Og==" },
  { prefer: "scenario=none" },
  { traceparent: "00-0" },
  { "x-mc-chaotic-response": "1" },
  { "x-forwarded-host": "a\tb" },
  { cookie: "gateway-sandbox=1" },
  { accept: "*/*;q=0" },
];

function inJson(change: (body: Json, chance: Chance) => Json | undefined): Change {
  return (request, chance) => {
    const body = parsed(request.body);
    if (body === undefined) return { ...request, body: bytesChanged(request.body, chance) };
    return { ...request, body: Buffer.from(JSON.stringify(change(body, chance) ?? null)).toString("latin1") };
  };
}

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(Buffer.from(body, "latin1").toString()) as Json;
  } catch {
    return undefined;
  }
}

/** Goes down by chance, and changes what it finds. */
function putAt(value: Json, chance: Chance, change: (old: Json) => Json | undefined): Json | undefined {
  const names = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || names.length === 0 || chance.oneIn(5)) return change(value);
  const name = chance.pick(names);
  const changed = putAt(value[name] ?? null, chance, change);
  const rest = Object.entries(value).filter(([other]) => other !== name) as [string, Json][];
  return Object.fromEntries(changed === undefined ? rest : [...rest, [name, changed]]);
}

function bytesChanged(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  const byte = String.fromCharCode(chance.below(256));
  return chance.pick([
    text.slice(0, at),
    text.slice(0, at) + byte + text.slice(at),
    text.slice(0, at) + byte + text.slice(at + 1),
    text + text,
    text.slice(at),
  ]);
}

const SEGMENTS = [
  "",
  "%",
  "%00",
  "%zz",
  "..",
  "x".repeat(41),
  "x".repeat(9_000),
  "%F0%9F%98%80",
  "5123450000000008",
  ";a=b",
];

function pathChanged(path: string, chance: Chance): string {
  const parts = path.split("/");
  const at = 1 + chance.below(parts.length);
  return parts.toSpliced(at, chance.below(2), chance.pick(SEGMENTS)).join("/") || "/";
}

/** The request as it goes over the wire, with bytes changed anywhere in it. */
function spoiltBytes({ method, path, headers, body }: CorpusRequest, chance: Chance): Buffer {
  const head = Object.entries({ host: "127.0.0.1", ...headers, "content-length": String(body.length) });
  const lines = [`${method} ${path} HTTP/1.1`, ...head.map(([name, value]) => `${name}: ${value}`), "", body];
  let text = lines.join("\r\n");
  for (let time = chance.below(4); time >= 0; time -= 1) text = bytesChanged(text, chance);
  return Buffer.from(text, "latin1");
}
