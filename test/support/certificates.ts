import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { issueCertificate, readAuthority } from "../../server/certificate/authority.ts";
import type { Authority, PemPair } from "../../server/certificate/authority.ts";
import {
  clientCertificate,
  developmentAuthority,
  serverCertificate,
} from "../../server/certificate/development.ts";
import { revocationList, serialNumberOf } from "../../server/certificate/revocation.ts";
import { startTestSandbox } from "./sandbox.ts";
import type { TestSandbox } from "./sandbox.ts";
import type { Environment } from "../../server/sandbox/config.ts";

export const DAY_MS = 86_400_000;

/** Real certificates, whose validity is around the machine's own time, in files of a folder. */
export interface TestCertificates {
  readonly authority: Authority;
  readonly authorityPem: string;
  readonly authorityKey: string;
  readonly server: PemPair;
  /** `shiftMs` moves the whole validity of 825 days. */
  readonly client: (merchantId: string, shiftMs?: number) => Promise<PemPair>;
  /** Of those subjects' attributes, in the order given, and for no purpose in particular. */
  readonly named: (subject: Readonly<Record<string, readonly string[]>>) => Promise<PemPair>;
  readonly revoke: (certificates: readonly PemPair[]) => Promise<void>;
  readonly environment: Environment;
}

export async function makeTestCertificates(folder: string): Promise<TestCertificates> {
  await mkdir(folder, { recursive: true });
  const now = Date.now();
  const pair = await developmentAuthority(now);
  const authority = await readAuthority(pair);
  const server = await serverCertificate(authority, [], now);
  const file = (name: string): string => join(folder, name);
  const revoke = async (certificates: readonly PemPair[]): Promise<void> => {
    const revoked = certificates.map(async ({ certificate }) => {
      const serialNumber = (await serialNumberOf(authority, certificate)) ?? "not of this authority";
      return { serialNumber, revocationDate: new Date(now) };
    });
    await writeFile(file("revoked.crl"), await revocationList(authority, await Promise.all(revoked), now));
  };
  await writeFile(file("ca.crt"), pair.certificate);
  await writeFile(file("server.crt"), server.certificate);
  await writeFile(file("server.key"), server.key);
  await revoke([]);
  return {
    authority,
    authorityPem: pair.certificate,
    authorityKey: pair.key,
    server,
    client: (merchantId, shiftMs = 0) => clientCertificate(authority, merchantId, now + shiftMs),
    named: (subject) => {
      const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + DAY_MS) };
      return issueCertificate(authority, { subject, ...validity, extensions: [] });
    },
    revoke,
    environment: {
      SANDBOX_TLS_PORT: "0",
      SANDBOX_TLS_CERT: file("server.crt"),
      SANDBOX_TLS_KEY: file("server.key"),
      SANDBOX_TLS_CLIENT_CA: file("ca.crt"),
      SANDBOX_TLS_CRL: file("revoked.crl"),
    },
  };
}

/** A sandbox that listens over TLS as well. */
export interface TlsSandbox extends TestSandbox {
  readonly tlsUrl: string;
}

export async function startTlsSandbox(environment: Environment): Promise<TlsSandbox> {
  const running = await startTestSandbox(environment);
  return { ...running, tlsUrl: running.sandbox.tlsUrl ?? "no TLS" };
}
