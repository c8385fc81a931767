import { rmSync } from "node:fs";
import { expect } from "chai";
import { CASES } from "./fixtures/finding-cases.ts";
import { judgeWith } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

describe("findings of a contract", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const { name, body, finding, message } of CASES) {
    it(`tells ${name}`, () => {
      const { findings } = judge(body);
      expect(findings).to.have.length(1);
      expect(findings[0]).to.deep.include({ ...finding, severity: "violation", message });
    });
  }
});
