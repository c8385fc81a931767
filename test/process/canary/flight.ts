import { makeTestCertificates } from "../../support/certificates.ts";
import { startReceiver } from "../../support/receiver.ts";
import type { Receiver } from "../../support/receiver.ts";
import { atOnce } from "./at-once.ts";
import { editedBundle, lookAtCommands } from "./commands.ts";
import type { Endings } from "./commands.ts";
import { walkContract } from "./contract-walk.ts";
import { sendToControl } from "./control.ts";
import { sendElsewhere } from "./elsewhere.ts";
import { sendInEveryMember } from "./every-member.ts";
import { sendToExplain } from "./explanations.ts";
import { sendToInboxes } from "./inboxes.ts";
import { createMarks } from "./marks.ts";
import type { Marks } from "./marks.ts";
import { sendNotified } from "./notified.ts";
import { CALLED } from "./operations.ts";
import { sendToPages } from "./pages.ts";
import { sendRules } from "./rules.ts";
import { canaryScenario } from "./scenarios.ts";
import { sendSecrets } from "./secrets.ts";
import { startSubject } from "./subject.ts";
import type { Subject } from "./subject.ts";
import { lookAtReports, lookAtViews } from "./views.ts";
import type { Watch } from "./watch.ts";

/** What came of sending canaries through a sandbox. */
export interface Flight {
  readonly watch: Watch;
  readonly statuses: ReadonlySet<number>;
  /** How many members of each contract, in each mode, took a card number. */
  readonly taken: ReadonlyMap<string, number>;
  readonly endings: Endings;
}

/** Sends them everywhere, and searches everything that comes out. */
export async function fly(folder: string): Promise<Flight> {
  const { server } = await makeTestCertificates(folder);
  const receiver = await startReceiver(server);
  try {
    return await flyTo(receiver, folder);
  } finally {
    await receiver.close();
  }
}

async function flyTo(receiver: Receiver, folder: string): Promise<Flight> {
  const marks = createMarks();
  const scenarios = { canary: canaryScenario(marks) };
  const subject = await startSubject({ folder, scenarios, receiver }, marks);
  // While there are few exchanges: what reads all of them takes long later on.
  await sendToControl(subject, marks);
  await sendRules(subject, marks);
  await sendToExplain(subject, marks);
  await sendToPages(subject, marks);
  await lookAtReports(subject);
  await sendInEveryMember(subject, marks);
  const taken = await walkContracts(subject, marks);
  await sendSecrets(subject, marks);
  await sendElsewhere(subject, marks);
  await sendNotified(subject, marks, receiver.url);
  await sendToInboxes(subject, marks);
  const [one = "", other = ""] = await lookAtViews(subject, marks);
  const endings = await lookAtCommands(subject, marks, [one, other, editedBundle(one, marks)]);
  await subject.stop();
  return { watch: subject.watch, statuses: subject.statuses, taken, endings };
}

async function walkContracts(subject: Subject, marks: Marks): Promise<ReadonlyMap<string, number>> {
  const taken = new Map<string, number>();
  const modes = ["STRICT", "GATEWAY", "OBSERVE"] as const;
  const walks = CALLED.flatMap((called) => modes.map((merchant) => ({ called, merchant })));
  await atOnce(walks, async ({ called, merchant }) => {
    const members = await walkContract({ subject, marks, called, merchant });
    taken.set(`${called.name} ${merchant}`, members.length);
  });
  return taken;
}
