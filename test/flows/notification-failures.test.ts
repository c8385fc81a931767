import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { FileError } from "../../server/document/file-problem.ts";
import type { Notification } from "../../server/domain/record/notification.ts";
import { answering } from "../support/receiver.ts";
import { pay } from "../support/requests.ts";
import { eachNotified, notifying } from "./notified.ts";

describe("notifications that are not taken at once", () => {
  const its = eachNotified();

  it("are tried again by the schedule until they are answered 2xx, under the same id", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url });
    its.plain().behave((response, { headers }) => {
      answering(headers["x-notification-attempt"] === "2" ? 204 : 500, "out of order")(response);
    });
    await its.paid("1");
    const [sent] = await its.notifications().settled(1);
    expect(sent?.state).to.equal("delivered");
    expect(sent?.attempts.map(({ status, reason, answer }) => [status, reason, answer])).to.deep.equal([
      [500, "answered 500", "out of order"],
      [204, undefined, undefined],
    ]);
    const ids = its.plain().received.map(({ headers }) => headers["x-notification-id"]);
    expect(ids).to.deep.equal([sent?.id, sent?.id]);
    expect(its.plain().received[0]?.text).to.equal(its.plain().received[1]?.text);
  });

  it("say when they are tried again, for as long as they wait", async () => {
    await its.start({
      SANDBOX_NOTIFICATION_URL: its.plain().url,
      SANDBOX_NOTIFICATION_RETRIES: "3600",
      SANDBOX_CLOCK: "2030-01-15T10:20:30.400Z",
    });
    its.plain().behave(answering(500));
    await its.paid("1");
    await its.plain().until(1);
    const listed = async () =>
      (await its.notifications().list()).body as {
        isOn: boolean;
        url: string;
        notifications: [Notification];
      };
    let page = await listed();
    while (page.notifications[0].attempts.length === 0) page = await listed();
    expect(page).to.include({ isOn: true, url: its.plain().url });
    expect(page.notifications[0]).to.include({
      state: "queued",
      nextAttemptAt: "2030-01-15T11:20:30.400Z",
    });
    await its.notifications().resend(page.notifications[0].id);
    await its.plain().until(2);
    while (page.notifications[0].attempts.length === 1) page = await listed();
    expect(page.notifications[0]).to.include({ state: "queued", nextAttemptAt: "2030-01-15T11:20:30.400Z" });
    its.plain().behave(answering(200));
    await its.notifications().resend(page.notifications[0].id);
    const [delivered] = await its.notifications().settled(1);
    expect(delivered).to.include({ state: "delivered" }).and.not.have.property("nextAttemptAt");
  });

  it("fail when the schedule is over, and are sent once more when somebody asks for it", async () => {
    const { logged } = await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url });
    its.plain().behave(answering(302));
    await its.paid("1");
    const [failed] = await its.notifications().settled(1);
    expect(failed?.state).to.equal("failed");
    expect(failed?.attempts.map(({ reason }) => reason)).to.deep.equal(
      Array(3).fill("answered 302; redirects are not followed"),
    );
    expect(logged()).to.include('"event":"notification-failed"');
    its.plain().behave(answering(200));
    const resent = await its.notifications().resend(failed?.id ?? "");
    expect([resent.status, (resent.body as Notification).state]).to.deep.equal([202, "queued"]);
    await its.plain().until(4);
    const again = await its.notifications().wait({ state: "delivered" });
    const [delivered] = (again.body as { notifications: readonly Notification[] }).notifications;
    expect([delivered?.id, delivered?.attempts.length]).to.deep.equal([failed?.id, 4]);
    expect(its.plain().received[3]?.headers["x-notification-attempt"]).to.equal("4");
  });

  const unreachable: readonly (readonly [what: string, url: string, reason: RegExp])[] = [
    [
      "an address outside private networks",
      "https://8.8.8.8/hook",
      /^not sent: .*SANDBOX_NOTIFICATION_HOSTS$/,
    ],
    ["where clouds keep secrets", "https://169.254.169.254/hook", /^not sent: .*SANDBOX_NOTIFICATION_HOSTS$/],
    [
      "an address with a user",
      "https://user:word@127.0.0.1/hook",
      /^not sent: addresses that contain a user name/,
    ],
    ["what is no address", "https://[/hook-hook", /^not sent: it is not a valid URL$/],
    ["a port where nobody listens", "https://127.0.0.1:1/hook", /^no answer: ECONNREFUSED$/],
  ];
  for (const [what, url, reason] of unreachable) {
    it(`fail with their reason when they are to go to ${what}`, async () => {
      await its.start();
      await its.paid("1", notifying(pay(), url), 60);
      const [failed] = await its.notifications().settled(1);
      expect(failed?.state).to.equal("failed");
      expect(failed?.attempts[0]?.reason).to.match(reason);
      // What is never sent is not tried again.
      expect(failed?.attempts).to.have.length(failed?.attempts[0]?.reason?.startsWith("not sent") ? 1 : 3);
    });
  }

  it("fail when nobody who is trusted has signed the receiver's certificate", async () => {
    await its.start({ SANDBOX_NOTIFICATION_CA: "", SANDBOX_NOTIFICATION_RETRIES: "none" });
    await its.paid("1", notifying(pay(), its.secure().url));
    const [failed] = await its.notifications().settled(1);
    expect(failed?.attempts.map(({ reason }) => reason)).to.deep.equal([
      "no answer: UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ]);
    expect(its.secure().received).to.deep.equal([]);
  });

  it("fail when nothing is answered in time, and let the sandbox stop", async () => {
    await its.start({ SANDBOX_NOTIFICATION_URL: its.plain().url, SANDBOX_NOTIFICATION_RETRIES: "none" });
    its.plain().behave(() => undefined);
    await its.paid("1");
    const [failed] = await its.notifications().settled(1);
    expect(failed?.attempts[0]?.reason).to.equal("no answer within 2000 ms");
    expect(failed?.attempts[0]?.latencyMs).to.be.within(1_900, 5_000);
  });

  it("that are on their way when the sandbox stops are broken off, and tried anew at the next start", async () => {
    const kept = {
      SANDBOX_DATA: join(its.folder(), "stopped"),
      SANDBOX_JOURNAL: join(its.folder(), "stopped.ndjson"),
      SANDBOX_NOTIFICATION_URL: its.plain().url,
      SANDBOX_NOTIFICATION_RETRIES: "3600",
    };
    await its.start(kept);
    its.plain().behave(() => undefined);
    await its.paid("1");
    await its.plain().until(1);
    await its.stop();
    // Of what became of it nobody knows.
    expect(await readFile(kept.SANDBOX_JOURNAL, "utf8")).not.to.include("notification-attempt");
    its.plain().behave(answering(200));
    await its.start(kept);
    const [delivered] = await its.notifications().settled(1);
    expect(delivered?.attempts.map(({ number, reason }) => [number, reason])).to.deep.equal([[1, undefined]]);
  });

  it("keep a sandbox from starting whose file of authorities is none", async () => {
    for (const name of ["none.crt", "server.key"]) {
      const file = join(its.folder(), name);
      const refused: unknown = await its
        .start({ SANDBOX_NOTIFICATION_CA: file })
        .catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(FileError);
      expect(String(refused)).to.include(name);
    }
  });

  it("hold no card data, whatever the receiver answers or the address holds", async () => {
    await its.start({ SANDBOX_NOTIFICATION_RETRIES: "none", SANDBOX_NOTIFICATION_SECRET: "s3cret" });
    its.secure().behave(answering(500, `${"x".repeat(150)} s3cret 5123450000000008 ${"y".repeat(5_000)}`));
    await its.paid("5", notifying(pay(), `${its.secure().url}5123450000000008`));
    const [failed] = await its.notifications().settled(1);
    expect(its.secure().received[0]?.text).to.include("512345xxxxxx0008").and.not.include("5123450000000008");
    expect(failed?.url).to.include("512345xxxxxx0008");
    expect(failed?.attempts[0]?.answer).to.have.length(200).and.include("xxx 512345xxxxxx0008");
  });
});
