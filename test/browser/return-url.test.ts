import { expect } from "chai";
import type { Response } from "supertest";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import { initiate } from "./browser-requests.ts";

describe("the address that a payer is sent back to", () => {
  let running: Started;
  before(async () => {
    const merchants = {
      STRICT: { mode: "strict" },
      GATEWAY: { mode: "gateway" },
      SECURE: { mode: "gateway", httpReturnUrls: "refuse" },
    };
    running = await startWith({ merchants });
  });
  after(() => running.stop());

  const bank = (returnUrl: string) =>
    initiate({ "sourceOfFunds.type": "PROVIDER_C", "browserPayment.returnUrl": returnUrl });
  const initiating = (returnUrl: string, merchant: string, order: string): Promise<Response> =>
    clientOn(running, merchant).put({ order, transaction: "1", body: bank(returnUrl), version: 61 });

  [
    "http://127.0.0.1:3000/back?order=1",
    "http://localhost/back",
    "http://shop.localhost:8080",
    "http://[::1]:3000/",
    "http://10.1.2.3/",
    "http://172.31.0.1/back",
    "http://192.168.178.20/back",
    "http://[fd00::5]/back",
    "http://shop:3000/back",
    "http://shop.local/back",
    "https://shop.example/back",
  ].forEach((url, index) => {
    it(`may be ${url}`, async () => {
      const response = await initiating(url, "GATEWAY", `private-${index}`);
      expect(response.status, JSON.stringify(response.body)).to.equal(201);
      expect(valueAt(response.body as Json, "browserPayment.returnUrl")).to.equal(url);
    });
  });

  [
    ["http://shop.example/back", "GATEWAY"],
    ["http://localhost@shop.example/", "GATEWAY"],
    ["http://localhost.shop.example/", "GATEWAY"],
    ["http://127.0.0.1.shop.example/", "GATEWAY"],
    ["http://172.32.0.1/back", "GATEWAY"],
    ["ftp://localhost/back", "GATEWAY"],
    ["http://127.0.0.1:3000/back", "SECURE"],
    ["http://127.0.0.1:3000/back", "STRICT"],
  ].forEach(([url = "", merchant = ""], index) => {
    it(`may not be ${url} for the merchant ${merchant}, and the refusal says https`, async () => {
      const response = await initiating(url, merchant, `public-${index}`);
      const error = valueAt(response.body as Json, "error");
      expect(response.status).to.equal(400);
      expect(textAt(error, "field")).to.equal("browserPayment.returnUrl");
      expect(textAt(error, "explanation"))
        .to.match(/begins? with https/)
        .and.not.to.match(/12 characters/);
    });
  });
});
