import { expect } from "chai";
import { CHECKED_COMMIT, PARTS, readOptions } from "../../scripts/bench/options.ts";
import { UsageError } from "../../scripts/usage.ts";

describe("the benchmark's arguments", () => {
  it("measure every part, at 10,000 stored orders, unless they say otherwise", () => {
    const { parts, orders, connections, pin, build } = readOptions([]);
    expect({ parts, orders, connections, pin, build }).to.deep.equal({
      ...{ parts: PARTS, orders: [10_000], connections: 32, pin: true, build: true },
    });
  });

  it("choose parts and numbers of stored orders by lists, each item once", () => {
    const { parts, orders } = readOptions(["--only", "flat,start", "--orders", "10000, 1000000,10000"]);
    expect({ parts, orders }).to.deep.equal({ parts: ["flat", "start"], orders: [10_000, 1_000_000] });
  });

  it("leave cores and the build alone when they are told to", () => {
    expect(readOptions(["--no-pin", "--no-build"])).to.include({ pin: false, build: false });
  });

  it("measure all parts when they are quick, each shorter", () => {
    const [quick, full] = [readOptions(["--quick"]), readOptions([])];
    expect(quick.parts).to.deep.equal(full.parts);
    for (const length of ["rounds", "seconds", "warmUpRequests", "restarts", "firstRequests"] as const)
      expect(quick[length], length).to.be.below(full[length]);
  });

  it("hold the build against another commit alone, unless they name parts too", () => {
    expect(readOptions(["--against", "HEAD"])).to.deep.include({ against: "HEAD", parts: [] });
    expect(readOptions(["--check", "--only", "start"])).to.deep.include({
      ...{ against: CHECKED_COMMIT, parts: ["start"] },
    });
  });

  for (const args of [
    ["--rounds", "0"],
    ["--rounds", "1.5"],
    ["--seconds", "31"],
    ["--seconds", "soon"],
    ["--connections", "257"],
    ["--conections", "8"],
    ["--only", "rates"],
    ["--only", "rate,"],
    ["--orders", "0"],
    ["--orders", "10000,many"],
    ["--orders", "2000001"],
    ["--quick", "--check"],
    ["--quick", "--against", "HEAD"],
    ["--against"],
    ["--no-check=yes"],
    ["all"],
  ]) {
    it(`are refused when they are ${args.join(" ")}`, () => {
      expect(() => readOptions(args)).to.throw(UsageError);
    });
  }
});
