import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { codeOf } from "../domain/thrown.ts";
import { EXIT } from "./kernel/command.ts";
import type { Command } from "./kernel/command.ts";

const MERCHANTS = "sandbox/merchants.yaml";
const SCENARIOS = "sandbox/scenarios";
const PLAN = `${SCENARIOS}/plan.yaml`;
const WORKFLOW = ".github/workflows/gateway-sandbox.yml";
const FLAGS = `--merchants ${MERCHANTS} --scenario-folder ${SCENARIOS} --scenarios plan`;

/** What is written: files of the working directory, with what they are for. */
const STARTER: readonly (readonly [file: string, what: string, text: (schemas: string) => string])[] = [
  [MERCHANTS, "who may call", merchantsText],
  [PLAN, "how the simulated acquirer answers", planText],
  [WORKFLOW, "your tests with the sandbox on GitHub", workflowText],
];

export const initCommand: Command = {
  summary:
    "Writes a commented starter into this folder: merchants, a scenario file, a CI workflow; overwrites nothing.",
  words: undefined,
  wordsMax: 0,
  flags: [],
  run: async (_invocation, { print }) => {
    for (const [file, what, text] of STARTER) {
      const isNew = await write(file, text(schemasFrom(dirname(file))));
      print(isNew ? `Wrote ${file}: ${what}.\n` : `Kept ${file}, which was there already.\n`);
    }
    print(NEXT);
    return EXIT.fine;
  },
};

/** Whether it was not there before. */
async function write(file: string, text: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

const INSTALLED = "node_modules/gateway-sandbox/schemas";

/** Where an editor finds the schemas: in the installed package, or where a running sandbox serves them. */
function schemasFrom(folder: string): string {
  const isInstalled = existsSync(join(INSTALLED, "scenario.json"));
  return isInstalled ? posix.relative(folder, INSTALLED) : "http://127.0.0.1:8620/_sandbox/schemas";
}

const NEXT = `
Start the sandbox:
  npx gateway-sandbox ${FLAGS}
Then make a payment, which the plan declines for 13.00:
  curl -u merchant.TESTSHOP:sandbox -X PUT \\
    http://127.0.0.1:8620/api/rest/version/100/merchant/TESTSHOP/order/order-1/transaction/1 \\
    -d '{"apiOperation":"PAY","order":{"amount":"13.00","currency":"USD"},"sourceOfFunds":{"type":"CARD","provided":{"card":{"number":"5123450000000008","expiry":{"month":"01","year":"39"},"securityCode":"100"}}}}'
And ask why:
  npx gateway-sandbox why
`;

function merchantsText(schemas: string): string {
  return `# yaml-language-server: $schema=${schemas}/merchants.json
#
# The merchants that may call. The user name of a merchant is "merchant." followed by its id. Everything but id and
# passwords may be left out; your editor lists what else there is.
merchants:
  - id: TESTSHOP
    passwords: ["sandbox"]

  # A merchant who takes only euros, and whose refunds wait until: gateway-sandbox approve <order id> <transaction id>
  - id: TESTSHOP_EU
    passwords: ["sandbox"]
    currencies: [EUR]
    refundApproval: true
`;
}

function planText(schemas: string): string {
  return `# yaml-language-server: $schema=${schemas}/scenario.json
#
# Your test plan: rules are tried in order, and the first one that matches decides the answer. What none of them matches is
# left to the files below "extends", and in the end approved. "gateway-sandbox check ${SCENARIOS}" checks this file.
version: 1
name: plan
# Magic cards with an answer of their own, and the answers for expiry dates, security codes and streets.
extends: [default, gateway-simulator]
rules:
  - id: unlucky-amount
    case: TC-001
    note: The issuer declines 13.00, whatever the card.
    when: { operation: [PAY, AUTHORIZE], amount: "13.00" }
    outcome: INSUFFICIENT_FUNDS

  # The order is stored, but the answer is lost: does your system find out with a GET, or charge again?
  - id: lost-answer
    case: TC-002
    when: { operation: PAY, orderPrefix: lost- }
    outcome: APPROVED
    fault: { at: after-commit, kind: close }

  # The second capture of an order takes two seconds.
  - id: slow-capture
    case: TC-003
    when: { operation: CAPTURE, attempt: 2 }
    delay: 2s
`;
}

function workflowText(): string {
  return `# Runs your tests against a sandbox of their own, and fails if they fail or if your client breaks a rule of conduct.
# Your tests find it by the variables SANDBOX_URL, SANDBOX_MERCHANT and SANDBOX_PASSWORD.
name: payments
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - run: npm ci
      - run: npx gateway-sandbox check ${SCENARIOS} --format github
      - run: >-
          npx gateway-sandbox run
          ${FLAGS}
          --report github --report markdown=reports/payments.md --report html=reports/payments.html
          -- npm test
      - if: always()
        run: cat reports/payments.md >> "$GITHUB_STEP_SUMMARY"
      - if: always()
        uses: actions/upload-artifact@v4
        with: { name: payments, path: reports }
`;
}
