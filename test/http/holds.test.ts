import { expect } from "chai";
import request from "supertest";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

describe("the list of held requests", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const REFUSED: readonly (readonly [query: string, title: string, detail: RegExp])[] = [
    [
      "cuont=1",
      "Unknown field",
      /^There is no 'cuont'\. Did you mean 'count'\? Known: count, waitMs, after, limit\./,
    ],
    ["count=1&merchant=X", "Unknown field", /^There is no 'merchant'/],
    ["count=x", "Invalid count", /from 0 to 1000/],
    ["count=1&count=2", "Invalid count", /only once/],
    ["waitMs=60001", "Invalid waitMs", /from 0 to 60000/],
  ];
  for (const path of ["holds", "merchants/TESTHOLDS/holds"]) {
    for (const [query, title, detail] of REFUSED) {
      it(`refuses ${path}?${query}`, async () => {
        const answer = await request(running.sandbox.url).get(`/_sandbox/v1/${path}?${query}`);
        expect(answer.body).to.include({ status: 400, title });
        expect((answer.body as { readonly detail: string }).detail).to.match(detail);
      });
    }
  }
});
