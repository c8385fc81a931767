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
import type { CertificateWish } from "./options.ts";
import { UsageError } from "../kernel/command.ts";
import { FileError } from "../../document/file-problem.ts";

const FIRST_MERCHANT = "TESTSHOP";
const LIST = "revoked.crl";
const SERVER = "server.crt";

interface Work {
  readonly wish: CertificateWish;
  readonly folder: CertificateFolder;
  readonly authority: Authority;
  readonly isNew: boolean;
  readonly now: number;
}

/** Makes what is wished for, with the folder's own authority when it has one; gives what to tell about it. */
export async function makeCertificates(wish: CertificateWish, now: number): Promise<string> {
  const folder = certificateFolder(wish.folder);
  const isNew = !folder.has("ca.crt") && !folder.has("ca.key");
  refuseNothingToDo(wish, isNew);
  const pair = isNew ? await developmentAuthority(now) : undefined;
  const authority = pair === undefined ? await folderAuthority(folder) : await readAuthority(pair);
  const work = { wish, folder, authority, isNew, now };
  const revoked = isNew || wish.revoke.length > 0 ? await revokedBy(work) : "";
  const files: readonly NewFile[] = pair ? [...pairFiles("ca", pair), plain(LIST, revoked)] : [];
  const clients = await clientsOf(work);
  const server = await serverOf(work);
  const isRenewed = folder.has(SERVER);
  const fresh = [...files, ...(isRenewed ? [] : server), ...clients.flatMap(({ files }) => files)];
  folder.make(fresh);
  if (isRenewed) folder.replace(server);
  if (!isNew && wish.revoke.length > 0) folder.replace([plain(LIST, revoked)]);
  const namesOf = (list: readonly NewFile[]): readonly string[] => list.map(({ name }) => name);
  const renewed = isRenewed ? namesOf(server) : [];
  return certificateReport({ folder, made: namesOf(fresh), renewed, clients, revoked: wish.revoke });
}

function refuseNothingToDo({ folder, hosts, merchants, revoke }: CertificateWish, isNew: boolean): void {
  if (isNew && revoke.length > 0)
    throw new UsageError(`there is no authority in ${folder} that could revoke`);
  if (!isNew && hosts.length + merchants.length + revoke.length === 0) {
    throw new UsageError(
      `${folder} has an authority already, and nothing is overwritten; add --merchant, --host or --revoke, ` +
        "or name another folder with --out",
    );
  }
}

/** The whole list anew, with what was on it before. */
async function revokedBy({ wish, folder, authority, isNew, now }: Work): Promise<string> {
  const before = isNew ? [] : readable(folder.path(LIST), "revocation list", () => listIn(folder));
  const serialNumbers = new Set(before.map(({ serialNumber }) => serialNumber));
  for (const file of wish.revoke) {
    const text = readText(file);
    const number = await serialNumberOf(
      authority,
      readable(file, "certificate", () => new X509Certificate(text).toString()),
    );
    if (number === undefined)
      throw new UsageError(`${file} was not signed by the authority in ${wish.folder}`);
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
async function serverOf({ wish, folder, authority, isNew, now }: Work): Promise<readonly NewFile[]> {
  if (!isNew && wish.hosts.length === 0) return [];
  const before = folder.has(SERVER) ? await hostsOf(folder, authority) : [];
  return pairFiles("server", await serverCertificate(authority, [...before, ...wish.hosts], now));
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
    `${folder.path(SERVER)} was not signed by the authority beside it, and nothing is overwritten`,
  );
}

/** A merchant's client certificate and where it goes. */
export interface IssuedClient {
  readonly merchantId: string;
  readonly certificate: string;
  readonly files: readonly NewFile[];
}

function clientsOf({ wish, authority, isNew, now }: Work): Promise<readonly IssuedClient[]> {
  const merchants = isNew && wish.merchants.length === 0 ? [FIRST_MERCHANT] : wish.merchants;
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
    throw fault(folder.path("ca.key"), "the private key does not belong to the certificate beside it");
  }
  return readAuthority({ certificate, key });
}

/** What the reader makes of a file, or the sentence that it holds no such thing. */
function readable<T>(file: string, thing: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw fault(file, `no ${thing} can be read`, cause);
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
      ? [`Renewed ${renewed.map(folder.path).join(", ")}; restart the sandbox to have them count.`]
      : []),
    ...(revoked.length > 0 ? [`Revoked ${revoked.join(", ")}; restart the sandbox to have it count.`] : []),
    "",
    "Set, in the environment or in .env:",
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
    "In the merchant file (without one, merchants that begin with TEST are known by their certificate's name):",
    ...clients.flatMap(({ merchantId, certificate }) => {
      const { fingerprint256 } = new X509Certificate(certificate);
      return [`  - id: ${merchantId}`, `    certificates: [{ fingerprint: "${fingerprint256}" }]`];
    }),
  ];
}

function tryLines({ path }: CertificateFolder, merchantId: string): readonly string[] {
  const [cert, key] = [path(`client-${merchantId}.crt`), path(`client-${merchantId}.key`)];
  return [
    "Try, once it is started:",
    `  curl --cacert ${path("ca.crt")} --cert ${cert} --key ${key} \\`,
    `    https://127.0.0.1:${TLS_PORT}/api/rest/version/100/merchant/${merchantId}/order/order-1`,
  ];
}
