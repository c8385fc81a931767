import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { pay, withValues } from "../support/requests.ts";
import { suiteSandbox } from "./started.ts";
import { CLIENT_CALLS } from "./client-calls.ts";
import type { ClientCall } from "./client-calls.ts";

const MERCHANTS = {
  STRICT: { mode: "strict" },
  GATEWAY: { mode: "gateway" },
};

describe("requests as clients of the live gateway send them", () => {
  const running = suiteSandbox({ merchants: MERCHANTS });

  const send = async (
    call: Pick<ClientCall, "method" | "path" | "version"> & { readonly body: Json },
    merchant: string,
    order: string,
  ): Promise<Response> => {
    const { method, path, version, body } = call;
    const root = `/api/rest/version/${version}/merchant/${merchant}`;
    const at = path.replace("{order}", order);
    const agent = request(running.sandbox.url)[method](`${root}${at}`);
    const text = JSON.stringify(body).replaceAll("{order}", order);
    return agent.auth(`merchant.${merchant}`, "sandbox").type("json").send(text);
  };

  const exchangeOf = async (response: Response): Promise<Exchange> => {
    const id = response.get("X-Sandbox-Exchange") ?? "";
    return (await request(running.sandbox.url).get(`/_sandbox/v1/exchanges/${id}`)).body as Exchange;
  };

  CLIENT_CALLS.forEach((call, index) => {
    it(`take ${call.takes}, in mode gateway`, async () => {
      const response = await send(call, "GATEWAY", `taken-${index}`);
      expect(response.status, JSON.stringify(response.body)).to.be.oneOf([200, 201]);
      for (const [path, value] of Object.entries(call.answers ?? {}))
        expect(valueAt(response.body as Json, path), path).to.deep.equal(value);
      const { findings = [] } = (await exchangeOf(response)).contract ?? {};
      const deviations = findings.filter(({ severity }) => severity === "deviation");
      expect(deviations.map(({ field }) => field)).to.have.members(call.deviations ?? []);
    });

    it(
      call.deviations ? `refuse ${call.takes} in mode strict` : `take ${call.takes} in mode strict, too`,
      async () => {
        const response = await send(call, "STRICT", `strict-${index}`);
        const error = valueAt(response.body as Json, "error");
        if (call.deviations === undefined)
          expect(response.status, JSON.stringify(error)).to.be.oneOf([200, 201]);
        else expect(call.deviations).to.include(textAt(error, "field"));
      },
    );
  });

  for (const body of [[], null, "", [{}]] as const) {
    it(`make a session in mode gateway with ${JSON.stringify(body)} as the whole body, and none in mode strict`, async () => {
      const making = { method: "post", path: "/session", version: 100, body } as const;
      const made = await send(making, "GATEWAY", "");
      expect(made.status, JSON.stringify(made.body)).to.equal(201);
      const { findings } = (await exchangeOf(made)).contract ?? {};
      expect(findings?.map(({ code, severity }) => `${severity} ${code}`)).to.deep.equal(["deviation type"]);
      expect((await send(making, "STRICT", "")).status).to.equal(400);
    });
  }

  const PAYER = {
    authentication: { acceptVersions: "3DS1,3DS2", channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
    device: { browserDetails: { colorDepth: 24, screenHeight: 640 } },
  };
  for (const version of [13, 45, 61, 78, 100]) {
    for (const merchant of ["GATEWAY", "STRICT"]) {
      it(`keep the payer's authentication and browser in a session of v${version} that ${merchant} pays with`, async () => {
        const order = `session-${version}-${merchant}`;
        const made = await send({ method: "post", path: "/session", version, body: {} }, merchant, order);
        const session = textAt(made.body as Json, "session.id") ?? "";
        const { apiOperation, ...values } = pay();
        const filling = { method: "put", path: `/session/${session}`, version } as const;
        const updated = await send({ ...filling, body: { ...values, ...PAYER } }, merchant, order);
        expect(updated.body).to.deep.include(PAYER);
        const paying = { method: "put", path: "/order/{order}/transaction/1", version } as const;
        const paid = await send(
          { ...paying, body: { apiOperation, session: { id: session } } },
          merchant,
          order,
        );
        expect(paid.status, JSON.stringify(paid.body)).to.equal(201);
      });
    }
  }

  for (const [field, value, says] of [
    ["order.id", "another", "Value 'another' is invalid. The path has ids-order"],
    ["transaction.id", "2", "Value '2' is invalid. The path has 1"],
  ] as const) {
    it(`are refused when ${field} is not that of the path`, async () => {
      const body = withValues(pay(), { [field]: value });
      const paying = { method: "put", path: "/order/{order}/transaction/1", version: 60, body } as const;
      const response = await send(paying, "GATEWAY", "ids-order");
      expect(valueAt(response.body as Json, "error")).to.deep.equal({
        cause: "INVALID_REQUEST",
        explanation: says,
        field,
        validationType: "INVALID",
      });
    });
  }

  it("use a session that was meant for another transaction id, as its ids are not the payment's", async () => {
    const { apiOperation, ...values } = withValues(pay(), { "order.id": "{order}", "transaction.id": "7" });
    const made = await send({ method: "post", path: "/session", version: 60, body: {} }, "GATEWAY", "");
    const session = textAt(made.body as Json, "session.id") ?? "";
    const filling = { method: "put", path: `/session/${session}`, version: 60, body: values } as const;
    expect((await send(filling, "GATEWAY", "other-id")).status).to.equal(200);
    const body = { apiOperation, session: { id: session } };
    const paying = { method: "put", path: "/order/{order}/transaction/1", version: 60, body } as const;
    expect((await send(paying, "GATEWAY", "other-id")).status).to.equal(201);
  });
});
