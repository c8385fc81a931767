import { expect } from "chai";
import { ECHO_GROUPS } from "../../../server/gateway/answers/shapes/echo-groups.ts";
import { answerLeaves, renderedLeaves, requestLeaves } from "./schema-leaves.ts";
import type { Leaves } from "./schema-leaves.ts";

/** Members of requests that never come back: they steer the request, or are secret. */
const NOT_ECHOED = new RegExp(
  [
    "^(apiOperation|correlationId|action\\.bypassMerchantRiskRules)$",
    "^(responseControls|risk|session)\\.",
    // Of the checks of 3-D Secure 1, whose answers are their own.
    "^3DSecure\\.(authenticationRedirect\\.|paRes$)",
    "^sourceOfFunds\\.provided\\.card\\.(securityCode|track[12]|(p2pe|pin)\\.(?!encryptionState$).*)$",
    "\\.(onlinePaymentCryptogram|paymentToken)$",
    "^sourceOfFunds\\.provided\\.giftCard\\.pin$",
  ].join("|"),
);

/** Members of the top level that the gateway alone writes. */
const GATEWAY_ONLY =
  /^(authorizationResponse|correlationId|gatewayEntryPoint|merchant|response|result|risk|timeOf\w+|version)(\.|$)/;

const NUMERIC = /^(.*decimal.*|integer|number)$/i;

/** What only one of the two has, and which. */
function oneSided(schema: readonly string[], renderer: readonly string[]): readonly string[] {
  return [
    ...schema.filter((path) => !renderer.includes(path)).map((path) => `${path}: only in the schema`),
    ...renderer.filter((path) => !schema.includes(path)).map((path) => `${path}: not in the schema`),
  ];
}

describe("agreement of answers with their contracts", () => {
  const requests = requestLeaves();
  const rendered = renderedLeaves();

  it("echoes every member that a contract takes, but for those that must not come back", () => {
    const silent = [...requests.keys()].filter((path) => !rendered.has(path) && !NOT_ECHOED.test(path));
    expect(silent, "in none of server/gateway/answers/shapes/").to.deep.equal([]);
    expect(requests.size).to.be.greaterThan(250);
  });

  it("echoes nothing that must not come back", () => {
    expect([...rendered.keys()].filter((path) => NOT_ECHOED.test(path))).to.deep.equal([]);
  });

  it("answers numbers and flags where the contracts ask for them, and text elsewhere", () => {
    const kindOf = (type: string): string =>
      NUMERIC.test(type) ? "number" : type === "boolean" ? "flag" : "text";
    const wrong = [...rendered].filter(([path, [kind = ""]]) => {
      if (kind === "own" || kind === "custom") return false;
      const read = kind === "masked" || kind === "month" ? "text" : kind;
      return [...(requests.get(path) ?? [])].some((type) => kindOf(type) !== read);
    });
    expect(wrong).to.deep.equal([]);
  });

  it("has a schema for exactly the members that the renderer knows", () => {
    const described = [...answerLeaves("transaction.json").keys()].filter((path) => !GATEWAY_ONLY.test(path));
    // Own members that are groups stand in the schema with their own members.
    const groups = ["order.chargeback", "transaction.funding"];
    const known = [...rendered.keys()].filter((path) => !groups.includes(path));
    const grouped = ["order.chargeback.amount", "order.chargeback.currency", "transaction.funding.status"];
    // Only answers of authentications say it.
    grouped.push("order.valueTransfer.accountType");
    expect(oneSided(described, [...known, ...grouped])).to.deep.equal([]);
  });

  it("has what an order keeps of its requests in the schema of the order too", () => {
    const kept = Object.entries(ECHO_GROUPS).filter(([, [scope]]) => scope !== "transaction");
    const names = kept.map(([name]) => name);
    const leavesOf = (leaves: Leaves): readonly string[] =>
      [...leaves.keys()].filter((path) => names.includes(path.replace(/[.[].*/, "")));
    expect(oneSided(leavesOf(answerLeaves("order.json")), leavesOf(rendered))).to.deep.equal([]);
  });
});
