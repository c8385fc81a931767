import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { capture, pay } from "../support/requests.ts";
import { sendRaw } from "./raw-http.ts";

const EXCHANGES = "/_sandbox/v1/exchanges";

const exchangesOf = (response: Response): readonly Exchange[] =>
  (response.body as { readonly exchanges: readonly Exchange[] }).exchanges;

const expectProblem = (response: Response, status: number, title: string): void => {
  expect(response.status).to.equal(status);
  expect(response.get("Content-Type")).to.match(/^application\/problem\+json/);
  expect(response.body).to.include({ type: "about:blank", status, title });
  expect((response.body as { readonly detail: string }).detail).to.match(/^\S.*\.$/);
};

describe("the control API", () => {
  let running: TestSandbox;
  let one: Client;
  let other: Client;
  const ids: string[] = [];
  const get = (path: string): request.Test => request(running.sandbox.url).get(path);

  before(async () => {
    running = await startTestSandbox({ SANDBOX_CONTROL_HOSTS: "Sandbox.Example, other.example" });
    one = clientOf(running.sandbox.url, "TESTONE");
    other = clientOf(running.sandbox.url, "TESTOTHER");
    const calls = [
      () => one.put({ order: "order-1", transaction: "1", body: pay() }),
      () => other.put({ order: "order-1", transaction: "1", body: pay() }),
      () => one.put({ order: "order-2", transaction: "1", body: pay() }),
      () => one.getOrder("order-1"),
      () => clientOf(running.sandbox.url, "TESTONE", "wrong").getOrder("order-1"),
    ];
    for (const call of calls) ids.push((await call()).get("X-Sandbox-Exchange") ?? "");
  });
  after(() => running.stop());

  const lists: Readonly<Record<string, readonly number[]>> = {
    "": [4, 3, 2, 1, 0],
    "?limit=2": [4, 3],
    "?merchant=TESTONE": [3, 2, 0],
    "?merchant=TESTOTHER": [1],
    "?merchant=TESTNOBODY": [],
    "?order=order-1": [4, 3, 1, 0],
    "?merchant=TESTONE&order=order-1": [3, 0],
    "?merchant=TESTONE&order=order-1&limit=1": [3],
    "?order=nothing": [],
  };
  for (const [query, expected] of Object.entries(lists)) {
    it(`lists the exchanges of '${query}', newest first`, async () => {
      const found = exchangesOf(await get(EXCHANGES + query));
      expect(found.map(({ id }) => ids.indexOf(id))).to.deep.equal(expected);
    });
  }

  it("pages on with before", async () => {
    const pages: number[][] = [];
    let before = "";
    do {
      const found = exchangesOf(await get(`${EXCHANGES}?limit=2${before}`));
      pages.push(found.map(({ id }) => ids.indexOf(id)));
      before = `&before=${found.at(-1)?.id ?? ""}`;
    } while ((pages.at(-1)?.length ?? 0) > 0);
    expect(pages).to.deep.equal([[4, 3], [2, 1], [0], []]);
  });

  it("shows one exchange as the list does", async () => {
    const [newest] = exchangesOf(await get(`${EXCHANGES}?limit=1`));
    const response = await get(`${EXCHANGES}/${ids[4] ?? ""}`);
    expect([response.status, response.body]).to.deep.equal([200, newest]);
  });

  for (const limit of ["0", "-1", "501", "1.5", "many", "", "1000000000000", "NaN"]) {
    it(`refuses the limit '${limit}'`, async () => {
      const response = await get(`${EXCHANGES}?limit=${limit}`);
      expectProblem(response, 400, "Invalid limit");
      expect(response.body).to.include({ detail: "limit must be a whole number from 1 to 500." });
    });
  }

  for (const name of ["limit", "merchant", "order", "before"]) {
    it(`refuses ${name} given twice`, async () => {
      expectProblem(await get(`${EXCHANGES}?${name}=1&${name}=1`), 400, `Invalid ${name}`);
    });
  }

  it("refuses a filter that there is not, instead of showing everybody's exchanges", async () => {
    expectProblem(await get(`${EXCHANGES}?merchantId=TESTONE`), 400, "Unknown filter");
  });

  for (const id of ["never", "00000000-0000-0000-0000-000000000000", "__proto__"]) {
    it(`has no exchange ${id}`, async () => {
      expectProblem(await get(`${EXCHANGES}/${id}`), 404, "No such exchange");
    });
  }

  it("says that there is nothing else, as a problem", async () => {
    for (const path of ["/v1", "/v2/exchanges", "/v1/exchanges/", "/v1/exchanges/a/b", "/v1/Exchanges"]) {
      expectProblem(await get(`/_sandbox${path}`), 404, "No such resource");
    }
    for (const method of ["post", "put", "delete", "patch"] as const) {
      expectProblem(await request(running.sandbox.url)[method](EXCHANGES), 404, "No such resource");
    }
    expectProblem(await get(`${EXCHANGES}/%zz`), 400, "Bad request");
  });

  it("records no call of its own", async () => {
    await get(EXCHANGES);
    await get(`${EXCHANGES}/never`);
    expect(exchangesOf(await get(EXCHANGES))).to.have.length(ids.length);
  });

  const hosts: Readonly<Record<string, number>> = {
    localhost: 200,
    "localhost:8620": 200,
    LOCALHOST: 200,
    "127.0.0.1": 200,
    "127.0.0.1:1": 200,
    "192.168.1.20:8620": 200,
    "[::1]:8620": 200,
    "[::1]": 200,
    "sandbox.example": 200,
    "SANDBOX.example:8620": 200,
    "other.example": 200,
    "evil.example": 403,
    "localhost.evil.example": 403,
    "127.0.0.1.evil.example": 403,
    "sub.sandbox.example": 403,
    "": 403,
  };
  for (const [host, status] of Object.entries(hosts)) {
    it(`answers ${status} under the Host '${host}'`, async () => {
      for (const path of [EXCHANGES, "/_sandbox/v1/health"]) {
        const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
        const answer = await sendRaw(running.sandbox.url, text);
        expect(answer.status).to.equal(status);
        if (status === 403)
          expect(answer.body).to.contain('"title":"Host not allowed"').and.not.contain(ids[0]);
      }
    });
  }

  it("refuses a request that names no host at all", async () => {
    const answer = await sendRaw(running.sandbox.url, `GET ${EXCHANGES} HTTP/1.0\r\n\r\n`);
    expect(answer.status).to.equal(403);
  });

  it("does not let a proxy's header stand for the host", async () => {
    const response = await get(EXCHANGES).set("Host", "evil.example").set("X-Forwarded-Host", "localhost");
    expectProblem(response, 403, "Host not allowed");
  });

  it("serves gateway paths under any host", async () => {
    const head = "GET /api/rest/version/100/information HTTP/1.1\r\nHost: shop.example\r\nConnection: close";
    expect((await sendRaw(running.sandbox.url, `${head}\r\n\r\n`)).status).to.equal(200);
  });

  it("shows a refused follow-up on the order that it was for", async () => {
    const refused = await one.put({ order: "order-1", transaction: "2", body: capture() });
    const [newest] = exchangesOf(await get(`${EXCHANGES}?order=order-1&limit=1`));
    expect(newest?.id).to.equal(refused.get("X-Sandbox-Exchange"));
    ids.push(newest?.id ?? "");
  });
});
