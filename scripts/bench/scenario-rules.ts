/**
 * A scenario file of so many rules, as test plans have them: most are of one card, every tenth asks something else. The
 * payment of the benchmark is matched by none, so that every rule which can be asked is asked.
 */
export function scenarioOf(rules: number): string {
  const lines = Array.from({ length: rules }, (_, index) => {
    const when = index % 10 === 9 ? OTHERS[((index / 10) % OTHERS.length) | 0] : `card: "${cardOf(index)}"`;
    return `  - { id: rule-${index}, case: TC-${index}, when: { ${when ?? ""} }, outcome: DECLINED }`;
  });
  return `version: 1\nrules:\n${lines.join("\n")}\n`;
}

/** Conditions that every payment is asked. */
const OTHERS = [
  'amount: "66.66"',
  'orderPrefix: "night-"',
  "currency: [JPY, CHF]",
  'reference: "SHOP-LOST"',
  "operation: REFUND, orderStatus: CAPTURED",
];

/** They fail the Luhn check, so that they are nobody's. */
function cardOf(index: number): string {
  return `40000000${String(index).padStart(7, "0")}${(LUHN_BREAKERS[index % 10] ?? 0) % 10}`;
}

const LUHN_BREAKERS = [1, 3, 5, 7, 9, 0, 2, 4, 6, 8];
