import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { createLineOutput } from "../../server/cli/kernel/line-output.ts";

const LINE = `${"x".repeat(99)}\n`;
const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function opened(stream: PassThrough) {
  const reasons: string[] = [];
  const output = createLineOutput(stream, {
    leftOut: (count) => `left out ${count}\n`,
    onEnd: (reason) => reasons.push(reason),
  });
  return { output, reasons };
}

describe("lines without end", () => {
  it("take no more memory than their limit while nobody reads, and are not even made", async () => {
    const { output } = opened(new PassThrough());
    let made = 0;
    for (let turn = 0; turn < 100; turn += 1) {
      for (let line = 0; line < 1_000; line += 1)
        output.write(() => {
          made += 1;
          return LINE;
        });
      await immediate();
    }
    expect(made * LINE.length).to.be.within(1_000_000, 1_300_000);
    expect(await output.close()).to.equal(false);
  });

  it("are all there, or counted, once somebody reads", async () => {
    const stream = new PassThrough();
    const { output } = opened(stream);
    for (let line = 0; line < 50_000; line += 1) output.write(() => LINE);
    await immediate();
    const read = text(stream);
    expect(await output.close()).to.equal(true);
    stream.end();
    const [told, ...more] = [...(await read).matchAll(/left out (\d+)\n/g)].map(([, count]) => Number(count));
    expect(more).to.deep.equal([]);
    expect((await read).split(LINE).length - 1 + (told ?? 0)).to.equal(50_000);
  });

  it("end with a reason when they cannot be written", async () => {
    const stream = new PassThrough();
    const { output, reasons } = opened(stream);
    output.write(() => LINE);
    stream.destroy(Object.assign(new Error("gone"), { code: "EPIPE" }));
    await immediate();
    output.write(() => {
      throw new Error("nobody needs this line");
    });
    expect([reasons, await output.close()]).to.deep.equal([["EPIPE"], true]);
  });
});
