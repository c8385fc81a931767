import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Facts } from "../../server/domain/record/decision.ts";
import { formatAmount } from "../../server/domain/money.ts";
import type { Scenarios } from "../../server/scenario/scenarios.ts";
import { loadFiles, problemsOf } from "./folders.ts";
import { deciderOf, factsOf } from "./requests.ts";
import type { RequestWords } from "./requests.ts";

const PAGES = ["docs/scenarios.md", "docs/scenario-reference.md"];
const [guide = "", reference = ""] = PAGES.map((page) =>
  readFileSync(new URL(`../../${page}`, import.meta.url), "utf8"),
);

/** Column titles of the tables that say what is answered; all others are words of the request. */
const ANSWERS = [
  ...["answer", "acquirer", "security code", "address", "balance", "points", "decided by"],
  ...["fault", "delay", "hold", "approved", "risk", "added by"],
];

type Row = Readonly<Record<string, string>>;

/** The examples: a YAML block, and the text or table that follows it. */
const EXAMPLE = /^```yaml( broken)?\n(.*?)^```\n(.*?)(?=^```yaml|^## |(?![^]))/gms;
const examples = [guide, reference].flatMap((page) =>
  [...page.matchAll(EXAMPLE)].map(([, broken, yaml = "", after = ""]) => {
    return { broken: broken !== undefined, yaml, after };
  }),
);

function rowsOf(markdown: string): readonly Row[] {
  const lines = /(^\|.*\n)+/m.exec(markdown)?.[0].trim().split("\n") ?? [];
  const [titles = [], , ...rows] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [titles[index] ?? "", cell])));
}

function requestOf(row: Row, scenario: string): RequestWords {
  const words = Object.fromEntries(Object.entries(row).filter(([title]) => !ANSWERS.includes(title)));
  const { "decided before": before = "-", ...request } = words;
  const [rule = "", count = "0"] = before.split(" ");
  const status = request["status"] === "NEW" ? "-" : (request["status"] ?? "-");
  const seed = { ...(request["seed"] === undefined ? {} : { seed: Number(request["seed"]) }) };
  return { ...request, ...seed, status, decided: new Map([[`${scenario}#${rule}`, Number(count)]]) };
}

/** The answer, in the words of the tables. */
function toldBy({ decide, decideBalance, decideConversion, decideRisk }: Scenarios, facts: Facts): Row {
  if (facts.operation === "BALANCE_INQUIRY") {
    const decision = decideBalance(facts);
    const { amount, rewards } = decision.balance ?? {};
    return {
      answer: decision.gatewayCode,
      balance: amount === undefined ? "-" : formatAmount(amount),
      points: rewards === undefined ? "-" : String(rewards.points),
      "decided by": deciderOf(decision),
    };
  }
  if (facts.operation === "PAYMENT_OPTIONS_INQUIRY") {
    const decision = decideConversion(facts);
    return { answer: decision.gatewayCode, "decided by": deciderOf(decision) };
  }
  if (facts.operation === "CREATE_OR_UPDATE_RISK_ASSESSMENT") {
    const decision = decideRisk(facts);
    return { answer: decision.recommendation, "decided by": deciderOf(decision) };
  }
  const decision = decide(facts);
  const { gatewayCode, acquirerCode, securityCode, address, approvedAmount, risk } = decision.outcome;
  const { delayMs, fault, hold } = decision.effects;
  return {
    fault: fault === undefined ? "-" : `${fault.kind} ${fault.at}`,
    delay: delayMs === 0 ? "-" : `${delayMs} ms`,
    hold: hold ?? "-",
    approved: approvedAmount === undefined ? "-" : formatAmount(approvedAmount),
    risk: risk ?? "-",
    "added by": decision.addedBy.map(({ id }) => id).join(" ") || "-",
    answer: gatewayCode,
    acquirer: acquirerCode ?? "-",
    "security code": securityCode ?? "-",
    address: address ?? "-",
    "decided by": deciderOf(decision),
  };
}

describe("the guide for testers", () => {
  it("has the examples that these tests run", () => {
    for (const page of [guide, reference]) expect(page.match(/^```yaml/gm)).to.have.length.above(3);
    expect(examples).to.have.length(`${guide}${reference}`.match(/^```yaml/gm)?.length ?? 0);
  });

  for (const { yaml, after } of examples.filter(({ broken }) => !broken)) {
    const name = /^name: (.*)$/m.exec(yaml)?.[1] ?? "";
    const scenarios = loadFiles({ [`${name}.yaml`]: yaml });
    for (const row of rowsOf(after)) {
      it(`${name}: ${Object.values(row).join(", ")}`, () => {
        const told = toldBy(scenarios, factsOf(requestOf(row, name)));
        const promised = Object.keys(row).filter((title) => ANSWERS.includes(title));
        expect(promised).to.include.members(["answer", "decided by"]);
        for (const title of promised) expect(told[title], title).to.equal(row[title]);
      });
    }
    it(`${name}: has a table of requests`, () => {
      expect(rowsOf(after)).to.have.length.above(2);
    });
  }

  it("shows the mistakes of its broken file as they are told", () => {
    const broken = examples.find((it) => it.broken);
    const shown = /^```text\n(.*?)^```/ms
      .exec(broken?.after ?? "")?.[1]
      ?.trim()
      .split("\n");
    expect(problemsOf({ "broken.yaml": broken?.yaml ?? "" }, ["broken"])).to.deep.equal(shown);
  });

  it("lists the magic cards as default.yaml has them", () => {
    const listed = rowsOf(guide.split("## Magic cards")[1] ?? "").map((row) => Object.values(row).join(" "));
    const file = readFileSync(new URL("../../scenarios/default.yaml", import.meta.url), "utf8");
    const rules = [...file.matchAll(/card: "(\d+)" }\n\s+outcome: (\w+)\n\s+acquirerCode: "(\d+)"/g)];
    expect(listed).to.deep.equal(rules.map((match) => match.slice(1).join(" ")));
    expect(listed).to.have.length(8);
  });

  for (const page of ["../../docs/scenarios.md", "../../README.md"]) {
    it(`lists in ${page.slice(6)} the cards whose encryption is lost as default.yaml has them`, () => {
      const text = readFileSync(new URL(page, import.meta.url), "utf8");
      const file = readFileSync(new URL("../../scenarios/default.yaml", import.meta.url), "utf8");
      const listed = [...text.matchAll(/^\| (\d{16}) \|.*`(\w+)\.encryptionState`.*\| 05 \|$/gm)];
      const named = [...file.matchAll(/^ {4}"(\d{16})": \{ (\w+): INVALID \}$/gm)];
      expect(listed.map((it) => it.slice(1))).to.deep.equal(named.map((it) => it.slice(1)));
      expect(named).to.have.length(2);
    });
  }
});
