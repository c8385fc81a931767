import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../../server/domain/json.ts";
import { pay, withValue } from "../../support/requests.ts";
import { checkCommand } from "../../../server/cli/check/command.ts";
import { REPORT_FORMATS } from "../../../server/report/report.ts";
import { runCommand } from "../../cli/running-command.ts";
import { MAIN, run } from "../built-server.ts";
import type { Marks } from "./marks.ts";
import { BROKEN_SCENARIOS } from "./scenarios.ts";
import type { Subject } from "./subject.ts";
import { expectations } from "./views.ts";

const FORMATS = REPORT_FORMATS.filter((format) => format !== "text");
const OUT = "reports";

/** How a command ended, by what was asked of it. */
export type Endings = ReadonlyMap<string, number>;

/** Runs the commands on the sandbox and on what it wrote, and searches what they print and write. */
export async function lookAtCommands(
  subject: Subject,
  marks: Marks,
  bundles: readonly string[],
): Promise<Endings> {
  const { folder, server, watch } = subject;
  await prepare(subject, marks, bundles);
  const endings = new Map<string, number>();
  const asked = [
    ...calls(server.url, marks, bundles.length),
    ...(await looks(subject)),
    ...acts(subject, marks),
  ];
  for (const [index, code] of (await runAll(subject, asked)).entries())
    endings.set(asked[index]?.join(" ") ?? "", code);
  await lookAtChecks(subject);
  for (const name of await readdir(join(folder, OUT)))
    watch.look({ name: "report", text: await readFile(join(folder, OUT, name), "utf8") });
  return endings;
}

const SEVERAL = fileURLToPath(new URL("several-commands.js", import.meta.url));

/** Searches what all of them print, and gives the exit code of each. */
async function runAll(
  { folder, watch }: Subject,
  asked: readonly (readonly string[])[],
): Promise<readonly number[]> {
  const [commands, codes] = [join(folder, "commands.json"), join(folder, "codes.json")];
  await writeFile(commands, JSON.stringify(asked));
  const program = run({ folder, program: SEVERAL, arguments: [MAIN, commands, codes] });
  const { code } = await program.ended;
  const text = program.stdout() + program.stderr();
  watch.look({ name: "command", text });
  if (code !== 0) throw new Error(`the commands did not come to their end: ${text}`);
  return JSON.parse(await readFile(codes, "utf8")) as readonly number[];
}

async function prepare({ folder }: Subject, marks: Marks, bundles: readonly string[]): Promise<void> {
  for (const name of [OUT, "broken"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "expectations.json"), JSON.stringify(expectations(marks)));
  for (const [name, contentFor] of Object.entries(BROKEN_SCENARIOS)) {
    const file = join(folder, "broken", `${name.replace(/\W/g, "-")}.yaml`);
    await writeFile(file, `version: 1\n${contentFor(marks.number(`checked ${name}`))}\n`);
  }
  await writeFile(join(folder, "request.json"), JSON.stringify(requestOf(marks)));
  for (const [index, bundle] of bundles.entries())
    await writeFile(join(folder, `bundle-${index}.json`), bundle);
  const lines = (await readFile(join(folder, "data", "journal.ndjson"), "utf8")).trimEnd().split("\n");
  const some = lines.filter((line) => line.includes('"merchantId":"REPORTED"'));
  await writeFile(join(folder, "journal.ndjson"), `${some.join("\n")}\n`);
  const few = some.filter((_, index) => index % 6 === 0);
  await writeFile(join(folder, "few.ndjson"), `${few.join("\n")}\n`);
}

/** A request to be explained. */
function requestOf(marks: Marks): JsonObject {
  const path = "/api/rest/version/60/merchant/TESTSHOP/order/o/transaction";
  const body = withValue(pay(), "order.reference", `card ${marks.number("explained by a command")}`);
  const number = marks.number("explained by a command, the card");
  const request = withValue(body, "sourceOfFunds.provided.card.number", number);
  return { path: `${path}/2`, body: request, before: [{ path: `${path}/1`, body }] };
}

/** The bundle as somebody might edit it. */
export function editedBundle(text: string, marks: Marks): string {
  const bundle = JSON.parse(text) as {
    readonly exchange: { readonly answer: { readonly body: JsonObject } };
  };
  const { body } = bundle.exchange.answer;
  const answer = { status: 200, body: { ...body, result: `card ${marks.number("edited bundle")}` } };
  return JSON.stringify({ ...bundle, exchange: { ...bundle.exchange, answer } });
}

