import { createRequire } from "node:module";
import { Ajv } from "ajv";
import type { AnySchemaObject, ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { expect } from "chai";
import { reportPieces } from "../../server/report/formats.ts";
import { renderReport } from "./rendered.ts";
import { FAULT_KINDS, FAULT_PLACES } from "../../server/domain/record/effects.ts";
import type { Report } from "../../server/report/report.ts";
import { EMPTY, FULL, PRESENTATION, exchange } from "./sample-report.ts";

interface Entry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: Readonly<Record<string, unknown>>;
  readonly response: Readonly<Record<string, unknown>>;
  readonly comment: string;
}

const shown = (report: Report): unknown => JSON.parse(renderReport("har", report, PRESENTATION));
const entriesOf = (report: Report): readonly Entry[] =>
  (shown(report) as { readonly log: { readonly entries: readonly Entry[] } }).log.entries;

describe("the HAR report", () => {
  let validate: ValidateFunction;
  before(() => {
    const schemas = createRequire(import.meta.url)("har-schema") as Readonly<Record<string, AnySchemaObject>>;
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    // They say that they are of draft 06; nothing that they use has changed since.
    for (const schema of Object.values(schemas))
      ajv.addSchema({ ...schema, $schema: "http://json-schema.org/draft-07/schema" });
    const found = ajv.getSchema("har.json");
    if (found === undefined) throw new Error("no schema har.json");
    validate = found as ValidateFunction;
  });

  it("is valid HAR 1.2, for traffic with faults and for none", () => {
    const faults = FAULT_PLACES.flatMap((at) =>
      FAULT_KINDS.map((kind) =>
        exchange({ fault: { at, kind, lost: undefined }, answer: { status: 0, body: undefined } }),
      ),
    );
    for (const report of [FULL, EMPTY, { ...EMPTY, exchanges: faults }]) {
      validate(shown(report));
      expect(validate.errors).to.equal(null);
    }
    expect(shown(EMPTY)).to.have.nested.include({
      "log.version": "1.2",
      "log.creator.name": "gateway-sandbox",
      "log.creator.version": "1.2.3",
    });
  });

  it("comes an entry a piece, and is the same text as if it were written at once", () => {
    for (const report of [FULL, EMPTY]) {
      const pieces = [...reportPieces("har", report, PRESENTATION)];
      expect(pieces).to.have.length((report.exchanges?.length ?? 0) + 2);
      const text = pieces.join("");
      expect(text).to.equal(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    }
  });

  it("asks for the next exchange when the one before is written", () => {
    const asked: string[] = [];
    const exchanges = {
      length: 3,
      *[Symbol.iterator]() {
        for (const id of ["1", "2", "3"]) {
          asked.push(id);
          yield exchange({ id });
        }
      },
    };
    const seen: number[] = [];
    for (const piece of reportPieces("har", { ...EMPTY, exchanges }, PRESENTATION)) {
      if (piece.includes("exchange ")) seen.push(asked.length);
    }
    expect(seen).to.deep.equal([1, 2, 3]);
  });

  it("tells the request with its address, its masked body and its size", () => {
    const [first] = entriesOf({ ...FULL, url: "http://127.0.0.1:8620/" });
    expect(first).to.deep.include({ startedDateTime: "2030-01-15T10:20:30.400Z", time: 12.5 });
    expect(first?.request).to.deep.include({
      method: "PUT",
      url: "http://127.0.0.1:8620/api/rest/version/60/merchant/TESTSHOP/order/order%201%2F2/transaction/1",
      bodySize: 312,
      postData: {
        mimeType: "application/json",
        text: '{"apiOperation":"PAY","sourceOfFunds":{"provided":{"card":{"number":"512345xxxxxx0008"}}}}',
      },
    });
  });

  it("tells the answer with its status, its words and its body", () => {
    const [first] = entriesOf(FULL);
    expect(first?.response).to.deep.include({
      status: 201,
      statusText: "Created",
      headers: [{ name: "X-Sandbox-Exchange", value: "x-1" }],
      content: { size: 20, mimeType: "application/json", text: '{"result":"SUCCESS"}' },
    });
  });

  it("has status 0 and no content where no answer came, and says what was lost", () => {
    const lost = entriesOf(FULL)[2];
    expect(lost?.response).to.deep.include({
      status: 0,
      headers: [],
      content: { size: 0, mimeType: "x-unknown" },
      bodySize: -1,
    });
    expect(lost?.comment).to.equal("exchange x-3; fault reset after-commit, the caller did not get 201");
  });

  it("is in the order of time", () => {
    expect(entriesOf(FULL).map(({ comment }) => /exchange (\S+?)(;|$)/.exec(comment)?.[1])).to.deep.equal([
      "x-1",
      "x-2",
      "x-3",
    ]);
  });

  it("keeps the name of what the record does not know: ids of sessions, and paths that are nobody's", () => {
    const { request } = exchange();
    const urlFor = (route: string): unknown =>
      entriesOf({ ...EMPTY, exchanges: [exchange({ request: { ...request, route } })] })[0]?.request["url"];
    expect(urlFor("/checkout/pay/:id")).to.equal("http://gateway-sandbox.invalid/checkout/pay/:id");
    expect(urlFor("unknown")).to.equal("http://gateway-sandbox.invalid/unknown");
  });
});
