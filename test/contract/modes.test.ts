import { rmSync } from "node:fs";
import { expect } from "chai";
import type { Json } from "../../server/domain/json.ts";
import { VALID, judgeWith, summary } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

const pay = (order: string, more = "") => `{"apiOperation":"PAY"${more},"order":{"currency":"EUR",${order}}}`;

interface Case {
  readonly name: string;
  readonly body: string;
  readonly deviations: readonly string[];
  readonly taken: Json;
}

const order = (members: object) => ({ apiOperation: "PAY", order: { currency: "EUR", ...members } }) as Json;

const TAKEN: readonly Case[] = [
  {
    name: "a number for a decimal text by what was written",
    body: pay('"amount":10.50'),
    deviations: ["deviation type order.amount"],
    taken: order({ amount: "10.50" }),
  },
  {
    name: "numbers beside texts that hold digits, quotes and braces",
    body: pay('"reference":"a\\"1.5{","amount":100.00,"item":[{"name":"7"},{"quantity":12}]'),
    deviations: ["deviation type order.amount", "deviation type order.item[1].quantity"],
    taken: order({ reference: 'a"1.5{', amount: "100.00", item: [{ name: "7" }, { quantity: "12" }] }),
  },
  {
    name: "null, {} and [] as absent, and what is empty without them",
    body: pay('"amount":"1","reference":null,"item":[],"subMerchant":{"email":null}', ',"session":{}'),
    deviations: [
      "deviation type order.reference",
      "deviation type order.subMerchant.email",
      "deviation count order.item",
    ],
    taken: order({ amount: "1" }),
  },
  {
    name: "unknown members without content as absent",
    body: pay('"amount":"1","surprise":{"nested":[null]}'),
    deviations: ["deviation unknown order.surprise.nested[0]"],
    taken: order({ amount: "1" }),
  },
  {
    name: "members that version 100 knows",
    body: pay('"amount":"1","newest":"n","newer":{"count":"3"}'),
    deviations: ["deviation unknown order.newest", "deviation unknown order.newer.count"],
    taken: order({ amount: "1", newest: "n", newer: { count: "3" } }),
  },
  {
    name: "numbers in members that only version 100 knows",
    body: pay('"amount":"1","newer":{"count":007.0}'.replace("007.0", "3")),
    deviations: ["deviation unknown order.newer.count"],
    taken: order({ amount: "1", newer: { count: "3" } }),
  },
  {
    name: "a number, an empty member and a public name in one body",
    body: pay('"amount":1.0,"reference":null', ',"browserPayment":{"publicName":{"kind":2.0}}'),
    deviations: [
      "deviation unknown browserPayment.publicName.kind",
      "deviation type order.amount",
      "deviation type order.reference",
    ],
    taken: {
      ...(order({ amount: "1.0" }) as object),
      browserPayment: { providerA: { kind: "2.0" } },
    },
  },
  {
    name: "public names of values and members",
    body: pay(
      '"amount":"1"',
      ',"sourceOfFunds":{"type":"PUBLIC_NAME"},"browserPayment":{"publicName":{"kind":"a"}}',
    ),
    deviations: [
      "deviation unknown browserPayment.publicName.kind",
      "deviation enumeration sourceOfFunds.type",
    ],
    taken: {
      ...(order({ amount: "1" }) as object),
      sourceOfFunds: { type: "PROVIDER_A" },
      browserPayment: { providerA: { kind: "a" } },
    },
  },
];

const REFUSED = [
  ["a member that no version knows", pay('"amount":"1","surprise":1'), "violation unknown order.surprise"],
  ["a number whose text breaks the rule", pay('"amount":1e2'), "violation format order.amount"],
  ["a number that is too long as text", pay('"amount":100000000000.000'), "violation length order.amount"],
  [
    "a value that version 100 does not take",
    pay('"amount":"1","newest":"too long"'),
    "violation length order.newest",
  ],
  ["text where a number is asked", pay('"amount":"1","dutyAmount":"1"'), "violation type order.dutyAmount"],
  ["a required member that is null", pay('"amount":null'), "violation missing order.amount"],
  ["nothing at all", "{}", "violation missing apiOperation"],
  [
    "null as an element among others",
    pay('"amount":"1","item":[null,{"name":"a"}]'),
    "violation type order.item[0]",
  ],
] as const;

describe("modes of a contract", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const { name, body, deviations, taken } of TAKEN) {
    it(`takes in mode gateway ${name}, and records it`, () => {
      const judgement = judge(body, { mode: "gateway" });
      expect(judgement.refusal).to.equal(undefined);
      expect(summary(judgement.findings)).to.deep.equal(deviations);
      expect(judgement.body).to.deep.equal(taken);
      for (const { message } of judgement.findings) expect(message).to.match(/ Mode gateway takes it\.$/);
    });

    it(`refuses in mode strict ${name}, and says that mode gateway would take it`, () => {
      const judgement = judge(body);
      expect(judgement.refusal?.reason).to.equal("contract");
      expect(summary(judgement.findings)).to.deep.equal(
        deviations.map((deviation) => deviation.replace("deviation", "violation")),
      );
      for (const { message } of judgement.findings)
        expect(message).to.match(/ Mode gateway would take it\.$/);
      expect(judgement.body).to.deep.equal(JSON.parse(body));
    });
  }

  for (const [name, body, violation] of REFUSED) {
    it(`refuses in mode gateway ${name}`, () => {
      const { refusal, findings } = judge(body, { mode: "gateway" });
      expect(refusal?.reason).to.equal("contract");
      expect(summary(findings)[0]).to.equal(violation);
    });

    it(`records in mode observe ${name}, and takes it`, () => {
      const { refusal, findings } = judge(body, { mode: "observe" });
      expect(refusal).to.equal(undefined);
      expect(summary(findings)[0]).to.equal(violation);
    });
  }

  it("does not say of a fault that mode gateway would take it when it would not", () => {
    const { findings } = judge(pay('"amount":1e2'));
    expect(findings[0]?.message).to.match(/characters\.$/);
  });

  it("refuses the neutral name and the public one side by side", () => {
    const both = pay(
      '"amount":"1"',
      ',"browserPayment":{"providerA":{"kind":"a"},"publicName":{"kind":"a"}}',
    );
    expect(summary(judge(both, { mode: "gateway" }).findings)[0]).to.equal(
      "violation unknown browserPayment.publicName.kind",
    );
  });

  it("hands back the same body in mode gateway when there is nothing to forgive", () => {
    expect(judge(VALID, { mode: "gateway" })).to.deep.include({
      findings: [],
      body: VALID,
      refusal: undefined,
    });
  });

  it("hands on in mode observe numbers as text, even where the text breaks the rule", () => {
    const { body } = judge(pay('"amount":12345678901234567.10'), { mode: "observe" });
    expect(body).to.deep.equal(order({ amount: "12345678901234567.10" }));
  });

  it("hands on an empty body in mode observe when the body is no object", () => {
    expect(judge("[1]", { mode: "observe" })).to.deep.include({ body: {}, refusal: undefined });
  });

  it("judges the length of correlationId and not its content", () => {
    expect(judge({ ...VALID, correlationId: "\u0000 <>é" }).refusal).to.equal(undefined);
    expect(judge({ ...VALID, correlationId: "c".repeat(101) }).refusal?.fault?.field).to.equal(
      "correlationId",
    );
  });
});
