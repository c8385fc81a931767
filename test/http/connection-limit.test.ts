import { expect } from "chai";
import { connectionsMax } from "../../server/sandbox/listeners.ts";

/** As Linux writes them. */
const limitsWith = (files: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             96213                96213                processes
Max open files            ${files.padEnd(20)} 1048576              files
Max locked memory         8388608              8388608              bytes
`;

describe("connections at once", () => {
  for (const [files, most] of [
    ["1048576", 1_048_320],
    ["1024", 768],
    ["512", 256],
    ["300", 150],
    ["unlimited", Infinity],
  ] as const) {
    it(`are at most ${most} where a process may have ${files} open files`, () => {
      expect(connectionsMax(limitsWith(files))).to.equal(most);
    });
  }

  it("are as many as come where the system does not say", () => {
    expect(connectionsMax("")).to.equal(Infinity);
  });
});
