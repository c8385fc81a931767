import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Response } from "supertest";
import type { Environment } from "../../server/sandbox/config.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { makeTestCertificates } from "../support/certificates.ts";
import type { TestCertificates } from "../support/certificates.ts";
import { notificationsOf } from "../support/notifications.ts";
import type { NotificationClient } from "../support/notifications.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

export const MERCHANT = "TESTHOOK";

/** Two receivers, and a sandbox that notifies them once it is started. */
export interface Notified {
  readonly folder: () => string;
  /** By https, with a certificate that the sandbox trusts unless it is told otherwise. */
  readonly secure: () => Receiver;
  readonly plain: () => Receiver;
  readonly start: (environment?: Environment) => Promise<TestSandbox>;
  /** Stops it before the test ends. */
  readonly stop: () => Promise<void>;
  readonly client: () => Client;
  readonly notifications: () => NotificationClient;
  /** Transaction 1 of the order. */
  readonly paid: (order: string, body?: JsonObject, version?: number) => Promise<Response>;
}

/** Anew for every test of the suite. */
export function eachNotified(): Notified {
  let [folder, certificates]: [string, TestCertificates | undefined] = ["", undefined];
  let receivers: readonly [secure: Receiver, plain: Receiver] | undefined;
  let running: TestSandbox | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "notifications-"));
    certificates = await makeTestCertificates(folder);
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    receivers = [await startReceiver(certificates?.server), await startReceiver()];
  });
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = undefined;
  };
  afterEach(async () => {
    await stop();
    for (const receiver of receivers ?? []) await receiver.close();
  });
  const url = (): string => there(running).sandbox.url;
  const client = (): Client => clientOf(url(), MERCHANT);
  return {
    folder: () => folder,
    secure: () => there(receivers)[0],
    plain: () => there(receivers)[1],
    start: async (environment = {}) => {
      const ca = join(folder, "ca.crt");
      const usual = { SANDBOX_NOTIFICATIONS: "on", SANDBOX_NOTIFICATION_CA: ca };
      return (running = await startTestSandbox({
        ...usual,
        SANDBOX_NOTIFICATION_RETRIES: "0.01,0.01",
        ...environment,
      }));
    },
    stop,
    client,
    notifications: () => notificationsOf(url(), MERCHANT),
    paid: (order, body = pay(), version = 100) => client().put({ order, transaction: "1", body, version }),
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it is not started");
  return value;
}

/** A body that names its own address. */
export const notifying = (body: JsonObject, url: string): JsonObject => ({
  ...body,
  order: { ...(body["order"] as JsonObject | undefined), notificationUrl: url },
});
