import { expect } from "chai";
import { renderReport } from "./rendered.ts";
import { FULL, PRESENTATION } from "./sample-report.ts";

describe("the JSON report", () => {
  it("is the report itself, with the number of its format and how many exchanges were looked at", () => {
    const { exchanges, ...rest } = FULL;
    const read: unknown = JSON.parse(renderReport("json", FULL, PRESENTATION));
    expect(read).to.deep.equal({
      format: 1,
      tool: { name: "gateway-sandbox", version: "1.2.3" },
      // Half of a surrogate pair cannot be written to a file.
      ...(JSON.parse(JSON.stringify(rest).replaceAll("\\ud800", "\uFFFD")) as object),
      exchanges: exchanges?.length,
    });
  });
});