function calls(url: string, marks: Marks, bundles: number): readonly (readonly string[])[] {
  const reports = (name: string, formats = FORMATS): readonly string[] => [
    ...["--report", "text"],
    ...formats.flatMap((format) => ["--report", `${format}=${OUT}/${name}.${format}`]),
  ];
  const withoutTraffic = FORMATS.filter((format) => format !== "har");
  const there = ["--url", url];
  return [
    ["report", "--merchant", "REPORTED", ...there, ...reports("report")],
    ["report", "journal.ndjson", ...reports("report-journal", ["json"])],
    ["verify", "expectations.json", "--merchant", "REPORTED", ...there, ...reports("verify")],
    [
      "verify",
      "expectations.json",
      "--merchant",
      "REPORTED",
      "--journal",
      "journal.ndjson",
      ...reports("verify-journal", ["json"]),
    ],
    ["coverage", ...there, ...reports("coverage", withoutTraffic)],
    [
      "coverage",
      "--contract",
      "--diagram",
      `${OUT}/diagram.mmd`,
      ...there,
      ...reports("contract", withoutTraffic),
    ],
    ["upgrade-check", "--to", "100", "few.ndjson", ...reports("upgrade")],
    ["versions", "few.ndjson", ...reports("versions")],
    ["explain", "request.json"],
    ["explain", "request.json", "--format", "json"],
    ["smoke", "--merchant", "STRICT", ...there],
    ["run", ...reports("run"), "--", process.execPath, "-e", ""],
    ["check", "broken"],
    ...Array.from({ length: bundles }, (_, index) => ["replay", `bundle-${index}.json`]),
    ...misused(url, (place) => marks.number(`argument ${place}`)),
  ];
}

/** What shows the traffic and the orders, of one that is listed and of one exchange of each kind of answer. */
async function looks({ server, request }: Subject): Promise<readonly (readonly string[])[]> {
  const there = ["--url", server.url];
  const listed = await request("/_sandbox/v1/merchants/REPORTED/orders?limit=3", {});
  const { orders } = JSON.parse(listed.body) as { readonly orders: readonly { readonly id: string }[] };
  const traffic = await request("/_sandbox/v1/traffic?merchant=REPORTED&limit=500", {});
  const { rows } = JSON.parse(traffic.body) as {
    readonly rows: readonly { readonly id: string; readonly ending: string }[];
  };
  const ofEachKind = [...new Map(rows.map(({ id, ending }) => [ending, id])).values()];
  return [
    ["tail", "--once", "--lines", "10000", ...there],
    ["tail", "--once", "--lines", "10000", "--format", "json", ...there],
    ["tail", "--once", "journal.ndjson", "--lines", "10000"],
    ["orders", "--merchant", "REPORTED", "--limit", "200", ...there],
    ["orders", "--merchant", "REPORTED", "--format", "json", ...there],
    ...orders.map(({ id }) => ["order", id, "--merchant", "REPORTED", ...there]),
    ...ofEachKind.map((id) => ["why", id, "--all", ...there]),
    ...ofEachKind.map((id) => ["explain", id, ...there]),
    ["why", "--format", "json", ...there],
    ["scenario", "--merchant", "GATEWAY", ...there],
    ["release", "--list", ...there],
  ];
}

/** What changes something, with card numbers wherever it takes words. */
function acts({ server }: Subject, marks: Marks): readonly (readonly string[])[] {
  const number = (place: string): string => marks.number(`act ${place}`);
  const there = ["--merchant", "GATEWAY", "--url", server.url];
  return [
    ["arm", "DECLINED", "--when", `card=${number("condition")}`, ...there],
    ["arm", "--rule", `{id: a${number("rule id")}, outcome: DECLINED}`, ...there],
    ["arm", number("outcome"), "--rule", `{note: "${number("note")}"}`, ...there],
    ["arm", "DECLINED", "--when", number("no condition"), "--times", number("times"), ...there],
    ["arm", "--rule", `{${number("no YAML")}`, ...there],
    ["arm", ...there],
    ["hold", "--at", number("place"), "--when", `order=${number("order")}`, ...there],
    ["disarm", number("armed"), ...there],
    ["release", number("held"), "--url", server.url],
    ["clock", number("clock"), ...there],
    ["clock", ...there],
    ["reset", number("part"), ...there],
    ["reset", "counters", ...there],
    ["approve", number("order"), number("refund"), ...there],
    ["reject", number("order"), number("refund"), ...there],
    ["scenario", number("scenario"), ...there],
  ];
}

/** Card numbers where words and flags of a command stand. */
function misused(url: string, number: (place: string) => string): readonly (readonly string[])[] {
  return [
    [number("command")],
    ["check", `--${number("flag")}`],
    ["check", number("folder"), "--scenarios", number("scenarios")],
    ["report", "--merchant", number("merchant"), "--url", url],
    ["report", number("journal"), "--report", number("format")],
    ["verify", number("expectations"), "--url", url],
    ["replay", number("bundle"), number("excess")],
    ["coverage", "--url", `http://127.0.0.1:1/${number("url")}`],
    ["certificates", "--out", `${OUT}/nowhere/${number("out")}`, "--revoke", number("revoke")],
    ["run", "--", number("program")],
    ["smoke", "--merchant", number("merchant"), "--url", url],
    ["tail", "--once", number("journal"), "--lines", number("lines")],
    ["tail", "--once", "--order", number("order"), "--ending", number("ending"), "--url", url],
    ["why", number("exchange"), "--url", url],
    ["explain", number("request")],
    ["orders", "--search", number("search"), "--merchant", number("merchant"), "--url", url],
    ["order", number("order"), "--merchant", "REPORTED", "--url", url],
  ];
}

/** A check of files shows the same in every format; a process for each would take long. */
async function lookAtChecks({ folder, watch }: Subject): Promise<void> {
  for (const format of FORMATS.filter((name) => name !== "har")) {
    const { printed } = await runCommand(checkCommand, [join(folder, "broken"), "--format", format]);
    watch.look({ name: "report", text: printed });
  }
}
