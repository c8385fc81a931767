import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, pay, refund, withValue } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { inFolder, run, startServer } from "./built-server.ts";

const YAML = `
merchants:
  - id: Shop_1-a
    passwords: [old-password, "new: password"]
    mode: gateway
    operations: [PAY, AUTHORIZE, CAPTURE]
    privileges: [EXCESSIVE_CAPTURE]
    categoryCodes: ["5411", "7995"]
    currencies: [EUR, USD]
    expiredCards: ignore
    cardNumbersInIds: accept
    notifications: { enabled: true, url: "https://shop.example/hook", secret: hush }
  - id: PLAIN
    passwords: [plain]
`;

const JSON_FILE = JSON.stringify({
  merchants: [
    {
      id: "Shop_1-a",
      passwords: ["old-password", "new: password"],
      mode: "gateway",
      operations: ["PAY", "AUTHORIZE", "CAPTURE"],
      privileges: ["EXCESSIVE_CAPTURE"],
      categoryCodes: ["5411", "7995"],
      currencies: ["EUR", "USD"],
      expiredCards: "ignore",
      cardNumbersInIds: "accept",
      notifications: { enabled: true, url: "https://shop.example/hook", secret: "hush" },
    },
    { id: "PLAIN", passwords: ["plain"] },
  ],
});

const BROKEN: Readonly<Record<string, readonly [content: string, ...says: readonly string[]]>> = {
  "a key that is misspelt": [
    'merchants:\n  - { id: A, passwords: ["x"], currency: [USD] }',
    ':2:32 unknown key "currency"; did you mean "currencies"?',
  ],
  "a value that is misspelt": [
    'merchants:\n  - id: A\n    passwords: ["x"]\n    operations: [PAY, REFOUND]',
    ':4:23 expected an operation, got "REFOUND"; did you mean REFUND?',
  ],
  "several mistakes at once": [
    "merchants:\n  - { id: A }\n  - { id: B, passwords: [] }",
    ':2:5 the key "passwords" is missing',
    ":3:25 expected one or two passwords, got an empty list",
  ],
  "three passwords": [
    "merchants:\n  - id: A\n    passwords: [a, b, c]",
    ":3:16 expected one or two passwords, got a list",
  ],
  "an id that cannot stand in a path": [
    'merchants:\n  - { id: "A B", passwords: [a] }',
    `:2:11 expected 1 to 40 letters, digits, '-' and '_', got "A B"`,
  ],
  "a mistake in JSON": [
    '{ "merchants": [{ "id": "A", "passwords": ["a"], "mod": "strict" }] }',
    ':1:50 unknown key "mod"; did you mean "mode"?',
  ],
  "two merchants of one id": [
    "merchants: [{ id: A, passwords: [a] }, { id: A, passwords: [b] }]",
    ": the merchant A appears twice",
  ],
  "text that is no YAML": ["merchants: [", ":1:13 not readable as YAML:"],
  nothing: ["", ":1:1 expected a merchant file, got nothing"],
};

describe("the merchant file", () => {
  for (const [format, content] of Object.entries({ yaml: YAML, json: JSON_FILE })) {
    it(`is taken as ${format.toUpperCase()}, with all that it says of a merchant`, () =>
      inFolder(async (folder) => {
        await writeFile(join(folder, `merchants.${format}`), content);
        const server = await startServer({ folder, arguments: ["--merchants", `merchants.${format}`] });
        const shop = clientOf(server.url, "Shop_1-a", "new: password");
        const statuses: Record<string, number> = {};
        const put = async (name: string, order: string, body: JsonObject): Promise<string> => {
          const response = await shop.put({ order, transaction: name, body });
          statuses[name] = response.status;
          return response.text;
        };
        expect((await clientOf(server.url, "Shop_1-a", "old-password").getOrder("none")).status).to.equal(
          400,
        );
        expect((await clientOf(server.url, "Shop_1-a", "plain").getOrder("none")).status).to.equal(401);
        expect((await clientOf(server.url, "TESTSHOP").getOrder("none")).status).to.equal(401);
        const taken = await put(
          "own category",
          "order-1",
          withValue(pay(), "order.merchantCategoryCode", "7995"),
        );
        expect(taken).to.contain('"merchantCategoryCode":"7995"');
        expect(await put("default category", "order-2", pay())).to.contain('"merchantCategoryCode":"5411"');
        await put("number as amount", "order-3", withValue(pay(), "order.amount", 12.5));
        await put("authorize", "order-4", authorize());
        await put("excess capture", "order-4", capture("120.00"));
        const numbered = "/api/rest/version/100/merchant/Shop_1-a/order/4111111111111111/transaction/1";
        const agent = request(server.url).put(numbered).auth("merchant.Shop_1-a", "old-password");
        statuses["card number as id"] = (await agent.send(pay())).status;
        const expired = withValue(pay(), "sourceOfFunds.provided.card.expiry", { month: "12", year: "20" });
        expect(await put("expired card", "order-5", expired)).to.contain('"gatewayCode":"APPROVED"');
        expect(statuses, "taken").to.satisfy((all: object) => Object.values(all).every((one) => one === 201));
        const currency = await put("currency", "order-6", withValue(pay(), "order.currency", "CHF"));
        expect(currency).to.contain("The merchant accepts only EUR, USD");
        expect(await put("operation", "order-1", refund())).to.contain("not permitted for this merchant");
        await server.stop();
      }));
  }

  for (const [name, [content, ...says]] of Object.entries(BROKEN)) {
    it(`is refused for ${name}, with the place of each mistake`, () =>
      inFolder(async (folder) => {
        await writeFile(join(folder, "merchants.yaml"), content);
        const program = run({ folder, arguments: ["--merchants", "merchants.yaml"] });
        expect((await program.ended).code).to.equal(2);
        const lines = program.stderr().trimEnd().replace("gateway-sandbox: ", "").split("\n");
        expect(lines).to.have.length(says.length);
        for (const [index, line] of lines.entries()) {
          expect(line)
            .to.match(/^merchants\.yaml/)
            .and.contain(`merchants.yaml${says[index] ?? "?"}`);
        }
      }));
  }

  it("is refused when it is not there, and when it is a folder", () =>
    inFolder(async (folder) => {
      for (const file of ["nowhere.yaml", "."]) {
        const program = run({ folder, arguments: ["--merchants", file] });
        expect((await program.ended).code).to.equal(2);
        expect(program.stderr()).to.equal(`gateway-sandbox: ${file}: the merchant file cannot be read\n`);
      }
    }));
});
