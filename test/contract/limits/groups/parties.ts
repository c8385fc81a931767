import { except, only, under, type Row } from "../limit.ts";
import { anyText, digits, oneOf, postcode, text, threeLetters } from "../text-limits.ts";
import { date, email, ipAddress, ipAddressOpen, telephoneNumber } from "../value-limits.ts";

// Interface sections 2.4 and 2.5: sub-merchant, addresses, customer, shipping, device.

/** Section 2.5 without stateProvinceCode, which only some versions list. */
export const address: readonly Row[] = [
  ["city", text(1, 100)],
  ["company", text(1, 100)],
  ["country", threeLetters],
  ["postcodeZip", postcode(1, 10)],
  ["stateProvince", text(1, 20)],
  ["street", text(1, 100)],
  ["street2", text(1, 100)],
];
export const stateProvinceCode: readonly Row[] = [["stateProvinceCode", text(1, 3)]];

export const subMerchant: readonly Row[] = under("order.subMerchant", [
  ...under("address", address),
  ["bankIndustryCode", digits(4, 4)],
  ["email", email],
  ["identifier", text(1, 100)],
  ["phone", text(1, 20)],
  ["registeredName", text(1, 100)],
  ["tradingName", text(1, 100)],
]);

export const billing: readonly Row[] = under("billing.address", address);
export const billingStateCode: readonly Row[] = under("billing.address", stateProvinceCode);
export const shippingAddress: readonly Row[] = under("shipping.address", address);
export const shippingStateCode: readonly Row[] = under("shipping.address", stateProvinceCode);
export const shippingPerson: readonly Row[] = under("shipping", [
  ["firstName", text(1, 50)],
  ["lastName", text(1, 50)],
  ["phone", text(1, 20)],
]);
export const shippingMethod: readonly Row[] = [
  ["shipping.method", oneOf("ELECTRONIC", "GROUND", "OVERNIGHT", "PRIORITY", "SAME_DAY")],
];

export const customerEmail: readonly Row[] = [["customer.email", email]];
export const customer: readonly Row[] = under("customer", [
  ["email", email],
  ["firstName", text(1, 50)],
  ["lastName", text(1, 50)],
  ["mobilePhone", text(1, 20)],
  ["phone", text(1, 20)],
]);
export const customerTaxId: readonly Row[] = [["customer.taxRegistrationId", text(1, 30)]];
/** Section 2.13, initiate browser payment version 61. */
export const customerOfBrowserPayment: readonly Row[] = under("customer", [
  ["dateOfBirth", date],
  ["firstName", text(1, 50)],
  ["lastName", text(1, 50)],
  ["mobilePhone", telephoneNumber],
  ["nationalId", anyText],
]);

/** Listed in section 2.5, but for which other operations is open. */
export const openCustomer = only(customerOfBrowserPayment, "customer.dateOfBirth", "customer.nationalId");

export const device: readonly Row[] = under("device", [
  ["ani", text(1, 10)],
  ["aniCallType", text(1, 2)],
  ["browser", text(1, 255)],
  ["fingerprint", text(1, 4000)],
  ["hostname", text(1, 60)],
  ["ipAddress", ipAddress(15)],
]);
export const deviceOfDisbursement: readonly Row[] = [
  ...except(device, "device.browser", "device.ipAddress"),
  ["device.browser", text(1, 2048)],
  ["device.ipAddress", ipAddressOpen],
];
