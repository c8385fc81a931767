import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import {
  prepareReportFile,
  readReports,
  readReportTargets,
  writeReport,
} from "../../server/cli/kernel/reports.ts";
import { COMMANDS } from "../../server/cli/commands.ts";
import type { ReportTarget } from "../../server/cli/kernel/reports.ts";
import { UsageError } from "../../server/cli/kernel/command.ts";
import { FileError } from "../../server/document/file-problem.ts";
import { REPORT_FORMATS } from "../../server/report/report.ts";
import { renderReport } from "./rendered.ts";
import { FULL, PRESENTATION } from "./sample-report.ts";

function written(target: ReportTarget): string {
  const printed: string[] = [];
  writeReport(target, FULL, { ...PRESENTATION, isColoured: true, print: (text) => printed.push(text) });
  return printed.join("");
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("--report", () => {
  const targets: readonly (readonly [values: readonly string[], expected: readonly ReportTarget[]])[] = [
    [[], [{ format: "text", path: undefined }]],
    [["json"], [{ format: "json", path: undefined }]],
    [["json=-"], [{ format: "json", path: undefined }]],
    [["html=out/a=b.html"], [{ format: "html", path: "out/a=b.html" }]],
    [
      ["text", "junit=junit.xml", "sarif=a.sarif"],
      [
        { format: "text", path: undefined },
        { format: "junit", path: "junit.xml" },
        { format: "sarif", path: "a.sarif" },
      ],
    ],
  ];
  for (const [values, expected] of targets) {
    it(`understands ${values.join(" ") || "nothing"}`, () => {
      expect(readReportTargets(values)).to.deep.equal(expected);
    });
  }

  it("is called --format as well, in every command that makes reports", () => {
    const given = new Map([
      ["report", ["json=a.json"]],
      ["format", ["html=b.html"]],
    ]);
    expect(readReports({ given }).map(({ path }) => path)).to.deep.equal(["a.json", "b.html"]);
    const reporting = [...COMMANDS].filter(([, { flags }]) => flags.some(({ name }) => name === "report"));
    expect(reporting.map(([name]) => name)).to.deep.equal([
      ...["check", "run", "smoke", "verify", "coverage", "report", "upgrade-check", "versions"],
    ]);
    for (const [name, { flags }] of reporting)
      expect(
        flags.map((flag) => flag.name),
        name,
      ).to.include("format");
  });

  const all = `Use one of ${REPORT_FORMATS.join(", ")}`;
  const mistakes: readonly (readonly [values: readonly string[], message: string])[] = [
    [["markdwn=a.md"], `'markdwn' is not a report format; did you mean markdown? ${all}`],
    [["HTML"], `'HTML' is not a report format; did you mean html? ${all}`],
    [["spreadsheet"], `'spreadsheet' is not a report format. ${all}`],
    [[""], `'' is not a report format. ${all}`],
    [["html="], "--report html= has no file after the ="],
    [["html=a", "json=a"], "--report has the file a twice"],
    [
      ["text", "json=-"],
      "only one --report can go to standard output; write the others to a file: html=report.html",
    ],
  ];
  for (const [values, message] of mistakes) {
    it(`refuses ${values.map((value) => `'${value}'`).join(" and ")}`, () => {
      expect(() => readReportTargets(values)).to.throw(UsageError, message);
    });
  }

  for (const format of REPORT_FORMATS) {
    it(`has ${format} in the table of docs/reports.md`, async () => {
      const page = await readFile(new URL("../../docs/reports.md", import.meta.url), "utf8");
      expect(page).to.include(`\n| \`${format}\` | `);
    });

    it(`ends ${format} with a line break`, () => {
      expect(renderReport(format, FULL, PRESENTATION).endsWith("\n")).to.equal(true);
    });

    it(`writes ${format} to standard output and to a file in a folder that is not there yet`, () =>
      inFolder(async (folder) => {
        expect(written({ format, path: undefined })).to.equal(
          renderReport(format, FULL, { ...PRESENTATION, isColoured: true }),
        );
        const path = join(folder, "made", "report");
        expect(written({ format, path })).to.equal("");
        expect(await readFile(path, "utf8")).to.equal(
          renderReport(format, FULL, { ...PRESENTATION, width: 100 }),
        );
      }));
  }

  it("says which file cannot be written", () =>
    inFolder(async (folder) => {
      const path = join(folder, "file", "report.html");
      await writeFile(join(folder, "file"), "");
      expect(() => written({ format: "html", path })).to.throw(FileError, `${path}: not writable: `);
    }));

  for (const [what, place, says] of [
    ["a file stands where a folder has to be", "file/deeper/report.html", /file is not a folder/],
    ["a folder stands in its place", "folder", /it is a folder/],
  ] as const) {
    it(`says before anything is written, and then again, that ${what}`, () =>
      inFolder(async (folder) => {
        await writeFile(join(folder, "file"), "");
        await mkdir(join(folder, "folder"));
        const path = join(folder, place);
        expect(() => {
          prepareReportFile(path);
        }).to.throw(FileError, says);
        expect(() => written({ format: "html", path })).to.throw(FileError, says);
      }));
  }

  it("lets only the user read a file, also one that was there before", () =>
    inFolder(async (folder) => {
      const [made, old] = [join(folder, "made.html"), join(folder, "old.html")];
      await writeFile(old, "", { mode: 0o644 });
      for (const path of [made, old]) {
        written({ format: "html", path });
        expect((await stat(path)).mode & 0o777).to.equal(0o600);
      }
    }));

  it("does not write through a symbolic link", () =>
    inFolder(async (folder) => {
      const [target, path] = [join(folder, "target"), join(folder, "report.html")];
      await writeFile(target, "mine");
      await symlink(target, path);
      expect(() => {
        prepareReportFile(path);
      }).to.throw(FileError, "it is a symbolic link");
      expect(() => written({ format: "html", path })).to.throw(FileError, "it is a symbolic link");
      expect(await readFile(target, "utf8")).to.equal("mine");
    }));

  // Folders that are made all at once are tried for ever there.
  it("comes to an end where the system takes no folders", function () {
    if (!existsSync("/proc/self")) this.skip();
    const path = "/proc/none/deeper/report.html";
    expect(() => {
      prepareReportFile(path);
    }).to.throw(FileError, "not writable");
    expect(() => written({ format: "html", path })).to.throw(FileError, "not writable");
  });

  it("makes the folders of a file that can be written, and nothing more", () =>
    inFolder(async (folder) => {
      prepareReportFile(join(folder, "made", "deeper", "report.html"));
      expect(await readdir(join(folder, "made", "deeper"))).to.deep.equal([]);
    }));
});
