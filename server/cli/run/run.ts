import { isoTime } from "../../domain/time.ts";
import type { Environment } from "../../sandbox/config.ts";
import type { Config } from "../../sandbox/settings/settings.ts";
import { FileError } from "../../document/file-problem.ts";
import { merchantFinder } from "../../embedding/merchant-access.ts";
import type { MerchantAccess } from "../../embedding/merchant-access.ts";
import type { Report } from "../../report/report.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { Invocation, Terminal } from "../kernel/command.ts";
import { EXIT } from "../kernel/command.ts";
import { controlClient } from "../kernel/control-client.ts";
import { prepareReportFile, writeReport } from "../kernel/reports.ts";
import type { ReportTarget } from "../kernel/reports.ts";
import { catchSignals, runChild } from "./child.ts";
import { runReport } from "./report.ts";
import type { RunOptions } from "./options.ts";
import { watchSmoke } from "../smoke/traffic.ts";
import type { SmokeTraffic } from "../smoke/traffic.ts";
import { startForCommand } from "../start/own.ts";

/**
 * CI servers kill what they cancel ten seconds after they asked it to end, and reports are still to be written
 * (assumption A229).
 */
const GRACE_MS = 5_000;

/** Starts a sandbox, runs the command against it, and gives the worse of both codes. */
export async function run(invocation: Invocation, options: RunOptions, terminal: Terminal): Promise<number> {
  // A path that cannot be written is reported before the whole suite has run.
  for (const { path } of options.reports) if (path !== undefined) prepareReportFile(path);
  const signals = catchSignals(process, process.stdin.isTTY);
  const own = await startForCommand(invocation, options.usual, terminal);
  const smoke = watchSmoke(own.sandbox.subscribe);
  try {
    const merchant = (await merchantFinder(own.sandbox.url, own.config))();
    const [file, ...rest] = options.command;
    const environment = { ...invocation.environment, ...variablesFor(own.sandbox, merchant) };
    const setting = { signals, graceMs: GRACE_MS, isOnTerminal: process.stdin.isTTY };
    const end = await runChild({ file, arguments: rest, environment }, setting);
    if (end.fault !== undefined) {
      terminal.tell(`gateway-sandbox: ${file}: ${end.fault}\n`);
      return end.code;
    }
    // So that the journal's file tells what the verdict tells.
    await own.sandbox.silence();
    const verdict = await judge(own, options, { merchant: merchant.id, smoke, terminal, code: end.code });
    return end.code === 0 ? verdict : end.code;
  } finally {
    await own.close();
    signals.release();
  }
}

interface Judging {
  readonly merchant: string;
  readonly smoke: SmokeTraffic;
  readonly terminal: Terminal;
  /** Of the command. */
  readonly code: number;
}

/** Prints and writes what the sandbox saw; gives the verdict's code. */
async function judge(
  { sandbox }: { readonly sandbox: Sandbox; readonly config: Config },
  options: RunOptions,
  { merchant, smoke, terminal, code }: Judging,
): Promise<number> {
  const client = controlClient({ url: sandbox.url, token: sandbox.controlToken, fetch });
  const report = await runReport(client, { ...options, merchant, smoke });
  const dated = { ...report, at: isoTime(terminal.now()) };
  const areWritten = options.reports.map((each) => written(each, dated, terminal));
  terminal.tell(
    `gateway-sandbox: ${options.command.join(" ")} ended with ${code}; verdict: ${report.verdict}.\n`,
  );
  if (areWritten.includes(false)) return EXIT.usage;
  return report.verdict === "failed" ? EXIT.found : EXIT.fine;
}

/** One report that cannot be written any more keeps neither the others nor the verdict back. */
function written(options: ReportTarget, report: Report, terminal: Terminal): boolean {
  try {
    writeReport(options, isForReading(options) ? { ...report, tables: [] } : report, terminal);
    return true;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    terminal.tell(`gateway-sandbox: ${error.message}\n`);
    return false;
  }
}

/** Behind the output of a suite nobody reads tables; the other formats and files have them. */
function isForReading({ format, path }: ReportTarget): boolean {
  return format === "text" && path === undefined;
}

/** What a suite needs to reach the sandbox; the commands of this program read them, too. */
function variablesFor({ url, tlsUrl, controlToken }: Sandbox, { id, password }: MerchantAccess): Environment {
  return {
    SANDBOX_URL: url,
    SANDBOX_MERCHANT: id,
    SANDBOX_PASSWORD: password,
    ...(tlsUrl === undefined ? {} : { SANDBOX_TLS_URL: tlsUrl }),
    ...(controlToken === undefined ? {} : { SANDBOX_CONTROL_TOKEN: controlToken }),
  };
}
