import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { connectSandbox, ControlError } from "../../server/embedding/embedding.ts";
import type { ConnectOptions } from "../../server/embedding/embedding.ts";
import { inFolder, run, startServer } from "../process/built-server.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";

async function errorOf(options: ConnectOptions): Promise<Error> {
  try {
    await connectSandbox(options);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it connected");
}

describe("the client of a sandbox that runs elsewhere", () => {
  it("controls a process that others started, and says what its clients need", () =>
    inFolder(async (folder) => {
      const server = await startServer({ folder });
      const { url, control, merchant } = await connectSandbox({ url: `${server.url}/` });
      expect(url).to.equal(server.url);
      expect(await control.about()).to.deep.include({ merchants: "TEST…", password: "sandbox" });
      const shop = merchant();
      expect(shop).to.include({ id: "TESTSHOP", user: "merchant.TESTSHOP", password: "sandbox" });
      expect(shop.url(100)).to.equal(`${server.url}/api/rest/version/100/merchant/TESTSHOP`);

      await control.merchant("TESTSHOP").arm({ id: "mine", outcome: "DECLINED" });
      const client = clientOf(server.url, "TESTSHOP");
      const declined = await client.put({ order: "o-1", transaction: "1", body: pay() });
      expect(declined.body).to.include({ result: "FAILURE" });
      const { orders } = await control.merchant("TESTSHOP").orders({ search: "o-1" });
      expect(orders.map(({ id, status }) => [id, status])).to.deep.equal([["o-1", "FAILED"]]);
      const { history, next } = await control.merchant("TESTSHOP").order("o-1");
      expect(history.map(({ rule }) => rule)).to.deep.equal(["#armed#mine"]);
      expect(next.find(({ operation }) => operation === "CAPTURE")).to.include({ isAllowed: false });
      await server.stop();
    }));

  it("takes the authority that signed the sandbox's certificate, and its token", () =>
    inFolder(async (folder) => {
      await run({ folder, arguments: ["certificates"] }).ended;
      const environment = {
        SANDBOX_TLS_PORT: "0",
        SANDBOX_TLS_CERT: "certificates/server.crt",
        SANDBOX_TLS_KEY: "certificates/server.key",
        SANDBOX_CONTROL_TOKEN: "let-me-in-0123456789",
        SANDBOX_PASSWORD: "s3cret",
      };
      const server = await startServer({ folder, environment });
      const [, url = ""] = / and (https:\S+) /.exec(server.readyLine) ?? [];
      const ca = join(folder, "certificates/ca.crt");

      const { control, merchant } = await connectSandbox({ url, ca, token: "let-me-in-0123456789" });
      expect(await control.merchant("TESTSHOP").clock()).to.include({ mode: "real" });
      expect(merchant("TESTSHOP", "s3cret").authorization).to.match(/^Basic /);
      expect(() => merchant("TESTSHOP")).to.throw(/specify the password of merchant TESTSHOP/);

      const refused = await errorOf({ url, ca, token: "wrong" });
      expect(refused).to.be.instanceOf(ControlError).and.to.include({ status: 401 });
      expect((await errorOf({ url, token: "let-me-in-0123456789" })).message).to.match(
        /cannot be reached \(\S+\)$/,
      );
      expect((await errorOf({ url, ca: join(folder, "none.crt") })).message).to.match(/none\.crt/);
      await server.stop();
    }));

  const wrong: readonly (readonly [options: ConnectOptions, says: RegExp])[] = [
    [{ url: "localhost:8620" }, /^url 'localhost:8620' is not that of a sandbox/],
    [{ url: "http://127.0.0.1:1" }, /^http:\/\/127\.0\.0\.1:1 cannot be reached/],
    [{ url: "http://127.0.0.1:1", ca: "ca.crt" }, /^ca has no effect on http:/],
  ];
  for (const [options, says] of wrong) {
    it(`says what is wrong with ${JSON.stringify(options)}`, async () => {
      expect((await errorOf(options)).message).to.match(says);
    });
  }

  for (const answer of ["<html>", "{}"]) {
    it(`says that it is no sandbox that answers 404 with ${answer}`, async () => {
      const server = createServer((_request, response) => {
        response.writeHead(404).end(answer);
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect((await errorOf({ url })).message).to.match(/is not a gateway-sandbox: .* answered with 404$/);
      server.closeAllConnections();
      server.close();
    });
  }
});
