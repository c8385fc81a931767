import { X509Certificate } from "node:crypto";
import { readAuthority } from "../certificate/authority.ts";
import type { Authority, PemPair } from "../certificate/authority.ts";
import { clientCertificate, developmentAuthority, serverCertificate } from "../certificate/development.ts";
import { readRevocationList, revocationList, serialNumberOf } from "../certificate/revocation.ts";
import type { Revoked } from "../certificate/revocation.ts";
import { certificateFolder, readText } from "./certificate-folder.ts";
import type { CertificateFolder, NewFile } from "./certificate-folder.ts";
import { certificateReport } from "./certificate-report.ts";
import type { CertificateWish } from "./certificate-wish.ts";
import { folderAuthority, readable } from "./folder-authority.ts";
import { UsageError } from "./usage-error.ts";

const FIRST_MERCHANT = "TESTSHOP";
const LIST = "revoked.crl";

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
  const issued = [...(await serverOf(work)), ...clients.flatMap(({ files }) => files)];
  folder.make([...files, ...issued]);
  if (!isNew && wish.revoke.length > 0) folder.replace(LIST, revoked);
  const made = [...files, ...issued].map(({ name }) => name);
  return certificateReport({ folder, made, clients, revoked: wish.revoke });
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

async function serverOf({ wish, authority, isNew, now }: Work): Promise<readonly NewFile[]> {
  if (!isNew && wish.hosts.length === 0) return [];
  return pairFiles("server", await serverCertificate(authority, wish.hosts, now));
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
