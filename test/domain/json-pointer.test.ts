import { expect } from "chai";
import fc from "fast-check";
import { pointerBelow, stepsOf } from "../../server/domain/json-pointer.ts";

describe("JSON pointers", () => {
  it("escape what parts their steps (RFC 6901 section 3)", () => {
    expect(pointerBelow(pointerBelow("", "a/b~1"), 0)).to.equal("/a~1b~01/0");
  });

  it("are read as they were written, whatever the names are", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("~", "/", "~1", ""))), (names) => {
        expect(stepsOf(names.reduce(pointerBelow, ""))).to.deep.equal(names);
      }),
    );
  });
});
