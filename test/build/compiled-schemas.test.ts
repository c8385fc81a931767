import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { compiledSchemas } from "../../scripts/build/compiled-schemas.ts";
import type { SchemaValidator } from "../../server/document/schema-validator.ts";
import { merchantsValidator } from "../../server/sandbox/merchants-validator.ts";
import { usersValidator } from "../../server/sandbox/users-validator.ts";
import { scenarioValidator } from "../../server/scenario/reading/scenario-validator.ts";
import { expectationsValidator } from "../../server/verdict/expectations/expectations-validator.ts";
import { bundled, lendPackages } from "./bundled.ts";

const CASES = [
  {
    file: "server/scenario/reading/scenario-validator.ts",
    name: "scenarioValidator",
    plain: scenarioValidator,
  },
  { file: "server/sandbox/merchants-validator.ts", name: "merchantsValidator", plain: merchantsValidator },
  { file: "server/sandbox/users-validator.ts", name: "usersValidator", plain: usersValidator },
  {
    file: "server/verdict/expectations/expectations-validator.ts",
    name: "expectationsValidator",
    plain: expectationsValidator,
  },
];

/** Members that the schemas know beside any others, so that what is made goes some way down. */
const KNOWN = [
  ...[
    "version",
    "rules",
    "id",
    "when",
    "outcome",
    "delay",
    "card",
    "amount",
    "min",
    "merchants",
    "passwords",
  ],
  ...["expectations", "order", "captured", "certificates", "fingerprint", "extends"],
];
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>(1, "5.00", "APPROVED", "250ms", true, null, -1.5, ""),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KNOWN), fc.string()), tie("value"), { maxKeys: 5 }),
  ),
}));

/** All that is told of mistakes, with the schema around them. */
function errorsOf(validator: SchemaValidator, data: unknown): unknown {
  const validate = validator();
  return validate(data) ? [] : validate.errors;
}

describe("what the build compiles of schemas", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-build-"));
    await lendPackages(folder);
  });
  after(() => rm(folder, { recursive: true }));

  for (const { file, name, plain } of CASES)
    it(`tells the same as ${file}`, async () => {
      const built = await bundled<Readonly<Record<string, SchemaValidator>>>(file, compiledSchemas, folder);
      const compiled = built[name];
      if (compiled === undefined) throw new Error(`${name} is not there`);
      expect(compiled()).not.to.equal(plain());
      fc.assert(
        fc.property(anything, (data) => {
          expect(errorsOf(compiled, data)).to.deep.equal(errorsOf(plain, data));
        }),
        { numRuns: 500 },
      );
    });
});
