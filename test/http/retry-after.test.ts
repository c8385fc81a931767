import { expect } from "chai";
import express, { Router } from "express";
import request from "supertest";
import { Refusal } from "../../server/domain/record/refusal.ts";
import type { RefusalReason } from "../../server/domain/record/refusal.ts";
import { mount } from "../../server/http/gateway/mount.ts";
import { answerPageFailure, mountPage } from "../../server/http/pages/mount-page.ts";

type Recorder = Parameters<typeof mount>[1];

/** The paths of a gateway in which everything is refused for one reason. */
function refusing(reason: RefusalReason): express.Express {
  const recorder = {
    clock: () => 0,
    stopwatch: () => 0,
    newExchangeId: () => "exchange-1",
    record: () => undefined,
    reportBug: () => undefined,
    guards: { cards: undefined },
  } as unknown as Recorder;
  const fail = (): never => {
    throw new Refusal(reason, "Not now");
  };
  const gateway = Router();
  mount(gateway, recorder, "/gateway", { guards: [], methods: { put: fail } });
  const pages = Router();
  mountPage(pages, recorder, "/page/:id", {
    get: async () => Promise.resolve(fail()),
    post: async () => Promise.resolve(fail()),
  });
  pages.use(answerPageFailure);
  return express().use(gateway, pages);
}

describe("an answer that says the gateway is busy", () => {
  it("says when to try again (RFC 9110 section 10.2.3)", async () => {
    const app = refusing("busy");
    for (const response of [await request(app).put("/gateway"), await request(app).post("/page/1")]) {
      expect([response.status, response.get("Retry-After")]).to.deep.equal([503, "1"]);
    }
    expect((await request(app).put("/gateway")).body).to.deep.equal({
      error: { cause: "SERVER_BUSY", explanation: "Not now" },
      result: "ERROR",
    });
  });

  for (const reason of ["rule", "bug", "unknown-path"] as const) {
    it(`is the only one that does: not ${reason}`, async () => {
      const app = refusing(reason);
      expect((await request(app).put("/gateway")).get("Retry-After")).to.equal(undefined);
      expect((await request(app).post("/page/1")).get("Retry-After")).to.equal(undefined);
    });
  }
});
