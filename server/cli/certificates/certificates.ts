import { createPrivateKey, X509Certificate } from "node:crypto";
import { readAuthority } from "../../certificate/authority.ts";
import type { Authority, PemPair } from "../../certificate/authority.ts";
import {
  clientCertificate,
  developmentAuthority,
  hostsSignedFor,
  serverCertificate,
} from "../../certificate/development.ts";
import { readRevocationList, revocationList, serialNumberOf } from "../../certificate/revocation.ts";
import type { Revoked } from "../../certificate/revocation.ts";
import { certificateFolder, readText } from "./folder.ts";
import type { CertificateFolder, NewFile } from "./folder.ts";
import type { CertificateOptions } from "./options.ts";
import { UsageError } from "../kernel/command.ts";
import { FileError } from "../../document/file-problem.ts";

const FIRST_MERCHANT = "TESTSHOP";
const LIST = "revoked.crl";
const SERVER = "server.crt";

interface Work {
  readonly options: CertificateOptions;
  readonly folder: CertificateFolder;
  readonly authority: Authority;
  readonly isNew: boolean;
  readonly now: number;
}

/** Makes what is wished for, with the folder's own authority when it has one; gives what to tell about it. */
export async function makeCertificates(options: CertificateOptions, now: number): Promise<string> {
  const folder = certificateFolder(options.folder);
  const isNew = !folder.has("ca.crt") && !folder.has("ca.key");
  refuseNothingToDo(options, isNew);
  const pair = isNew ? await developmentAuthority(now) : undefined;
  const authority = pair === undefined ? await folderAuthority(folder) : await readAuthority(pair);
  const work = { options, folder, authority, isNew, now };
  const revoked = isNew || options.revoke.length > 0 ? await revokedBy(work) : "";
  const files: readonly NewFile[] = pair ? [...pairFiles("ca", pair), plain(LIST, revoked)] : [];
  const clients = await clientsOf(work);
  const server = await serverOf(work);
  const isRenewed = folder.has(SERVER);
  const fresh = [...files, ...(isRenewed ? [] : server), ...clients.flatMap(({ files }) => files)];
  folder.make(fresh);
  if (isRenewed) folder.replace(server);
  if (!isNew && options.revoke.length > 0) folder.replace([plain(LIST, revoked)]);
  const namesOf = (list: readonly NewFile[]): readonly string[] => list.map(({ name }) => name);
  const renewed = isRenewed ? namesOf(server) : [];
  return certificateReport({ folder, made: namesOf(fresh), renewed, clients, revoked: options.revoke });
}

function refuseNothingToDo({ folder, hosts, merchants, revoke }: CertificateOptions, isNew: boolean): void {
  if (isNew && revoke.length > 0)
    throw new UsageError(`${folder} contains no CA that could revoke certificates`);
  if (!isNew && hosts.length + merchants.length + revoke.length === 0) {
    throw new UsageError(
      `${folder} already contains a CA, which is not overwritten; add --merchant, --host or --revoke, ` +
        "or choose another folder with --out",
    );
  }
}

/** The whole list anew, with what was on it before. */
async function revokedBy({ options, folder, authority, isNew, now }: Work): Promise<string> {
  const before = isNew ? [] : readable(folder.path(LIST), "revocation list", () => listIn(folder));
  const serialNumbers = new Set(before.map(({ serialNumber }) => serialNumber));
  for (const file of options.revoke) {
    const text = readText(file);
    const number = await serialNumberOf(
      authority,
      readable(file, "certificate", () => new X509Certificate(text).toString()),
    );
    if (number === undefined) throw new UsageError(`${file} was not signed by the CA in ${options.folder}`);
    serialNumbers.add(number);
  }
  const added = [...serialNumbers].slice(before.length);
  const entries = added.map((serialNumber) => ({ serialNumber, revocationDate: new Date(now) }));
  return revocationList(authority, [...before, ...entries], now);
}

function listIn(folder: CertificateFolder): readonly Revoked[] {
  return readRevocationList(folder.read(LIST));
}

/** Beside an authority that is there: with the names that the server's certificate has already, and further ones. */
async function serverOf({ options, folder, authority, isNew, now }: Work): Promise<readonly NewFile[]> {
  if (!isNew && options.hosts.length === 0) return [];
  const before = folder.has(SERVER) ? await hostsOf(folder, authority) : [];
  return pairFiles("server", await serverCertificate(authority, [...before, ...options.hosts], now));
}

