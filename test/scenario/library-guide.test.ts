import { readFileSync } from "node:fs";
import { expect } from "chai";
import { MERCHANT_DEFAULTS } from "../../server/gateway/merchants/merchants.ts";
import { loadMerchants } from "../../server/sandbox/merchant-file.ts";
import { openScenarioLibrary } from "../../server/scenario/library/library-sync.ts";
import { BUILT_IN, withFolder } from "./folders.ts";
import { factsOf } from "./requests.ts";

const guide = readFileSync(new URL("../../docs/scenario-sets.md", import.meta.url), "utf8");
const [night = "", merchants = ""] = [...guide.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text);

describe("the guide to sets of scenario files", () => {
  it("shows a file that extends another one, as it says", () => {
    withFolder({ "night.yaml": night }, (folder) => {
      const set = openScenarioLibrary(folder).setOf(["night"]);
      expect(set?.names).to.deep.equal(["night", "default"]);
      expect(set?.decide(factsOf({ amount: "1000.00" })).ruleKey).to.match(/^night#/);
      expect(set?.decide(factsOf({ card: "4000000000005100" })).ruleKey).to.equal(
        "default#card-insufficient-funds",
      );
    });
  });

  it("shows a merchant file that is taken with the files that come with the sandbox", () => {
    const { faultsOf } = openScenarioLibrary(BUILT_IN);
    const [shop] = withFolder({ "merchants.yaml": merchants }, (folder) =>
      loadMerchants(`${folder}/merchants.yaml`, "strict", {
        prefer: "ignore",
        notifications: MERCHANT_DEFAULTS.notifications,
        faultsOf,
      }),
    );
    expect(shop).to.deep.include({ scenarios: ["outages", "default"], prefer: "allow" });
  });
});
