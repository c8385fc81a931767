import { certificateWish } from "./options.ts";
import { EXIT } from "../kernel/command.ts";
import type { Command } from "../kernel/command.ts";

export const certificatesCommand: Command = {
  summary:
    "Makes an authority, certificates and a revocation list for development, or adds to those that are there.",
  words: undefined,
  wordsMax: 0,
  flags: [
    { name: "out", help: "folder to make them in (default: certificates)" },
    {
      name: "host",
      help: "a further name or address of the server, also of one that is there; may be given again",
    },
    { name: "merchant", help: "merchant id of a client certificate; may be given again (default: TESTSHOP)" },
    { name: "revoke", help: "file of a certificate to put on the revocation list; may be given again" },
  ],
  run: async ({ given }, { print, now }) => {
    const wish = certificateWish(given);
    const { makeCertificates } = await import("./certificates.ts");
    print(await makeCertificates(wish, now()));
    return EXIT.fine;
  },
};
