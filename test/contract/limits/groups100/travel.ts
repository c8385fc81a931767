import { airline, airlineTransactionType } from "../groups/airline.ts";
import { except, under, type Row } from "../limit.ts";
import {
  agentName,
  alphanumeric,
  alphanumericSpace,
  anyText,
  postcode,
  text,
  threeLetters,
} from "../text-limits.ts";
import { date, decimal, telephoneNumber } from "../value-limits.ts";

// Airline and cruise of version 100.

const ISSUE = "airline.ticket.issue";
const FARE_BASIS = "airline.itinerary.leg[0].fareBasis";
const CUSTOMER_REFERENCE = "airline.ticket.customerReference";

export const airline100: readonly Row[] = [
  ...except(airline, FARE_BASIS, `${ISSUE}.city`, `${ISSUE}.travelAgentName`, CUSTOMER_REFERENCE),
  ...airlineTransactionType,
  [FARE_BASIS, alphanumericSpace(1, 24)],
  [`${ISSUE}.city`, text(1, 100)],
  [`${ISSUE}.travelAgentName`, agentName],
  ["airline.ticket.taxOrFee[0].amount", decimal()],
  ["airline.ticket.taxOrFee[0].type", alphanumeric(3, 3)],
];

const cruisePassenger: readonly Row[] = [
  ["firstName", text(1, 50)],
  ["lastName", text(1, 50)],
  ["middleName", text(1, 50)],
  ["title", text(1, 50)],
  ["folioNumber", text(1, 30)],
];
export const cruise100: readonly Row[] = under("cruise", [
  ["bookingReference", text(1, 12)],
  ["company.contact.companyPhone", telephoneNumber],
  ["company.contact.customerServicePhone", telephoneNumber],
  ["departureDate", date],
  ["returnDate", date],
  ...under("departurePort.address", [
    ["city", text(1, 100)],
    ["country", threeLetters],
    ["postCodeZip", postcode(1, 10)],
    ["stateProvinceCode", text(1, 3)],
    ["street", text(1, 100)],
    ["street2", text(1, 100)],
  ]),
  ...under("passenger[0]", cruisePassenger),
  ["shipName", text(1, 50)],
  ["travelAgentCode", alphanumeric(8, 9)],
  ["travelAgentName", text(1, 30)],
  ["travelPackageItems", { ...anyText, taken: ["CAR_RENTAL,FLIGHT", "CAR_RENTAL", "CRUISE_ONLY", "FLIGHT"] }],
]);
