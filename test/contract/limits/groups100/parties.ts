import { identificationTypes } from "../groups/account-funding.ts";
import { address, billing, billingStateCode, shippingAddress, shippingStateCode } from "../groups/parties.ts";
import { under, type Row } from "../limit.ts";
import { digits, oneOf, postcode, text, threeLetters } from "../text-limits.ts";
import { email, ipAddress, telephoneNumber, url, urlRfc1738 } from "../value-limits.ts";

// The addresses, persons and places of version 100, where the specification is silent (assumed).

const person: readonly Row[] = [
  ["firstName", text(1, 50)],
  ["lastName", text(1, 50)],
];

export const billing100: readonly Row[] = [...billing, ...billingStateCode];
export const shipping100: readonly Row[] = [
  ...shippingAddress,
  ...shippingStateCode,
  ...under("shipping", [
    ["address.source", oneOf("ADDRESS_ON_FILE", "NEW_ADDRESS")],
    ["address.sameAsBilling", oneOf("DIFFERENT", "SAME", "UNKNOWN")],
    ["contact.email", email],
    ...under("contact", person),
    ["contact.mobilePhone", telephoneNumber],
    ["contact.phone", telephoneNumber],
    ["method", oneOf("ELECTRONIC", "GROUND", "NOT_SHIPPED", "OVERNIGHT", "PICKUP", "PRIORITY", "SAME_DAY")],
    ["origin.postcodeZip", postcode(1, 10)],
  ]),
];
export const customer100: readonly Row[] = under("customer", [
  ["email", email],
  ...person,
  ["middleName", text(1, 50)],
  ["identification.country", threeLetters],
  ["identification.type", identificationTypes],
  ["identification.value", text(1, 50)],
  ["mobilePhone", telephoneNumber],
  ["phone", telephoneNumber],
  ["taxRegistrationId", text(1, 30)],
]);
export const device100: readonly Row[] = under("device", [
  ["ani", text(1, 10)],
  ["aniCallType", text(1, 2)],
  ["browser", text(1, 2048)],
  ["fingerprint", text(1, 4000)],
  ["hostname", text(1, 60)],
  ["ipAddress", ipAddress(45)],
]);

export const statementDescriptor100: readonly Row[] = under("order.statementDescriptor", [
  ...under("address", address),
  ["name", text(1, 100)],
  ["phone", text(1, 20)],
  ["websiteUrl", urlRfc1738],
]);
export const subMerchant100: readonly Row[] = under("order.subMerchant", [
  ...under("address", address),
  ["bankIndustryCode", digits(4, 4)],
  ["disputeContactPhone", telephoneNumber],
  ["email", email],
  ["governmentCountryCode", threeLetters],
  ["identifier", text(1, 100), "R"],
  ["marketplaceId", text(1, 11)],
  ["phone", text(1, 20)],
  ["registeredName", text(1, 100)],
  ["tradingName", text(1, 100), "R"],
  ["websiteUrl", { ...url, refused: urlRfc1738.refused }],
]);
