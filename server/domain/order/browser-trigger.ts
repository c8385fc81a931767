import type { AwaitedOutcome } from "./order.ts";
import { isGatewayCode } from "./outcome.ts";
import type { GatewayCode } from "./outcome.ts";

interface Step {
  /** Seconds after the step before, the first one after the start. */
  readonly afterSeconds: number;
  readonly gatewayCode: GatewayCode;
}

const step = (afterSeconds: number, gatewayCode: GatewayCode): Step => ({ afterSeconds, gatewayCode });

/** References that play a browser payment without anybody at the page (assumption A132). */
const TRIGGERS: Readonly<Record<string, readonly Step[]>> = {
  "TEST-FAIL-DECLINE": [step(0, "DECLINED")],
  "TEST-FAIL-INIT": [step(30, "DECLINED")],
  "TEST-FAIL-NOTFOUND": [step(0, "DECLINED")],
  "TEST-FAIL-THEN-SUCCESS": [step(30, "DECLINED"), step(60, "APPROVED")],
  "TEST-PENDING": [],
  "TEST-SUCCEED": [step(0, "APPROVED")],
  "TEST-SUCCESS-INIT": [step(30, "APPROVED")],
  "TEST-TIMEOUT-THEN-SUCCESS": [step(30, "ACQUIRER_SYSTEM_ERROR"), step(60, "APPROVED")],
};

/** Anywhere in the reference: the code behind it, or UNKNOWN when there is no such code. */
const FAIL_CODE = /\.FAIL([0-9A-Z_]*)/;

/** The outcomes that the reference asks for, from the start on; undefined when it asks for none. */
export function triggeredOutcomes(
  reference: string | undefined,
  start: number,
): readonly AwaitedOutcome[] | undefined {
  const steps = reference === undefined ? undefined : stepsOf(reference);
  let at = start;
  return steps?.map(({ afterSeconds, gatewayCode }) => {
    at += afterSeconds * 1000;
    return { at, gatewayCode };
  });
}

function stepsOf(reference: string): readonly Step[] | undefined {
  if (Object.hasOwn(TRIGGERS, reference)) return TRIGGERS[reference];
  const code = FAIL_CODE.exec(reference)?.[1];
  if (code === undefined) return undefined;
  return [step(0, isGatewayCode(code) ? code : "UNKNOWN")];
}
