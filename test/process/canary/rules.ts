import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Json } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import { pay, withValue } from "../../support/requests.ts";
import { control } from "./control.ts";
import type { Marks } from "./marks.ts";
import { BROKEN_SCENARIOS, EFFECT_ORDERS, HELD_ORDERS, unmetConditions } from "./scenarios.ts";
import type { Sent, Subject } from "./subject.ts";
import { SENT_AS } from "./written.ts";

const ROOT = "/api/rest/version/100/merchant/MERCHANT";

/** Card numbers in rules that are armed and in scenario files that are read anew, and in requests that rules touch. */
export async function sendRules(subject: Subject, marks: Marks): Promise<void> {
  await armRules(subject, marks);

  await readBrokenFiles(subject, marks);

  await breakAnswers(subject, marks);

  await holdRequests(subject, marks);

  await preferScenarios(subject, marks);
}

/** A payment with numbers where the rules look. */
function numbered(marks: Marks, place: string, turn: number): ReturnType<typeof pay> {
  const members = ["order.reference", "order.custom.note", "billing.address.street", "customer.firstName"];
  return members.reduce(
    (body, member, index) =>
      withValue(body, member, SENT_AS[(index + turn) % 8]?.(marks.number(`${place} ${member}`))),
    pay(),
  );
}

async function armRules(subject: Subject, marks: Marks): Promise<void> {
  const arm = (rule: Json): Promise<Sent> => control(subject, "post", "/v1/merchants/GATEWAY/arm", { rule });
  for (const condition of unmetConditions(marks))
    await arm({
      when: parse(`{ ${condition} }`) as Json,
      note: marks.number("armed note"),
      outcome: "DECLINED",
    });
  for (const [name, contentFor] of Object.entries(BROKEN_SCENARIOS)) {
    const number = marks.number(`armed ${name}`);
    for (const rule of rulesIn(contentFor(number))) await arm(rule);
  }
  await arm({ id: marks.number("armed id"), outcome: "DECLINED" });
  await control(subject, "get", "/v1/merchants/GATEWAY/armed");
  for (let turn = 0; turn < 8; turn += 1)
    await subject.put("GATEWAY", `${ROOT}/order/armed-${turn}/transaction/1`, numbered(marks, "armed", turn));
}

/** None when the text is no YAML. */
function rulesIn(text: string): readonly Json[] {
  try {
    const content = parse(text) as Json;
    const rules = isObject(content) ? content["rules"] : undefined;
    return Array.isArray(rules) ? (rules as readonly Json[]) : [];
  } catch {
    return [];
  }
}

/** So few that the log tells most of their mistakes. */
const FILES_AT_ONCE = 12;

async function readBrokenFiles(subject: Subject, marks: Marks): Promise<void> {
  const contents = Object.entries(BROKEN_SCENARIOS).map(
    ([name, contentFor]) => `version: 1\n${contentFor(marks.number(`file ${name}`))}\n`,
  );
  for (let from = 0; from < contents.length; from += FILES_AT_ONCE) {
    const some = contents.slice(from, from + FILES_AT_ONCE);
    await readFiles(subject, Object.fromEntries(some.map((text, index) => [`broken-${index}`, text])));
  }
  const name = marks.number("file name");
  await readFiles(subject, { [name]: "version: 2\n" });
  await readFiles(subject, { [name]: "version: 1\n" });
  await control(subject, "put", "/v1/merchants/GATEWAY/scenarios", { scenarios: [name] });
  await subject.put("GATEWAY", `${ROOT}/order/chosen/transaction/1`, numbered(marks, "chosen", 0));
  await control(subject, "delete", "/v1/merchants/GATEWAY/scenarios");
  await readFiles(subject, {});
  await breakActiveFile(subject, marks);
}

/** A file that answers is broken for a moment: it is refused, and the last good one goes on answering. */
async function breakActiveFile(subject: Subject, marks: Marks): Promise<void> {
  const folder = join(subject.folder, "scenarios");
  const [active = ""] = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).sort();
  const text = await readFile(join(folder, active), "utf8");
  await writeFile(join(folder, active), `version: 1\nrules:\n  - "${marks.number("active file")}\n`);
  await control(subject, "post", "/v1/scenarios/reload");
  await writeFile(join(folder, active), text);
  await control(subject, "post", "/v1/scenarios/reload");
}

/** Has these files read beside the canary's own, and takes them away again. */
async function readFiles(subject: Subject, files: Readonly<Record<string, string>>): Promise<void> {
  const pathOf = (name: string): string => join(subject.folder, "scenarios", `${name}.yaml`);
  for (const [name, text] of Object.entries(files)) await writeFile(pathOf(name), text);
  await control(subject, "post", "/v1/scenarios/reload");
  for (const view of ["/v1/scenarios", "/v1/health"]) await control(subject, "get", view);
  for (const name of Object.keys(files)) await rm(pathOf(name));
}

async function breakAnswers(subject: Subject, marks: Marks): Promise<void> {
  for (const [turn, name] of EFFECT_ORDERS.entries()) {
    for (const merchant of ["STRICT", "REPORTED"] as const) {
      const path = `${ROOT}/order/${name}-${turn}/transaction/1`;
      await subject.put(merchant, path, numbered(marks, name, turn));
      await subject.get(merchant, path);
    }
  }
}

async function holdRequests(subject: Subject, marks: Marks): Promise<void> {
  const path = `${ROOT}/order/${HELD_ORDERS}1/transaction/1`;
  const held = subject.put("STRICT", path, numbered(marks, "held", 0));
  const { body } = await control(subject, "get", "/v1/holds?count=1&waitMs=5000");
  for (const view of ["/v1/merchants/STRICT/holds", "/v1/scenarios"]) await control(subject, "get", view);
  for (const [, id] of body.matchAll(/"id":"([^"]+)"/g))
    await control(subject, "post", `/v1/holds/${id ?? ""}/release`);
  await held;
}

async function preferScenarios(subject: Subject, marks: Marks): Promise<void> {
  const path = `${ROOT}/order/preferred/transaction/1`.replace("MERCHANT", "STRICT");
  const basic = `Basic ${Buffer.from("merchant.STRICT:sandbox").toString("base64")}`;
  const number = (place: string): string => marks.number(`header ${place}`);
  const headers: readonly Record<string, string>[] = [
    { Prefer: `scenario=${number("Prefer")}` },
    { Prefer: `scenario="card ${number("Prefer in quotes")}"` },
    { Prefer: `${number("Prefer name")}=canary, scenario=canary` },
    { "X-MC-Chaotic-Response": number("chaos") },
    { "X-Correlation-Id": number("correlation"), Referer: `https://shop.example/?card=${number("referer")}` },
  ];
  for (const given of headers) {
    const body = JSON.stringify(numbered(marks, "preferred", 1));
    await subject.request(path, { method: "PUT", headers: { Authorization: basic, ...given }, body });
  }
}
