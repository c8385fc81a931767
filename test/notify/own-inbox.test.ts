import { expect } from "chai";
import { createOwnInbox } from "../../server/notify/own-inbox.ts";

describe("the addresses of the own inbox", () => {
  const own = {
    plain: "http://127.0.0.1:8620",
    tls: "https://127.0.0.1:8443",
    public: "https://pay.example",
  };
  const other = { plain: "http://127.0.0.1:8702", tls: undefined, public: "http://10.0.0.7:8620" };
  const find = createOwnInbox({ own: () => own, others: () => [other], names: ["Sandbox.local"] });

  for (const origin of [
    "http://127.0.0.1:8620",
    "https://127.0.0.1:8620",
    "http://localhost:8620",
    "http://[::1]:8620",
    "http://127.0.0.9:8620",
    "http://sandbox.local:8620",
    "https://localhost:8443",
    "https://pay.example",
    "https://127.0.0.1:8702",
    "https://10.0.0.7:8620",
  ])
    it(`are those at ${origin}, and lead to where it listens without TLS`, () => {
      expect(find(new URL(`${origin}/_sandbox/inbox/main?a=b`))?.href).to.equal(
        "http://127.0.0.1:8620/_sandbox/inbox/main",
      );
    });

  for (const address of [
    "http://127.0.0.1:8621/_sandbox/inbox/main",
    "http://127.0.0.1/_sandbox/inbox/main",
    "http://shop.example:8620/_sandbox/inbox/main",
    "https://pay.example:8443/_sandbox/inbox/main",
    "http://10.0.0.1:8620/_sandbox/inbox/main",
    "http://127.0.0.1:8620/_sandbox/v1/merchants",
    "http://127.0.0.1:8620/_sandbox/inbox/../v1/login",
    "http://127.0.0.1:8620/_sandbox/inbox",
  ])
    it(`are not ${address}`, () => {
      expect(find(new URL(address))).to.equal(undefined);
    });
});
