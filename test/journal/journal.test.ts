import { expect } from "chai";
import fc from "fast-check";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { exchangeSizeOf } from "../../server/journal/exchange-size.ts";
import { createJournal } from "../../server/journal/journal.ts";
import type { JournalLimits } from "../../server/journal/exchange-queues.ts";
import { exchangeOf } from "./sample-exchange.ts";

const ALL = { filter: {}, limit: Infinity };
const WIDE: JournalLimits = { perMerchant: 100, bytesPerMerchant: 1e9, bytes: 1e9, merchants: 100 };
const sizeOf = (exchange: Exchange): number => exchangeSizeOf(exchange, JSON.stringify(exchange.answer.body));

/** A payment that so many rules let pass, with so many notes, and texts of such a length in its bodies. */
function paymentOf({
  rules,
  notes,
  length,
}: Readonly<Record<"length" | "notes" | "rules", number>>): Exchange {
  const plain = exchangeOf("c7e0a1f2-4d35-4c3e-9f9b-2d1b6a1f0e11");
  const body = { apiOperation: "PAY", order: { description: "x".repeat(length) } };
  const calls = { version: 100, operation: "PAY", orderId: "order-1", transactionId: "1" } as const;
  return {
    ...plain,
    request: { ...plain.request, ...calls, body, bytes: JSON.stringify(body).length },
    contract: { mode: "strict", used: ["requests/pay.v100.json"], resolution: "own", findings: [] },
    rules: { passed: Array.from({ length: rules }, () => "merchant-charge-adds-up"), refusedBy: undefined },
    scenario: {
      files: ["default", "gateway-simulator"],
      revision: "0594949c85fc",
      decidedBy: { kind: "table", scenario: "gateway-simulator", table: "expiry", key: "01/39" },
      addedBy: [],
      tried: [],
      gatewayCode: "APPROVED",
      step: undefined,
      delayMs: 0,
      hold: undefined,
      chaos: false,
    },
    transition: { before: "AUTHORIZED", after: "CAPTURED" },
    moment: { now: "2030-01-15T10:20:30.400Z", entriesBefore: 1, entriesAfter: 2 },
    notes: Array.from({ length: notes }, (_, number) => `This is the note of number ${number}.`),
    answer: { status: 201, body: { ...body, result: "SUCCESS" } },
  };
}

const call = fc.record({
  merchantId: fc.constantFrom(undefined, "A", "B", "C", "D"),
  size: fc.constantFrom(0, 300, 5_000),
});

