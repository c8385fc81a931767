import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { shippedScenarios } from "../../scripts/build/shipped-scenarios.ts";
import { readLibrary } from "../../server/scenario/library/library-files.ts";
import { readTexts, scenarioFolder } from "../../server/scenario/library/scenario-folder.ts";
import type { ShippedReading } from "../../server/scenario/library/shipped-reading.ts";
import { BUILT_IN } from "../scenario/folders.ts";
import { bundled } from "./bundled.ts";

interface Shipped {
  readonly SHIPPED: ShippedReading | undefined;
}

describe("what the build reads of the scenarios that ship", () => {
  it("is what a start would read, and stands for their texts only", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sandbox-build-"));
    try {
      const file = "server/scenario/library/shipped-reading.ts";
      const { SHIPPED } = await bundled<Shipped>(file, shippedScenarios, folder);
      const texts = readTexts(scenarioFolder(BUILT_IN));
      expect(SHIPPED).to.deep.equal({ digest: texts.digest, files: readLibrary(texts).files });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
