import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { taken } from "../support/length.ts";
import { pay, withValue } from "../support/requests.ts";
import { eventually } from "../support/scenario-folder.ts";
import { inFolder, startServer } from "./built-server.ts";
import type { RunningServer } from "./built-server.ts";

const LINES = taken({ whole: 10_000, part: 2_500 });
const CALLERS = 6;
const ROUNDS = 3;

/** Of each state of the file: what every card of it is answered with. A card that no rule names is APPROVED. */
const CODES = ["DECLINED", "BLOCKED"] as const;

const RULES = Math.floor((LINES - 3) / 4);
const cardAt = (index: number): string => String(5_000_000_000_000_000 + index);

function fileOf(code: string): string {
  const rules = Array.from(
    { length: RULES },
    (_, index) =>
      `  - id: rule-${index}\n    case: TC-${index}\n    when: { card: "${cardAt(index)}" }\n    outcome: ${code}\n`,
  );
  return `version: 1\nname: big\nrules:\n${rules.join("")}`;
}

/** What came of one payment: a status, and how and by which revision it was decided. */
interface Paid {
  readonly status: number;
  readonly code: string | undefined;
  readonly revision: string | undefined;
}

interface Load {
  readonly url: string;
  readonly paid: Paid[];
  isOver: boolean;
}

async function payOnce(url: string, order: string, card: string): Promise<Paid> {
  const authorization = `Basic ${Buffer.from("merchant.TESTLOAD:sandbox").toString("base64")}`;
  const path = `/api/rest/version/100/merchant/TESTLOAD/order/${order}/transaction/1`;
  const body = JSON.stringify(withValue(pay(), "sourceOfFunds.provided.card.number", card));
  const response = await fetch(url + path, { method: "PUT", headers: { authorization }, body });
  const answer = (await response.json()) as { response?: { gatewayCode: string } };
  const id = response.headers.get("X-Sandbox-Exchange") ?? "";
  const exchange = (await (await fetch(`${url}/_sandbox/v1/exchanges/${id}`)).json()) as Exchange;
  return {
    status: response.status,
    code: answer.response?.gatewayCode,
    revision: exchange.scenario?.revision,
  };
}

/** Pays with one card after the other, from the first of the file to the last, until the load is over. */
async function payOn(load: Load, caller: number): Promise<void> {
  for (let number = 0; !load.isOver; number += 1) {
    const card = cardAt((number * CALLERS + caller) % RULES);
    load.paid.push(await payOnce(load.url, `order-${caller}-${number}`, card));
  }
}

/** Puts it there whole: writing this much in place can come to a halt, and half a file can be a file in order. */
async function exchange(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

const reloadsIn = (server: RunningServer): number => server.stderr().split('"scenarios-reloaded"').length - 1;

describe("scenario files under load", () => {
  it(`are exchanged, ${LINES} lines at a time, without one failed or wrong answer`, () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "scenarios"));
      const file = join(folder, "scenarios", "big.yaml");
      await writeFile(file, fileOf(CODES[0]));
      expect(fileOf(CODES[0]).split("\n").length).to.be.within(LINES - 5, LINES);
      const environment = { SANDBOX_SCENARIO_FOLDER: "scenarios", SANDBOX_SCENARIOS: "big" };
      const server = await startServer({ folder, environment });
      const load: Load = { url: server.url, paid: [], isOver: false };
      const callers = Array.from({ length: CALLERS }, (_, caller) => payOn(load, caller));
      for (let round = 1; round <= ROUNDS; round += 1) {
        await exchange(file, fileOf(CODES[round % 2] ?? ""));
        await eventually(
          () => reloadsIn(server),
          (reloads) => reloads >= round,
        );
      }
      load.isOver = true;
      await Promise.all(callers);
      expect((await fetch(`${server.url}/_sandbox/v1/health`)).status).to.equal(200);
      await server.stop();

      expect(load.paid.filter(({ status }) => status !== 201)).to.deep.equal([]);
      const pairs = new Set(load.paid.map(({ code, revision }) => `${code ?? "-"} by ${revision ?? "-"}`));
      const codes = [...pairs].map((pair) => pair.split(" ")[0]);
      expect(codes, [...pairs].join(", ")).to.have.members(CODES);
      expect(load.paid.length).to.be.above(ROUNDS * CALLERS);
      expect(server.stderr()).not.to.contain("broken").and.not.to.contain('"level":"error"');
    })).timeout(120_000);

  it("lose no order and no place in a sequence when they change", () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "scenarios"));
      const file = join(folder, "scenarios", "steps.yaml");
      const steps = (last: string): string =>
        `version: 1\nrules:\n  - { id: steps, per: merchant, outcomes: [REFERRED, DECLINED, ${last}] }\n`;
      await writeFile(file, steps("BLOCKED"));
      const environment = { SANDBOX_SCENARIO_FOLDER: "scenarios", SANDBOX_SCENARIOS: "steps" };
      const server = await startServer({ folder, environment });
      const codes = [await payOnce(server.url, "1", cardAt(1)), await payOnce(server.url, "2", cardAt(1))];
      await exchange(file, steps("EXPIRED_CARD"));
      await eventually(
        () => reloadsIn(server),
        (reloads) => reloads === 1,
      );
      codes.push(await payOnce(server.url, "3", cardAt(1)), await payOnce(server.url, "1", cardAt(1)));
      await server.stop();
      expect(codes.map(({ status, code }) => `${status} ${code ?? "-"}`)).to.deep.equal([
        "201 REFERRED",
        "201 DECLINED",
        "201 EXPIRED_CARD",
        "200 REFERRED",
      ]);
    }));
});
