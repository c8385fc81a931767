import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { pay } from "../support/requests.ts";
import { startWithFiles } from "../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../support/scenario-folder.ts";
import { fileOf, FILES } from "./scenario-samples.ts";

describe("a request that prefers a scenario", () => {
  let running: ScenarioSandbox;
  before(async () => {
    running = await startWithFiles({
      files: { ...FILES, "two words.yaml": fileOf("EXPIRED_CARD") },
      merchants: {
        YES: { prefer: "allow" },
        NO: { prefer: "ignore" },
        DEFAULT: {},
        SET: { scenarios: ["night"], prefer: "allow" },
      },
      environment: { SANDBOX_SCENARIOS: "day" },
    });
  });
  after(() => running.stop());

  const put = (merchant: string, order: string, ...prefer: readonly string[]): Promise<Response> => {
    const path = `/api/rest/version/100/merchant/${merchant}/order/${order}/transaction/1`;
    const test = request(running.sandbox.url).put(path).auth(`merchant.${merchant}`, "sandbox");
    return prefer.reduce((sent, value) => sent.set("Prefer", value), test).send(pay("600.00"));
  };
  const why = async (response: Response): Promise<Exchange> =>
    (
      await request(running.sandbox.url).get(
        `/_sandbox/v1/exchanges/${response.get("X-Sandbox-Exchange") ?? ""}`,
      )
    ).body as Exchange;
  const codeOf = (response: Response): string =>
    (response.body as { response: { gatewayCode: string } }).response.gatewayCode;

  it("is answered by it and what it extends alone, and told so, where the merchant allows it", async () => {
    const response = await put("YES", "1", "respond-async, scenario=late");
    expect([response.status, codeOf(response)]).to.deep.equal([201, "REFERRED"]);
    expect(response.get("Preference-Applied")).to.equal("scenario=late");
    const { scenario, notes } = await why(response);
    expect(scenario?.files).to.deep.equal(["late", "Night shift"]);
    expect(notes.join()).to.contain("Prefer: scenario=late chose the scenarios.");
  });

  it("may put the name in quotes, and goes before the merchant's own files", async () => {
    const response = await put("SET", "quoted", 'scenario="two words"');
    expect([codeOf(response), response.get("Preference-Applied")]).to.deep.equal([
      "EXPIRED_CARD",
      'scenario="two words"',
    ]);
    expect(codeOf(await put("SET", "own"))).to.equal("BLOCKED");
  });

  it("decides nothing of a repeated request, which is not told that it did", async () => {
    expect(codeOf(await put("YES", "again", "scenario=night"))).to.equal("BLOCKED");
    const again = await put("YES", "again", "scenario=late");
    expect([again.status, codeOf(again), again.get("Preference-Applied")]).to.deep.equal([
      200,
      "BLOCKED",
      undefined,
    ]);
    expect((await why(again)).notes.join()).not.to.contain("Prefer");
  });

  const NOTED = [
    ["scenario", "DECLINED", "Prefer: scenario has no name and was ignored; write scenario=NAME."],
    ["scenario=, wait=1", "DECLINED", "Prefer: scenario has no name and was ignored"],
    ["scenario=night, scenario=day", "BLOCKED", "Prefer names several scenarios; the first one is used."],
  ] as const;
  NOTED.forEach(([header, code, told], number) => {
    it(`is noted when it is not followed to the letter: '${header}'`, async () => {
      const response = await put("YES", `noted-${number}`, header);
      expect(codeOf(response)).to.equal(code);
      expect((await why(response)).notes.join("\n")).to.contain(told);
    });
  });

  for (const merchant of ["NO", "DEFAULT"]) {
    it(`is answered as any other where the merchant does not allow it (${merchant}), with a note`, async () => {
      const response = await put(merchant, "1", "scenario=night");
      expect([response.status, codeOf(response)]).to.deep.equal([201, "DECLINED"]);
      expect(response.get("Preference-Applied")).to.equal(undefined);
      const { notes, scenario } = await why(response);
      expect(scenario?.files).to.deep.equal(["day"]);
      expect(notes.join()).to.contain(
        "Prefer: scenario=night has no effect: the merchant does not allow it.",
      );
    });
  }

  it("is refused for a name that is no file, and leaves its ids free", async () => {
    const refused = await put("YES", "unknown", "scenario=nigh");
    expect([refused.status, refused.get("Preference-Applied")]).to.deep.equal([400, undefined]);
    expect((refused.body as { error: object }).error).to.deep.equal({
      cause: "INVALID_REQUEST",
      explanation:
        'Prefer: there is no scenario "nigh"; did you mean "night"? (known: day, late, night, two words)',
    });
    const { refusal, committed } = await why(refused);
    expect([refusal?.reason, committed]).to.deep.equal(["contract", false]);
    expect((await put("YES", "unknown", "scenario=night")).status).to.equal(201);
  });

  it("never has a card number told that it names", async () => {
    const refused = await put("YES", "card", "scenario=4111111111111111");
    const noted = await put("NO", "card", "scenario=4111111111111111");
    const texts = [refused.text, JSON.stringify(await why(refused)), JSON.stringify(await why(noted))];
    for (const text of texts) expect(text).to.contain("411111xxxxxx1111").and.not.contain("4111111111111111");
  });

  it("is allowed for every TEST merchant by SANDBOX_PREFER", async () => {
    const allowing = await startWithFiles({
      files: FILES,
      environment: { SANDBOX_SCENARIOS: "day", SANDBOX_PREFER: "allow" },
    });
    const path = "/api/rest/version/100/merchant/TESTANY/order/1/transaction/1";
    const test = request(allowing.sandbox.url).put(path).auth("merchant.TESTANY", "sandbox");
    const response = await test.set("Prefer", "scenario=night").send(pay());
    expect(codeOf(response)).to.equal("BLOCKED");
    await allowing.stop();
  });
});