describe("the journal", () => {
  it("lists no more than so many bytes, one exchange at least, and the rest behind it", () => {
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(0, 1_000, 12_000),
        (calls, bytesMax) => {
          const journal = createJournal(WIDE);
          for (const [number, { merchantId, size }] of calls.entries())
            journal.record(exchangeOf(String(number), { merchantId, notes: ["x".repeat(size)] }));
          const pages: Exchange[][] = [];
          for (let before: string | undefined; ; before = pages.at(-1)?.at(-1)?.id) {
            const page = [...journal.list({ ...ALL, bytesMax, before })];
            if (page.length === 0) break;
            const bytes = page.reduce((sum, one) => sum + sizeOf(one), 0);
            expect(page.length === 1 || bytes <= bytesMax, `${bytes} bytes`).to.equal(true);
            pages.push(page);
          }
          expect(pages.flat()).to.deep.equal(journal.list(ALL));
        },
      ),
    );
  });

  it("keeps the newest of each merchant within every limit, and finds exactly what it lists", () => {
    const limits = fc.record({
      perMerchant: fc.integer({ min: 0, max: 25 }),
      bytesPerMerchant: fc.constantFrom(0, 3_000, 20_000, 1e9),
      bytes: fc.constantFrom(0, 6_000, 30_000, 1e9),
      merchants: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 200 }), limits, (calls, limit) => {
        const journal = createJournal(limit);
        const exchanges = calls.map(({ merchantId, size }, number) =>
          exchangeOf(String(number), { merchantId, notes: ["x".repeat(size)] }),
        );
        for (const exchange of exchanges) journal.record(exchange);
        const listed = journal.list(ALL);
        const kept = new Set(listed.map(({ id }) => id));
        expect(listed).to.deep.equal(exchanges.filter(({ id }) => kept.has(id)).toReversed());
        const found = exchanges.filter(({ id }) => journal.find(id) !== undefined);
        expect(found.toReversed()).to.deep.equal(listed);
        const bytesOf = (some: typeof listed): number => some.reduce((sum, one) => sum + sizeOf(one), 0);
        expect(bytesOf(listed)).to.be.at.most(limit.bytes);
        const merchants = new Set(listed.map(({ merchantId }) => merchantId));
        expect(merchants.size).to.be.at.most(limit.merchants);
        for (const merchantId of merchants) {
          const own = listed.filter((one) => one.merchantId === merchantId);
          expect(own.length).to.be.at.most(limit.perMerchant);
          expect(bytesOf(own)).to.be.at.most(limit.bytesPerMerchant);
          const all = exchanges.filter((one) => one.merchantId === merchantId);
          expect(own).to.deep.equal(all.slice(-own.length).toReversed());
        }
      }),
    );
  });

  it("keeps as many as may be, however long it runs", () => {
    const journal = createJournal({ ...WIDE, perMerchant: 7 });
    for (let number = 0; number < 2_000; number += 1) journal.record(exchangeOf(String(number)));
    const ids = journal.list(ALL).map(({ id }) => Number(id));
    expect(ids).to.deep.equal([1999, 1998, 1997, 1996, 1995, 1994, 1993]);
  });

  it("makes room for all on the fullest shelf, so that who keeps little loses nothing", () => {
    const journal = createJournal({ ...WIDE, bytes: 50_000, perMerchant: 1e6 });
    journal.record(exchangeOf("quiet", { merchantId: "QUIET" }));
    for (let number = 0; number < 500; number += 1) {
      const notes = ["x".repeat(1_000)];
      journal.record(exchangeOf(String(number), { merchantId: number % 3 === 0 ? "B" : "A", notes }));
    }
    const kept = (merchant: string): number => journal.list({ filter: { merchant }, limit: 1e6 }).length;
    expect([kept("QUIET"), kept("A") > 10, kept("B") > 10]).to.deep.equal([1, true, true]);
  });

  it("counts about as many bytes as the JSON text has", () => {
    const value = fc.object({ key: fc.string(), values: [fc.string(), fc.nat(), fc.boolean()], maxDepth: 3 });
    fc.assert(
      fc.property(value, fc.nat(5_000), (member, length) => {
        const exchange = exchangeOf("id", {
          answer: { status: 200, body: { ...member, t: "x".repeat(length) } },
        });
        const real = JSON.stringify(exchange).length;
        expect(sizeOf(exchange)).to.be.within(real * 0.75, real * 1.25);
      }),
    );
  });

  it("counts those of a payment by what was judged and decided", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(20), fc.nat(3_000), (rules, notes, length) => {
        const exchange = paymentOf({ rules, notes, length });
        const real = JSON.stringify(exchange).length;
        expect(sizeOf(exchange)).to.be.within(real * 0.75, real * 1.25);
      }),
    );
  });

  it("gives exchanges back as they were, whether their answer came as text or not", () => {
    fc.assert(
      fc.property(fc.option(fc.jsonValue(), { nil: undefined }), fc.boolean(), (body, isWritten) => {
        const journal = createJournal(WIDE);
        const exchange = exchangeOf("id", { answer: { status: 201, body: body } });
        journal.record(exchange, isWritten ? JSON.stringify(body) : undefined);
        const same = JSON.stringify(exchange);
        expect(JSON.stringify(journal.find("id"))).to.equal(same);
        expect(JSON.stringify(journal.list(ALL))).to.equal(`[${same}]`);
      }),
    );
  });

  it("finds what it keeps and nothing else, whenever it is asked", () => {
    const step = fc.record({ merchantId: fc.constantFrom("A", "B", "C"), asks: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const journal = createJournal({ ...WIDE, perMerchant: 3, merchants: 2 });
        for (const [number, { merchantId, asks }] of steps.entries()) {
          journal.record(exchangeOf(String(number), { merchantId }));
          if (!asks) continue;
          const kept = journal.list(ALL).map(({ id }) => id);
          const found = steps.map((_, id) => journal.find(String(id))?.id).filter((id) => id !== undefined);
          expect(found.toReversed()).to.deep.equal(kept);
        }
      }),
    );
  });

  it("forgets one merchant and no other, and goes on with it", () => {
    const journal = createJournal({ ...WIDE, bytes: 5_000 });
    const record = (id: string, merchantId: string | undefined): void => {
      journal.record(exchangeOf(id, { merchantId }));
    };
    for (let round = 0; round < 50; round += 1) {
      record(`a${round}`, "A");
      journal.forget("A");
    }
    record("b", "B");
    record("nobody", undefined);
    journal.forget("A");
    journal.forget("NEVER");
    expect(journal.find("a49")).to.equal(undefined);
    expect(journal.list(ALL).map(({ id }) => id)).to.deep.equal(["nobody", "b"]);
    record("a", "A");
    expect(journal.list(ALL).map(({ id }) => id)).to.deep.equal(["a", "nobody", "b"]);
  });

  it("pages between any two of its exchanges, of one merchant and of all", () => {
    const journal = createJournal(WIDE);
    const ids = Array.from({ length: 30 }, (_, number) => String(number));
    for (const id of ids) journal.record(exchangeOf(id, { merchantId: Number(id) % 3 === 0 ? "A" : "B" }));
    const place = fc.option(fc.nat(29).map(String), { nil: undefined });
    const merchants = fc.constantFrom(undefined, "A", "B", "NEVER");
    fc.assert(
      fc.property(
        place,
        place,
        fc.integer({ min: 0, max: 40 }),
        merchants,
        (before, after, limit, merchant) => {
          const expected = ids
            .filter((id) => merchant === undefined || merchant === (Number(id) % 3 === 0 ? "A" : "B"))
            .filter((id) => Number(id) < Number(before ?? 99) && Number(id) > Number(after ?? -1))
            .toReversed()
            .slice(0, limit);
          const found = journal.list({ filter: { merchant }, limit, before, after });
          expect(found.map(({ id }) => id)).to.deep.equal(expected);
        },
      ),
    );
    expect(journal.list({ ...ALL, before: "never" })).to.deep.equal([]);
    expect(journal.list({ ...ALL, after: "never" })).to.deep.equal([]);
  });

  it("tells those who listen of every exchange, until they no longer do", () => {
    const journal = createJournal({ ...WIDE, perMerchant: 0 });
    const heard: string[] = [];
    const leave = journal.subscribe(({ id }) => {
      heard.push(id);
      if (id === "2") leave();
    });
    for (const id of ["1", "2", "3"]) journal.record(exchangeOf(id));
    expect(heard).to.deep.equal(["1", "2"]);
  });
});
