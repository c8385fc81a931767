import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand as command } from "../../server/cli/run/command.ts";
import { runCommand } from "../cli/running-command.ts";
import { run } from "./built-server.ts";
import type { Ending } from "./built-server.ts";

/** A merchant's suite of one payment, with something wrong when it is told so. */
const SUITE = `
const { SANDBOX_URL: url, SANDBOX_MERCHANT: id, SANDBOX_PASSWORD: password } = process.env;
const [fault, code = "0"] = process.argv.slice(2);
if (fault === "broken")
  await fetch(url + "/api/rest/version/100/merchant/" + id + "/order/9/transaction/1", {
    method: "PUT", headers: { authorization: "Basic " + btoa("merchant." + id + ":" + password) },
    body: '{"apiOperation":"PAY", ' });
const currency = fault === "bad" ? "usd" : "USD";
const send = (version, transaction, body, order = "1") =>
  fetch(url + "/api/rest/version/" + version + "/merchant/" + id + "/order/" + order + "/transaction/" + transaction, {
    method: "PUT",
    headers: { authorization: "Basic " + btoa("merchant." + id + ":" + password) },
    body: JSON.stringify(body),
  });
const payment = {
  apiOperation: "PAY", order: { amount: "12.34", currency, reference: "1" },
  sourceOfFunds: { type: "CARD", provided: { card: {
    number: "5123450000000008", expiry: { month: "01", year: "39" }, securityCode: "100" } } },
};
const response = await send(100, "1", payment);
const refund = { apiOperation: "REFUND", transaction: { amount: "1.00", currency } };
if (fault === "mixed") await send(60, "2", refund);
// Until an attempt at its first notification is kept.
const looked = async () => {
  const list = await fetch(url + "/_sandbox/v1/merchants/" + id + "/notifications?order=1");
  return (await list.json()).notifications.every(({ attempts }) => attempts.length > 0);
};
while (fault === "notified" || fault === "two") if (await looked()) break;
// As the last thing, so that its notification, which is answered to nobody, is still on its way at the end.
if (fault === "two")
  await send(100, "1", { ...payment, order: { ...payment.order, reference: "2" } }, "2");
console.log("suite got", response.status);
process.exitCode = Number(code);
`;

export interface Done extends Ending {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Setting {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs what stands behind the two hyphens against a sandbox of its own. */
export async function sandboxRun(
  { folder, environment = {} }: Setting,
  ...words: readonly string[]
): Promise<Done> {
  await writeFile(join(folder, "suite.mjs"), SUITE);
  const program = run({ folder, environment, arguments: ["run", ...words] });
  const ending = await program.ended;
  return { ...ending, stdout: program.stdout(), stderr: program.stderr() };
}

/** What a run came to that was made in this process, where nobody sees what the suite prints. */
export interface Judged {
  readonly code: number | undefined;
  readonly stdout: string;
}

/** The same without a process of its own, for what the verdict is; words that name files name them whole. */
export async function judgedRun(
  { folder, environment = {} }: Setting,
  ...words: readonly string[]
): Promise<Judged> {
  await writeFile(join(folder, "suite.mjs"), SUITE);
  const { exit, printed } = await runCommand(command, words, { PATH: process.env["PATH"], ...environment });
  return { code: exit, stdout: printed };
}

export const suite = (...words: readonly string[]): readonly string[] => [
  "--",
  "node",
  "suite.mjs",
  ...words,
];

/** The suite of that folder, saying nothing. */
export const quietSuite = (folder: string, ...words: readonly string[]): readonly string[] => [
  ...["--", "sh", "-c", 'node "$0" "$@" >/dev/null'],
  ...[join(folder, "suite.mjs"), ...words],
];
