import { expect } from "chai";
import { differencesOf, play, readRecording } from "./corpus.ts";
import type { PlayedStory } from "./corpus.ts";

/** Told of all differences; a change that is wanted is recorded anew (docs/architecture.md). */
const SHOWN_MAX = 5;

describe("the recorded requests", function () {
  this.timeout(120_000);
  let recorded: readonly PlayedStory[];
  before(() => {
    recorded = readRecording();
  });

  it("are many, of every setting and status", () => {
    const answers = recorded.flatMap((story) => story.answers);
    expect(answers.length).to.be.at.least(2_000);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses]).to.include.members([200, 201, 400, 401, 403, 404, 405, 413, 503]);
  });

  it("are all answered and decided byte for byte as they were recorded", async () => {
    const differences = differencesOf(recorded, await play(recorded));
    const more = differences.length > SHOWN_MAX ? `\n… and ${differences.length - SHOWN_MAX} more` : "";
    const told = differences.slice(0, SHOWN_MAX).join("\n") + more;
    expect(differences.length, `npm run corpus -- --accept records wanted changes:\n${told}\n`).to.equal(0);
  });
});
