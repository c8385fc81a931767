import { expect } from "chai";
import fc from "fast-check";
import { packageContracts } from "../../server/contract/contracts.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { OPERATIONS } from "../../server/domain/request/operation.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { SCHEMAS_PREFIX } from "../../server/http/openapi/components.ts";
import { packageFolder } from "../../server/contract/contract-folder.ts";
import { requestName } from "../../server/http/openapi/gateway-schemas.ts";
import { isInVersion, OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { fitting } from "../contract/fixtures/schemas.ts";
import * as samples from "../support/requests.ts";
import { bodiesWith, leavesOf, mutationsOf } from "./bodies.ts";
import { documentOf, inlined, objectAt, schemasOf, validatorOf } from "./documents.ts";
import type { Fits } from "./documents.ts";

const VERSIONS = Array.from({ length: 100 }, (_, index) => index + 1);

const contracts = packageContracts({ versions: "merged" });
const { contractOf } = packageFolder();

/** Bodies that tests send anyway. */
const SAMPLES: readonly JsonObject[] = [
  ...[samples.pay(), samples.authorize(), samples.verify(), samples.capture(), samples.refund()],
  ...[
    samples.voidOf("1"),
    samples.update(),
    samples.update("1.00"),
    samples.referral(),
    samples.disbursement(),
  ],
];

const judges = (operation: Operation, version: number, body: Json): boolean =>
  contracts.judge({ operation, version, mode: "strict", body, text: JSON.stringify(body) }).refusal ===
  undefined;

/** Whether the version's document has the operation. */
const isOf = isInVersion;

/** The first version of each contract that the operation has. */
const versionsOf = (operation: Operation): readonly number[] =>
  contracts
    .spansOf(operation)
    .map(({ first }) => Math.max(first, OPERATION_DEFINITIONS[operation].versions?.first ?? 1))
    .filter((version) => isOf(operation, version));

const validators = new Map<number, Fits>();
const accepts = (operation: Operation, version: number, body: Json): boolean => {
  const fits = validators.get(version) ?? validatorOf(documentOf(version));
  validators.set(version, fits);
  return fits(SCHEMAS_PREFIX + requestName(operation), body);
};

describe("requests of the gateway's documents", () => {
  for (const operation of OPERATIONS) {
    it(`take what the contracts of ${operation} take, and nothing else`, () => {
      const verdicts = { taken: 0, refused: 0 };
      for (const version of versionsOf(operation)) {
        const schemas = schemasOf(documentOf(version));
        const leaves = [
          ...leavesOf(contractOf(operation, version).tree() as JsonObject),
          ...leavesOf(inlined(objectAt(schemas, requestName(operation)), schemas)),
        ];
        const example = OPERATION_DEFINITIONS[operation].example(version);
        const own = SAMPLES.filter((sample) => sample["apiOperation"] === example["apiOperation"]);
        const taken = fitting(contractOf(operation, version).tree());
        const bases = fc.constantFrom(example, ...own);
        const bodies = mutationsOf(bases.chain((base) => bodiesWith(base, leaves)));
        fc.assert(
          fc.property(bodies, (body) => {
            const expected = taken(body);
            verdicts[expected ? "taken" : "refused"] += 1;
            expect(accepts(operation, version, body), `version ${version}`).to.equal(expected);
          }),
          { numRuns: 60 },
        );
      }
      expect(verdicts.taken, "bodies that are taken").to.be.greaterThan(0);
      expect(verdicts.refused, "bodies that are refused").to.be.greaterThan(5);
    }).timeout(60_000);
  }

  it("are the same in all versions that have the same contract", () => {
    for (const operation of OPERATIONS) {
      for (const { first, last } of contracts.spansOf(operation)) {
        const forms = VERSIONS.slice(first - 1, last)
          .filter((version) => isOf(operation, version))
          .map((version) => {
            const schemas = schemasOf(documentOf(version));
            const { description, ...rules } = objectAt(schemas, requestName(operation));
            expect(description).to.be.a("string");
            return JSON.stringify(inlined(rules, schemas));
          });
        expect(new Set(forms).size, `${operation} from ${first} to ${last}`).to.be.at.most(1);
      }
    }
  }).timeout(60_000);

  it("have an example each that the contract takes, in every version", () => {
    const refused = OPERATIONS.flatMap((operation) =>
      VERSIONS.filter((version) => isOf(operation, version))
        .filter((version) => !judges(operation, version, OPERATION_DEFINITIONS[operation].example(version)))
        .map((version) => `${operation} ${version}`),
    );
    expect(refused).to.deep.equal([]);
  });
});
