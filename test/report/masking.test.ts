import { expect } from "chai";
import { REPORT_FORMATS } from "../../server/report/report.ts";
import { renderReport } from "./rendered.ts";
import type { Report } from "../../server/report/report.ts";
import { PRESENTATION, entry, exchange, issue } from "./sample-report.ts";

const CARD = "5123450000000008";
const said = (where: string): string => `${where} ${CARD}`;

/** A full card number in every place that a report has for text. */
const REPORT: Report = {
  title: said("title"),
  subject: said("subject"),
  summary: said("summary"),
  verdict: "failed",
  issues: [
    issue({
      ruleId: said("rule"),
      ruleTitle: said("rule"),
      ruleHelp: said("page"),
      message: said("message"),
      place: { file: said("file"), pointer: `/${CARD}` },
      exchanges: [said("exchange")],
    }),
  ],
  cases: [entry({ group: said("group"), name: said("case"), outcome: "failed", message: said("why") })],
  tables: [{ title: said("table"), columns: [said("column")], rows: [[said("cell")]] }],
  series: [
    {
      title: said("series"),
      endings: {},
      buckets: [{ at: "2030-01-15T10:20:00.000Z", counts: { [said("key")]: 1 } }],
    },
  ],
  exchanges: [exchange({ id: said("id"), answer: { status: 200, body: { [CARD]: CARD } } })],
};

describe("masking in reports", () => {
  for (const format of REPORT_FORMATS) {
    it(`leaves no card number in ${format}`, () => {
      const text = renderReport(format, REPORT, PRESENTATION);
      expect(text).not.to.include(CARD);
      expect(text).to.include("512345xxxxxx0008");
    });
  }
});
