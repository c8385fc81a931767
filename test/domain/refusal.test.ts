import { expect } from "chai";
import { Refusal } from "../../server/domain/record/refusal.ts";

describe("a refusal", () => {
  it("collects no calls, and leaves those of other errors alone", () => {
    const before = Error.stackTraceLimit;
    const refusal = new Refusal("rule", "The order is closed", {
      field: "order.id",
      validationType: "INVALID",
    });
    expect(refusal.stack).to.not.contain(" at ");
    expect(Error.stackTraceLimit).to.equal(before);
    expect(new Error("ours").stack).to.contain("refusal.test.ts");
  });

  it("is an error with a name and the explanation as its message", () => {
    const refusal = new Refusal("busy", "Try again later");
    expect(refusal).to.be.instanceOf(Error).and.to.include({ name: "Refusal", message: "Try again later" });
    expect(refusal.fault).to.equal(undefined);
  });
});
