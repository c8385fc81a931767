import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { RESET_PARTS } from "../../server/domain/merchant.ts";
import { FILTER_NAMES } from "../../server/journal/exchange-filter.ts";
import { exchangeOf } from "../journal/sample-exchange.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

interface Section {
  /** First cells of the table's rows, without the head. */
  readonly rows: readonly string[];
  readonly text: string;
}

/** The sections of the page, by their heading. */
async function sectionsOf(page: string): Promise<ReadonlyMap<string, Section>> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  const sections = text.split(/^## /m).map((section): [string, Section] => {
    const rows = [...section.matchAll(/^\| (`[^|]*`) \|/gm)].map(([, cell = ""]) => cell);
    return [section.slice(0, section.indexOf("\n")), { rows, text: section }];
  });
  return new Map(sections);
}

const namesIn = (section: Section | undefined): readonly string[] =>
  (section?.rows ?? []).flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));

describe("the page about the journal", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  it("names every member of an exchange, every filter and every part of a reset, and no other", async () => {
    const sections = await sectionsOf("journal.md");
    const named = ["What an exchange holds", "Lists", "Reset"].map((heading) =>
      namesIn(sections.get(heading)).toSorted(),
    );
    const members = Object.keys(exchangeOf("any"));
    expect(named).to.deep.equal(
      [members, [...FILTER_NAMES], [...RESET_PARTS]].map((names) => names.toSorted()),
    );
  });

  it("shows calls that the sandbox takes", async () => {
    const text = [...(await sectionsOf("journal.md")).values()].map((section) => section.text).join("");
    const calls = [
      ...text.matchAll(/^curl (?:-X (\w+) )?'?(http[^\s']+)'?(?: (?:\\\n {2})?-d '([^']*)')?$/gm),
    ];
    expect(calls).to.have.length(text.match(/^curl /gm)?.length ?? 0);
    const client = clientOf(running.sandbox.url, "TESTSHOP");
    for (const order of ["1", "2"]) await client.put({ order, transaction: "1", body: pay() });
    for (const [line, method, url = "", body] of calls) {
      const { pathname, search } = new URL(url);
      const wish = { method: method ?? (body === undefined ? "GET" : "POST"), ...(body && { body }) };
      const answer = await fetch(running.sandbox.url + pathname + search, wish);
      expect(answer.status, `${line}: ${await answer.text()}`).to.equal(200);
    }
  });
});
