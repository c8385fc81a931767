import { expect } from "chai";
import { expectValidAnswer } from "../support/answers.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { sendRaw } from "../http/raw-http.ts";
import { inFolder, startServer } from "./built-server.ts";

/** Members of a line besides those of every line: names of events' own fields. */
const FIELDS = [
  "address",
  "attempts",
  "error",
  "exchange",
  "folder",
  "host",
  "merchant",
  "pid",
  "reason",
  "signal",
  "stack",
];

function linesOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  expect(text.endsWith("\n") || text === "").to.equal(true);
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

describe("the log", () => {
  it("is lines of JSON with a time, a level, an event and short words, whatever is sent", () =>
    inFolder(async (folder) => {
      const killed = await startServer({ folder });
      killed.kill("SIGKILL");
      await killed.ended;
      const server = await startServer({ folder, environment: { SANDBOX_CLOCK: "2030-01-15T10:20:30Z" } });
      const client = clientOf(server.url, "TESTLOG");
      await client.put({ order: "order-logged", transaction: "1", body: pay() });
      await clientOf(server.url, "TESTLOG", "unlogged").getOrder("order-logged");
      await sendRaw(server.url, "nonsense\r\n\r\n");
      await server.stop();
      const lines = linesOf(server.stderr());
      expect(lines.map(({ event }) => event)).to.deep.equal([
        "store-lock-taken-over",
        "wrong-password",
        "stopping",
      ]);
      for (const { time, level, event, ...fields } of lines) {
        expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(level).to.be.oneOf(["error", "warn", "info"]);
        expect(event).to.match(/^[a-z-]+$/);
        expect(FIELDS).to.include.members(Object.keys(fields));
        for (const field of Object.values(fields)) expect(field).to.satisfy(isWord);
      }
    }));

  const levels: Readonly<Record<string, readonly string[]>> = {
    info: ["store-cannot-write", "stopping"],
    warn: ["store-cannot-write"],
    silent: [],
  };
  for (const [level, events] of Object.entries(levels)) {
    it(`of level ${level} tells ${events.length === 0 ? "nothing" : events.join(", ")}`, () =>
      inFolder(async (folder) => {
        const server = await startServer({
          folder,
          arguments: ["--log-level", level],
          shell: "trap '' XFSZ; ulimit -f 2",
        });
        const client = clientOf(server.url, "TESTLOG");
        let status = 201;
        for (let number = 0; status === 201; number += 1) {
          const answer = await client.put({ order: `order-${number}`, transaction: "1", body: pay() });
          ({ status } = answer);
          if (!answer.ok) expectValidAnswer(answer.body, "error", 100);
        }
        expect(status).to.equal(500);
        // As long as the disk is full, it says nothing more.
        for (const order of ["again", "and again"]) {
          const answer = await client.put({ order, transaction: "1", body: pay() });
          expect(answer.status).to.equal(500);
          expectValidAnswer(answer.body, "error", 100);
        }
        await server.stop();
        expect(linesOf(server.stderr()).map(({ event }) => event)).to.deep.equal(events);
      }));
  }
});

function isWord(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && value.length < 5_000);
}
