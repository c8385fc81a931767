import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { asConsumer } from "../embedding/consumer.ts";
import type { Consumer } from "../embedding/consumer.ts";

/** What of a job can be run anywhere: the lines of its scripts, and the files that it hands over. */
interface Job {
  readonly lines: readonly string[];
  readonly artifacts: readonly string[];
}

interface GithubStep {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: { readonly path?: string };
}

const SUITE = `const { SANDBOX_URL: url, SANDBOX_MERCHANT: id, SANDBOX_PASSWORD: password } = process.env;
const answer = await fetch(url + "/api/rest/version/100/merchant/" + id + "/order/1", {
  headers: { authorization: "Basic " + btoa("merchant." + id + ":" + password) } });
console.log("the suite ran:", answer.status);`;

/** Installing is the service's part. */
const isInstalling = (line: string): boolean => line === "npm ci";

function githubJob(job: { readonly steps: readonly GithubStep[] }): Job {
  const paths = job.steps.flatMap((step) => step.with?.path ?? []);
  return { lines: job.steps.flatMap(({ run }) => run ?? []), artifacts: paths };
}

interface GitlabJob {
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: { readonly junit: string } };
}

function gitlabJob({ script, artifacts }: GitlabJob): Job {
  return { lines: script, artifacts: [...artifacts.paths, artifacts.reports.junit] };
}

async function runJob({ lines, artifacts }: Job, consumer: Consumer): Promise<string> {
  const { folder, shell, write } = consumer;
  await write("package.json", '{ "type": "module", "scripts": { "test": "node suite.js" } }');
  await write("suite.js", SUITE);
  const summary = join(folder, "step-summary.md");
  let output = "";
  for (const line of lines.filter((it) => !isInstalling(it.trim()))) {
    const ended = await shell(line, { CI: "true", GITHUB_STEP_SUMMARY: summary });
    output += ended.output;
    expect(ended.code, `${line}\n${ended.output}`).to.equal(0);
  }
  for (const path of artifacts) expect(existsSync(join(folder, path)), path).to.equal(true);
  expect(output).to.include("the suite ran: 400");
  return existsSync(summary) ? readFile(summary, "utf8") : "";
}

describe("the CI guide", () => {
  let guide: string;
  const blocks = (language: string): readonly string[] =>
    [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = ""]) =>
      name === language ? [text] : [],
    );
  before(async () => {
    guide = await readFile(new URL("../../docs/ci.md", import.meta.url), "utf8");
  });

  it("has a job for GitHub Actions whose steps work", async () => {
    const { jobs } = parse(blocks("yaml")[0] ?? "") as {
      readonly jobs: { readonly test: Parameters<typeof githubJob>[0] };
    };
    const job = githubJob(jobs.test);
    expect(job.lines).to.have.length(3);
    await asConsumer(async (consumer) => {
      expect(await runJob(job, consumer)).to.include("# Run");
      expect((await stat(join(consumer.folder, "reports/payments.html"))).size).to.be.above(1_000);
    });
  });

  it("has a job for GitLab whose script works", async () => {
    const { payments } = parse(blocks("yaml").at(-1) ?? "") as { readonly payments: GitlabJob };
    const job = gitlabJob(payments);
    expect(job.lines).to.have.length(3);
    await asConsumer(async (consumer) => {
      await runJob(job, consumer);
    });
  });

  it("shows how another command is run beside the suite", async () => {
    const [, beside = ""] = blocks("sh");
    await asConsumer(async (consumer) => {
      const line = `npx ${beside.trim().replace("gateway-sandbox smoke", "npx gateway-sandbox smoke")}`;
      await runJob({ lines: [line], artifacts: [] }, consumer);
    });
  });

  it("names every variable and exit code that a run has", async () => {
    const { CLIENT_VARIABLES } = await import("../../server/sandbox/config.ts");
    for (const name of [...CLIENT_VARIABLES, "SANDBOX_PASSWORD", "SANDBOX_CONTROL_TOKEN"])
      expect(guide).to.include(`| \`${name}\` |`);
  });
});
