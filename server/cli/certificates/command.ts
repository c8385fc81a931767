import { readCertificateOptions } from "./options.ts";
import { EXIT } from "../kernel/command.ts";
import type { Command } from "../kernel/command.ts";

export const certificatesCommand: Command = {
  summary: "Creates a development CA, certificates and a revocation list, or adds to existing ones.",
  words: undefined,
  wordsMax: 0,
  flags: [
    { name: "out", help: "output folder (default: certificates)" },
    {
      name: "host",
      help: "additional host name or address of the server certificate, also of an existing one; repeatable",
    },
    { name: "merchant", help: "merchant id of a client certificate; repeatable (default: TESTSHOP)" },
    { name: "revoke", help: "certificate file to add to the revocation list; repeatable" },
  ],
  run: async ({ given }, { print, now }) => {
    const options = readCertificateOptions(given);
    const { makeCertificates } = await import("./certificates.ts");
    print(await makeCertificates(options, now()));
    return EXIT.fine;
  },
};
