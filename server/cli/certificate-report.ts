import { X509Certificate } from "node:crypto";
import type { CertificateFolder } from "./certificate-folder.ts";

interface Made {
  readonly folder: CertificateFolder;
  /** Names of the files. */
  readonly made: readonly string[];
  readonly clients: readonly { readonly merchantId: string; readonly certificate: string }[];
  /** Files of the certificates that were revoked. */
  readonly revoked: readonly string[];
}

const TLS_PORT = 8621;

/** What was made, and what to do with it. */
export function certificateReport({ folder, made, clients, revoked }: Made): string {
  const [client] = clients;
  return [
    ...(made.length > 0 ? [`Made ${made.map(folder.path).join(", ")}.`] : []),
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
