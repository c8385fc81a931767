import type { Report } from "../../report/report.ts";
import { verdictReport } from "../../verdict/verdict-report.ts";
import { flagValue, UsageError } from "../kernel/command.ts";
import type { Invocation } from "../kernel/command.ts";
import { controlClientOf, refuseControlFlags } from "../kernel/control-client.ts";
import { readExpectations, verifyJournal, verifySandbox } from "./material.ts";
import type { VerifyWish } from "./material.ts";

type VerifyInvocation = Pick<Invocation, "environment" | "given" | "words">;

/** Asks the running sandbox, or looks into the journal file that is named. */
export async function verified(invocation: VerifyInvocation): Promise<Report> {
  const wish = wishOf(invocation);
  const journal = flagValue(invocation, "journal");
  if (journal !== undefined) refuseControlFlags(invocation, "--journal names a file");
  const { verdicts, ...material } =
    journal === undefined
      ? await verifySandbox(controlClientOf(invocation), wish)
      : await verifyJournal(journal, wish);
  return verdictReport(verdicts, { ...material, places: wish.places });
}

/** Without a file nothing is expected but good conduct, and that can be asked of every merchant. */
function wishOf(invocation: VerifyInvocation): VerifyWish {
  const [file] = invocation.words;
  const given = flagValue(invocation, "merchant");
  if (file === undefined) return { expectations: {}, places: [], merchant: given };
  const reading = readExpectations(file);
  const merchant = given ?? reading.expectations.merchant;
  if (merchant === undefined)
    throw new UsageError(`say whose client it is: --merchant TESTSHOP, or merchant: TESTSHOP in ${file}`);
  return { ...reading, merchant };
}
