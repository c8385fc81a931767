import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { Presentation, Report, ReportCase, ReportIssue } from "../../server/report/report.ts";

export const PRESENTATION: Presentation = { version: "1.2.3", width: 80, isColoured: false };

export const EMPTY: Report = {
  title: "Verify",
  subject: "TESTSHOP",
  summary: "Nothing was wrong.",
  verdict: "passed",
  issues: [],
  cases: [],
  tables: [],
  series: [],
};

export function issue(members: Partial<ReportIssue> = {}): ReportIssue {
  return {
    ruleId: "double-charge",
    ruleTitle: "Double charge",
    ruleHelp: "docs/findings.md#double-charge",
    severity: "error",
    message: "order-1 was charged twice",
    place: undefined,
    count: 1,
    exchanges: [],
    ...members,
  };
}

export function entry(members: Partial<ReportCase> = {}): ReportCase {
  return { group: "Money", name: "order-1 is captured once", outcome: "passed", ...members };
}

/** Text that every format has to defuse. */
export const NASTY = `<script>alert("1")</script> a|b & 'c' %0A ::error::x, \u0007\u001B[31m \uD800 ]]> \`code\` @team`;

export function exchange(members: Partial<Exchange> = {}): Exchange {
  return {
    id: "x-1",
    merchantId: "TESTSHOP",
    at: "2030-01-15T10:20:30.400Z",
    request: {
      method: "PUT",
      route: "/api/rest/version/:version/merchant/:merchantId/order/:orderId/transaction/:transactionId",
      version: 60,
      operation: "PAY",
      orderId: "order 1/2",
      transactionId: "1",
      body: {
        apiOperation: "PAY",
        sourceOfFunds: { provided: { card: { number: "512345xxxxxx0008" } } },
      },
      bytes: 312,
    },
    authentication: "accepted",
    contract: undefined,
    shadow: undefined,
    abandoned: false,
    rules: undefined,
    scenario: undefined,
    transition: undefined,
    fault: undefined,
    committed: true,
    repeated: false,
    refusal: undefined,
    notes: [],
    answer: { status: 201, body: { result: "SUCCESS" } },
    durationMs: 12.5,
    ...members,
  };
}

/** A report that has something of everything. */
export const FULL: Report = {
  title: "Verify",
  subject: "TESTSHOP at http://127.0.0.1:8620",
  summary: "2 of 40 checks failed.",
  verdict: "failed",
  at: "2030-01-15T10:20:30.400Z",
  issues: [
    issue({ severity: "note", ruleId: "mixed-versions", ruleTitle: "Mixed versions", ruleHelp: undefined }),
    issue({ count: 12, exchanges: ["x-1", "x-2", "x-3", "x-4", "x-5", "x-6", "x-7"] }),
    issue({
      severity: "warning",
      ruleId: "unknown-member",
      ruleTitle: "Unknown member",
      message: NASTY,
      place: {
        file: "schemas/requests/pay v100.json",
        pointer: "/properties/order/properties/a~1b",
        isOfPackage: true,
      },
    }),
    issue({
      ruleId: "unknown-key",
      ruleTitle: "Unknown key, or: a slip",
      message: 'unknown key "oprder";\ndid you mean "order"?',
      place: { file: "scenarios/default.yaml", line: 12, column: 9 },
    }),
  ],
  cases: [
    entry({ durationMs: 1234 }),
    entry({ name: "order-2 is captured once", outcome: "failed", message: `captured twice\n${NASTY}` }),
    entry({ group: "Conduct", name: NASTY, outcome: "skipped", message: "no lost answer in the traffic" }),
  ],
  tables: [
    {
      title: "Operations",
      columns: ["operation", "requests", "what"],
      rows: [
        ["PAY", 12, "fine"],
        ["CAPTURE", 1234, NASTY],
      ],
    },
    { title: "Empty", columns: ["a"], rows: [] },
  ],
  series: [
    {
      title: "Outcomes over time",
      endings: { APPROVED: "approved", DECLINED: "declined", "<fault>": "failed" },
      buckets: [
        { at: "2030-01-15T10:20:00.000Z", counts: { APPROVED: 12, DECLINED: 3 } },
        { at: "2030-01-15T10:21:00.000Z", counts: { APPROVED: 5, "<fault>": 2 } },
        { at: "2030-01-15T10:22:00.000Z", counts: {} },
      ],
    },
  ],
  exchanges: [
    exchange({ id: "x-2", at: "2030-01-15T10:20:31.000Z" }),
    exchange(),
    exchange({
      id: "x-3",
      at: "2030-01-15T10:20:32.000Z",
      fault: { at: "after-commit", kind: "reset", lost: { status: 201, body: { result: "SUCCESS" } } },
      answer: { status: 0, body: undefined },
    }),
  ],
};