/** What the server's certificate is for. One that the authority has not signed is somebody's own, and stays. */
async function hostsOf(folder: CertificateFolder, authority: Authority): Promise<readonly string[]> {
  const text = folder.read(SERVER);
  const certificate = readable(folder.path(SERVER), "certificate", () =>
    new X509Certificate(text).toString(),
  );
  const hosts = await hostsSignedFor(authority, certificate);
  if (hosts !== undefined) return hosts;
  throw new UsageError(
    `${folder.path(SERVER)} was not signed by the CA in the same folder, and is not overwritten`,
  );
}

/** A merchant's client certificate and where it goes. */
export interface IssuedClient {
  readonly merchantId: string;
  readonly certificate: string;
  readonly files: readonly NewFile[];
}

function clientsOf({ options, authority, isNew, now }: Work): Promise<readonly IssuedClient[]> {
  const merchants = isNew && options.merchants.length === 0 ? [FIRST_MERCHANT] : options.merchants;
  return Promise.all(
    merchants.map(async (merchantId) => {
      const pair = await clientCertificate(authority, merchantId, now);
      const files = pairFiles(`client-${merchantId}`, pair);
      return { merchantId, certificate: pair.certificate, files };
    }),
  );
}

function pairFiles(name: string, { certificate, key }: PemPair): readonly NewFile[] {
  return [plain(`${name}.crt`, certificate), { name: `${name}.key`, content: key, isKey: true }];
}

function plain(name: string, content: string): NewFile {
  return { name, content, isKey: false };
}

/** The authority that an earlier run left in the folder. */
function folderAuthority(folder: CertificateFolder): Promise<Authority> {
  const certificate = folder.read("ca.crt");
  const key = folder.read("ca.key");
  const read = readable(folder.path("ca.crt"), "certificate", () => new X509Certificate(certificate));
  const privateKey = readable(folder.path("ca.key"), "private key", () => createPrivateKey(key));
  if (!read.checkPrivateKey(privateKey)) {
    throw fault(folder.path("ca.key"), "the private key does not belong to the certificate");
  }
  return readAuthority({ certificate, key });
}

/** What the reader makes of a file, or the sentence that it holds no such thing. */
function readable<T>(file: string, thing: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw fault(file, `it does not contain a readable ${thing}`, cause);
  }
}

function fault(file: string, message: string, cause?: unknown): FileError {
  return new FileError([{ file, line: 0, column: 0, message }], { cause });
}

interface Made {
  readonly folder: CertificateFolder;
  /** Names of the files. */
  readonly made: readonly string[];
  /** Names of those that took the place of others. */
  readonly renewed: readonly string[];
  readonly clients: readonly { readonly merchantId: string; readonly certificate: string }[];
  /** Files of the certificates that were revoked. */
  readonly revoked: readonly string[];
}

const TLS_PORT = 8621;

/** What was made, and what to do with it. */
function certificateReport({ folder, made, renewed, clients, revoked }: Made): string {
  const [client] = clients;
  return [
    ...(made.length > 0 ? [`Made ${made.map(folder.path).join(", ")}.`] : []),
    ...(renewed.length > 0
      ? [`Renewed ${renewed.map(folder.path).join(", ")}. Restart the sandbox to use them.`]
      : []),
    ...(revoked.length > 0
      ? [`Revoked ${revoked.join(", ")}. Restart the sandbox for this to take effect.`]
      : []),
    "",
    "Set in the environment or in .env:",
    `  SANDBOX_TLS_PORT=${TLS_PORT}`,
    `  SANDBOX_TLS_CERT=${folder.path("server.crt")}`,
    `  SANDBOX_TLS_KEY=${folder.path("server.key")}`,
    `  SANDBOX_TLS_CLIENT_CA=${folder.path("ca.crt")}`,
    `  SANDBOX_TLS_CRL=${folder.path("revoked.crl")}`,
    ...(client ? ["", ...merchantLines(clients), "", ...tryLines(folder, client.merchantId)] : []),
    "",
  ].join("\n");
}

function merchantLines(clients: Made["clients"]): readonly string[] {
  return [
    "Add to the merchant file (without one, TEST merchants are identified by the common name of the certificate):",
    ...clients.flatMap(({ merchantId, certificate }) => {
      const { fingerprint256 } = new X509Certificate(certificate);
      return [`  - id: ${merchantId}`, `    certificates: [{ fingerprint: "${fingerprint256}" }]`];
    }),
  ];
}

function tryLines({ path }: CertificateFolder, merchantId: string): readonly string[] {
  const [cert, key] = [path(`client-${merchantId}.crt`), path(`client-${merchantId}.key`)];
  return [
    "Once it is started, try:",
    `  curl --cacert ${path("ca.crt")} --cert ${cert} --key ${key} \\`,
    `    https://127.0.0.1:${TLS_PORT}/api/rest/version/100/merchant/${merchantId}/order/order-1`,
  ];
}
