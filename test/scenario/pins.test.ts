import { expect } from "chai";
import { loadFiles } from "./folders.ts";
import { factsOf } from "./requests.ts";

describe("PINs of scenario files", () => {
  it("make their cards test cards", () => {
    const scenarios = loadFiles({ "a.yaml": `version: 1\ntables: { pin: { "4000000000000028": "1111" } }` });
    expect([...scenarios.testCards]).to.deep.equal(["4000000000000028"]);
  });

  it("are those of the file that is named first", () => {
    const [one, other] = ["1111", "2222"].map(
      (pin) => `version: 1\ntables: { pin: { "4000000000000028": "${pin}" } }`,
    );
    const { decide } = loadFiles({ "b.yaml": one ?? "", "a.yaml": other ?? "" });
    const codeOf = (PIN: string): string =>
      decide(factsOf({ card: "4000000000000028", PIN })).outcome.gatewayCode;
    expect(["1111", "2222", "1234"].map(codeOf)).to.deep.equal([
      "APPROVED",
      "DECLINED_INVALID_PIN",
      "DECLINED_INVALID_PIN",
    ]);
  });

  it("go before the expiry table, and behind encryption that is lost", () => {
    const { decide } = loadFiles({ "a.yaml": 'version: 1\ntables: { expiry: { "05/39": BLOCKED } }' });
    const wrong = { expiry: "05/39", PIN: "4321" };
    const cases = [
      { ...wrong, PIN: "1234" },
      wrong,
      { ...wrong, p2pe: "INVALID" },
      { ...wrong, pin: "INVALID" },
    ];
    expect(cases.map((words) => decide(factsOf(words)).outcome.gatewayCode)).to.deep.equal([
      "BLOCKED",
      "DECLINED_INVALID_PIN",
      "DECLINED",
      "DECLINED",
    ]);
  });
});
