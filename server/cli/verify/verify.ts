import type { Report } from "../../report/report.ts";
import { verdictReport } from "../../verdict/verdict-report.ts";
import { flagValue, UsageError } from "../kernel/command.ts";
import type { Invocation } from "../kernel/command.ts";
import { controlClientOf, refuseControlFlags } from "../kernel/control-client.ts";
import { readExpectations, verifyJournal, verifySandbox } from "./material.ts";
import type { VerifyOptions } from "./material.ts";

type VerifyInvocation = Pick<Invocation, "environment" | "given" | "words">;

/** Asks the running sandbox, or looks into the journal file that is named. */
export async function verified(invocation: VerifyInvocation): Promise<Report> {
  const options = optionsOf(invocation);
  const journal = flagValue(invocation, "journal");
  if (journal !== undefined) refuseControlFlags(invocation, "--journal must be a file");
  const { verdicts, ...material } =
    journal === undefined
      ? await verifySandbox(controlClientOf(invocation), options)
      : await verifyJournal(journal, options);
  return verdictReport(verdicts, { ...material, places: options.places });
}

/** Without a file nothing is expected but good conduct, and that can be asked of every merchant. */
function optionsOf(invocation: VerifyInvocation): VerifyOptions {
  const [file] = invocation.words;
  const given = flagValue(invocation, "merchant");
  if (file === undefined) return { expectations: {}, places: [], merchant: given };
  const reading = readExpectations(file);
  const merchant = given ?? reading.expectations.merchant;
  if (merchant === undefined)
    throw new UsageError(`specify the merchant: --merchant TESTSHOP, or merchant: TESTSHOP in ${file}`);
  return { ...reading, merchant };
}
