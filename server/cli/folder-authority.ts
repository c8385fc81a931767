import { createPrivateKey, X509Certificate } from "node:crypto";
import { readAuthority } from "../certificate/authority.ts";
import type { Authority } from "../certificate/authority.ts";
import { FileError } from "../document/file-problem.ts";
import type { CertificateFolder } from "./certificate-folder.ts";

/** The authority that an earlier run left in the folder. */
export function folderAuthority(folder: CertificateFolder): Promise<Authority> {
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
export function readable<T>(file: string, thing: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw fault(file, `no ${thing} can be read`, cause);
  }
}

function fault(file: string, message: string, cause?: unknown): FileError {
  return new FileError([{ file, line: 0, column: 0, message }], { cause });
}
