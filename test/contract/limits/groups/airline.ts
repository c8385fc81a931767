import { under, type Row } from "../limit.ts";
import { alphanumeric, digits, oneOf, text, threeLetters } from "../text-limits.ts";
import { boolean, carrierCode, date, decimal, time } from "../value-limits.ts";
import { documentTypes } from "./airline-documents.ts";

// Interface section 2.8.

const leg: readonly Row[] = [
  ["carrierCode", carrierCode],
  ["conjunctionTicketNumber", alphanumeric(11, 16)],
  ["couponNumber", alphanumeric(1, 1)],
  ["departureAirport", threeLetters],
  ["destinationAirport", threeLetters],
  ["departureDate", date],
  ["destinationArrivalDate", date],
  ["departureTime", time],
  ["destinationArrivalTime", time],
  ["departureTax", decimal()],
  ["fare", decimal()],
  ["fees", decimal()],
  ["taxes", decimal()],
  ["endorsementsRestrictions", alphanumeric(1, 20)],
  ["exchangeTicketNumber", alphanumeric(11, 16)],
  ["fareBasis", alphanumeric(1, 24)],
  ["flightNumber", alphanumeric(4, 6)],
  ["stopoverPermitted", boolean],
  ["travelClass", alphanumeric(1, 3)],
];

const passenger: readonly Row[] = [
  ["firstName", text(1, 50)],
  ["middleName", text(1, 50)],
  ["lastName", text(1, 20)],
  ["title", text(1, 20)],
  ["frequentFlyerNumber", text(1, 20)],
  ["specificInformation", alphanumeric(1, 59)],
];

const ticket: readonly Row[] = [
  ["conjunctionTicketIndicator", boolean],
  ["eTicket", boolean],
  ["restricted", boolean],
  ["customerReference", text(1, 20)],
  ["exchangedTicketNumber", alphanumeric(11, 16)],
  ["ticketNumber", alphanumeric(11, 16)],
  ["issue.address", text(1, 16)],
  ["issue.carrierCode", carrierCode],
  ["issue.carrierName", alphanumeric(1, 25)],
  ["issue.city", alphanumeric(1, 18)],
  ["issue.country", threeLetters],
  ["issue.date", date],
  ["issue.travelAgentCode", alphanumeric(8, 9)],
  ["issue.travelAgentName", alphanumeric(1, 30)],
  ["totalFare", decimal()],
  ["totalFees", decimal()],
  ["totalTaxes", decimal()],
];

export const airline: readonly Row[] = under("airline", [
  ["bookingReference", alphanumeric(6, 15)],
  ["documentType", oneOf(...documentTypes)],
  ["planNumber", alphanumeric(2, 2)],
  ["itinerary.numberInParty", digits(1, 3)],
  ["itinerary.originCountry", threeLetters],
  ...under("itinerary.leg[0]", leg),
  ...under("passenger[0]", passenger),
  ...under("ticket", ticket),
]);

/** "(refund, capture pages)". */
export const airlineTransactionType: readonly Row[] = [
  ["airline.transactionType", oneOf("EXCHANGE_TICKET", "MISCELLANEOUS_CHARGE", "REFUND", "TOUR_ORDER")],
];
