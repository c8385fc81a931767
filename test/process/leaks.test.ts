import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, run } from "./built-server.ts";
import { atOnce } from "./canary/at-once.ts";
import { walkContract } from "./canary/contract-walk.ts";
import { sendElsewhere } from "./canary/elsewhere.ts";
import { sendInEveryMember } from "./canary/every-member.ts";
import { createMarks } from "./canary/marks.ts";
import { CALLED } from "./canary/operations.ts";
import { canaryScenario } from "./canary/scenarios.ts";
import { sendToControl } from "./canary/control.ts";
import { sendRules } from "./canary/rules.ts";
import { sendToExplain } from "./canary/explanations.ts";
import { sendToPages } from "./canary/pages.ts";
import { lookAtViews } from "./canary/views.ts";
import { editedBundle, lookAtCommands } from "./canary/commands.ts";
import { sendSecrets } from "./canary/secrets.ts";
import { startSubject } from "./canary/subject.ts";
describe("dev", () => {
  it("x", () => inFolder(async (folder) => {
    const marks = createMarks();
    let t = Date.now(); const lap = (n: string) => { console.log(n, Date.now() - t, marks.sent.size, [...subject.watch.seen].map(([k, v]) => `${k}:${v.places}`).join(" "), "leaks", subject.watch.leaks.length); t = Date.now(); };
    const subject = await startSubject({ folder, scenarios: { canary: canaryScenario(marks) } }, marks);
    lap("start");
    await sendToControl(subject, marks); lap("control");
    await sendRules(subject, marks); lap("rules");
    await sendToExplain(subject, marks); lap("explain");
    await sendToPages(subject, marks); lap("pages");
    await sendInEveryMember(subject, marks); lap("every member");
    await atOnce(CALLED.flatMap((called) => (["STRICT", "GATEWAY", "OBSERVE"] as const).map((merchant) => ({ called, merchant }))), async ({ called, merchant }) => {
      try { const taken = await walkContract({ subject, marks, called, merchant }); taken.length < 5 && console.log(called.name, merchant, taken.length); } catch (e) { console.log(String(e).slice(0, 500)); }
    }); lap("walk");
    await sendSecrets(subject, marks); lap("secrets");
    await sendElsewhere(subject, marks); lap("elsewhere");
    const bundles = await lookAtViews(subject, marks); lap("views " + bundles.length);
    const [one = "", two = ""] = bundles;
    const ends = (await lookAtCommands(subject, marks, [one, two, editedBundle(one, marks)])); console.log([...ends].map(([k, v]) => k.slice(0, 60) + " " + v).join("; ")); lap("commands");

    await subject.stop(); lap("stop");
    console.log([...subject.watch.seen]);
    console.log(subject.watch.leaks.slice(0,80));
    console.log([...subject.statuses]);
  })).timeout(300_000);
});
