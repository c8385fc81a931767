import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import type { Endpoint } from "../../../server/http/control/kernel/endpoint.ts";
import { ENDPOINTS } from "../../../server/http/control/resources.ts";
import { atOnce } from "./at-once.ts";
import type { Marks } from "./marks.ts";
import type { Sent, Subject } from "./subject.ts";
import { SENT_AS, WRITTEN } from "./written.ts";

/** Sends a call to the control API. */
export function control(subject: Subject, method: string, path: string, body?: Json): Promise<Sent> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const content = body === undefined ? {} : { body: text, headers: { "Content-Type": "application/json" } };
  return subject.request(`/_sandbox${path}`, { method: method.toUpperCase(), ...content });
}

/** Card numbers in every part of every call of the control API: in paths, queries, members and what is no JSON. */
export async function sendToControl(subject: Subject, marks: Marks): Promise<void> {
  await atOnce(ENDPOINTS, async (endpoint) => {
    const { method, path, query, body: taken } = endpoint;
    const number = (place: string): string => marks.number(`control ${path} ${place}`);
    for (const write of Object.values(WRITTEN)) {
      await control(
        subject,
        method,
        path.replace(/:\w+/g, () => encodeURIComponent(write(number("path")))),
        leastBodyFor(endpoint),
      );
      for (const name of [...membersOf(query), number("query name")])
        await control(
          subject,
          method,
          `${of(path)}?${name}=${encodeURIComponent(write(number(name)))}`,
          leastBodyFor(endpoint),
        );
    }
    if (taken === undefined) return;
    for (const body of bodiesFor(endpoint, number)) await control(subject, method, of(path), body);
  });
}

/** The path about a merchant that is there. */
function of(path: string): string {
  return path.replace(":merchantId", "GATEWAY").replace(/:\w+/g, "none");
}

/** Nobody waits for what never comes. */
function leastBodyFor({ body }: Endpoint): JsonObject | undefined {
  return membersOf(body?.schema).includes("timeoutMs") ? { timeoutMs: 0 } : undefined;
}

function bodiesFor(endpoint: Endpoint, number: (place: string) => string): readonly Json[] {
  const members = [...new Set(membersOf(endpoint.body?.schema)), "strange"];
  const base = leastBodyFor(endpoint) ?? {};
  return [
    ...members.flatMap((member) => SENT_AS.map((write) => ({ ...base, [member]: write(number(member)) }))),
    { ...base, [number("name")]: 1 },
    number("text"),
    `{"${number("broken")}`,
    `{"a":${number("bare")}x}`,
  ];
}

function membersOf(schema: Json | undefined): readonly string[] {
  if (!isObject(schema)) return [];
  const others = Array.isArray(schema["oneOf"]) ? (schema["oneOf"] as readonly Json[]) : [];
  const own = schema["properties"];
  return [...Object.keys(isObject(own) ? own : {}), ...others.flatMap(membersOf)];
}
