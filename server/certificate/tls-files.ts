import { createPrivateKey, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import type { X509Certificate as Signer, X509Crl } from "@peculiar/x509";
import { FileError } from "../document/file-problem.ts";

/** Files of the TLS listener, all in PEM form. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  /** Undefined: no client is asked for a certificate. */
  readonly clientCa: string | undefined;
  readonly crl: string | undefined;
}

/** What the TLS listener works with; every part has been read and goes with the others. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
  readonly clientCa: string | undefined;
  /** One text for each list: of a text with several, only the first would count. */
  readonly crl: readonly string[];
}

/** Reads and checks the files; throws a FileError that says in a sentence what is wrong. */
export async function loadTlsFiles(files: TlsFiles, now: number): Promise<TlsMaterial> {
  const cert = textOf(files.cert);
  const [certificate] = certificatesOf(files.cert, cert);
  const key = textOf(files.key);
  if (certificate?.checkPrivateKey(keyOf(files.key, key)) !== true) {
    throw problem(files.key, `the private key does not belong to the certificate in ${files.cert}`);
  }
  const { clientCa, crl } = files;
  if (clientCa === undefined) return { cert, key, clientCa: undefined, crl: [] };
  const authorities = textOf(clientCa);
  const signers = certificatesOf(clientCa, authorities);
  const lists = crl === undefined ? [] : await listsOf(crl, signers, now);
  return { cert, key, clientCa: authorities, crl: lists };
}

/** Certificates of authorities, every one of them read; throws a FileError that says in a sentence what is wrong. */
export function loadAuthorities(file: string): string {
  const text = textOf(file);
  certificatesOf(file, text);
  return text;
}

function certificatesOf(file: string, text: string): readonly X509Certificate[] {
  const blocks = pemBlocks(text, "CERTIFICATE");
  if (blocks.length === 0) throw problem(file, "it contains no certificate in PEM format");
  return blocks.map((block) => readOr(() => new X509Certificate(block), file, "the certificate is damaged"));
}

function keyOf(file: string, text: string): KeyObject {
  if (!text.includes("PRIVATE KEY-----")) throw problem(file, "it contains no private key in PEM format");
  if (/BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(text)) {
    throw problem(file, "the private key is encrypted; keys with a passphrase are not supported");
  }
  return readOr(() => createPrivateKey(text), file, "the private key is damaged");
}

/** Where there is a list there must be one of each signer, or no certificate of that signer could be checked. */
async function listsOf(
  file: string,
  signers: readonly X509Certificate[],
  now: number,
): Promise<readonly string[]> {
  const blocks = pemBlocks(textOf(file), "X509 CRL");
  if (blocks.length === 0) throw problem(file, "it contains no revocation list in PEM format");
  // Loaded when there is a list, as loading it takes as long as starting takes otherwise.
  const x509 = await import("@peculiar/x509");
  const lists = blocks.map((block) =>
    readOr(() => new x509.X509Crl(block), file, "the revocation list is damaged"),
  );
  for (const { nextUpdate } of lists) {
    if (nextUpdate !== undefined && nextUpdate.getTime() < now) {
      throw problem(file, `the revocation list expired at ${nextUpdate.toISOString()}`);
    }
  }
  for (const signer of signers) {
    const verdicts = await Promise.all(lists.map((list) => isOf(list, new x509.X509Certificate(signer.raw))));
    if (verdicts.includes(true)) continue;
    throw problem(file, `the revocation list is missing for ${signer.subject.replaceAll("\n", ",")}`);
  }
  return blocks;
}

async function isOf(list: X509Crl, signer: Signer): Promise<boolean> {
  return list.issuer === signer.subject && (await list.verify({ publicKey: signer }));
}

function readOr<T>(read: () => T, file: string, message: string): T {
  try {
    return read();
  } catch (cause) {
    throw problem(file, message, cause);
  }
}

function textOf(file: string): string {
  return readOr(() => readFileSync(file, "utf8"), file, "the file cannot be read");
}

function problem(file: string, message: string, cause?: unknown): FileError {
  return new FileError([{ file, line: 0, column: 0, message }], { cause });
}

/** The blocks of that label in a text of PEM form (RFC 7468), each with its lines of begin and end. */
function pemBlocks(text: string, label: string): readonly string[] {
  const block = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`, "g");
  return text.match(block) ?? [];
}
