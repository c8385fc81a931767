import { isIPv4, isIPv6 } from "node:net";
import { textAt } from "../../json.ts";
import type { TransactionOperation } from "../../request/operation.ts";
import { invalid } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";

/** The last contract of each operation whose addresses are no longer than IPv4; the versions after it take both. */
const IPV4_UNTIL: Readonly<Partial<Record<TransactionOperation, number>>> = {
  AUTHORIZE: 48,
  CAPTURE: 28,
  INITIATE_BROWSER_PAYMENT: 61,
  PAY: 60,
  REFUND: 24,
  VERIFY: 36,
};

/** IPv4, and IPv6 where the version takes addresses of its length (interface section 2.5; assumption A112). */
export const ipAddressForm: Rule = {
  id: "ip-address-form",
  source: "interface section 2.5; assumption A112",
  topic: "ipAddress",
  refuses: ({ instruction: { body, operation, version } }) => {
    const address = textAt(body, "device.ipAddress");
    const takesIpv6 = version > (IPV4_UNTIL[operation] ?? 0);
    if (address === undefined || isIPv4(address) || (takesIpv6 && isPlainIpv6(address))) return undefined;
    const forms = takesIpv6 ? "an IPv4 or IPv6 address" : "an IPv4 address in this version";
    return invalid("device.ipAddress", address, `It must be ${forms}`);
  },
};

/** Node takes a zone behind the address as well (fe80::1%eth0), which only the machine itself knows. */
function isPlainIpv6(address: string): boolean {
  return isIPv6(address) && !address.includes("%");
}
