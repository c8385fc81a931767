import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import { CONTROL_OPERATIONS } from "../../../server/http/control-operations/index.ts";
import { CONTROL_SCHEMAS } from "../../../server/http/control-schemas/index.ts";
import type { ControlOperation } from "../../../server/openapi/control-document.ts";
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
  await atOnce(CONTROL_OPERATIONS, async (operation) => {
    const { method, path, query = {}, takes } = operation;
    const number = (place: string): string => marks.number(`control ${path} ${place}`);
    for (const write of Object.values(WRITTEN)) {
      await control(
        subject,
        method,
        path.replace(/:\w+/g, () => encodeURIComponent(write(number("path")))),
        leastBodyFor(operation),
      );
      for (const name of [...Object.keys(query), number("query name")])
        await control(
          subject,
          method,
          `${of(path)}?${name}=${encodeURIComponent(write(number(name)))}`,
          leastBodyFor(operation),
        );
    }
    if (takes === undefined) return;
    for (const body of bodiesFor(operation, number)) await control(subject, method, of(path), body);
  });
}

/** The path about a merchant that is there. */
function of(path: string): string {
  return path.replace(":merchantId", "GATEWAY").replace(/:\w+/g, "none");
}

/** Nobody waits for what never comes. */
function leastBodyFor({ takes = "" }: ControlOperation): JsonObject | undefined {
  return membersOf(CONTROL_SCHEMAS[takes]).includes("timeoutMs") ? { timeoutMs: 0 } : undefined;
}

function bodiesFor(operation: ControlOperation, number: (place: string) => string): readonly Json[] {
  const { takes = "" } = operation;
  const members = [...new Set(membersOf(CONTROL_SCHEMAS[takes])), "strange"];
  const base = leastBodyFor(operation) ?? {};
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
