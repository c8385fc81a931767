import { all, group, list } from "../members/shape.ts";
import { RECIPIENT_ADDRESS } from "./addresses.ts";

const TICKET = group({
  ...all("flag", "conjunctionTicketIndicator eTicket restricted"),
  ...all("text", "customerReference exchangedTicketNumber ticketNumber"),
  ...all("number", "totalFare totalFees totalTaxes"),
  issue: group(
    all("text", "address carrierCode carrierName city country date travelAgentCode travelAgentName"),
  ),
  taxOrFee: list({ amount: "number", type: "text" }),
});

const LEG = list({
  ...all(
    "text",
    "carrierCode conjunctionTicketNumber couponNumber departureAirport departureDate departureTime",
  ),
  ...all("text", "destinationAirport destinationArrivalDate destinationArrivalTime endorsementsRestrictions"),
  ...all("text", "exchangeTicketNumber fareBasis flightNumber travelClass"),
  ...all("number", "departureTax fare fees taxes"),
  stopoverPermitted: "flag",
});

/** Interface section 2.8. */
export const AIRLINE = group({
  ...all("text", "bookingReference documentType planNumber transactionType"),
  itinerary: group({ ...all("text", "numberInParty originCountry"), leg: LEG }),
  passenger: list(all("text", "firstName frequentFlyerNumber lastName middleName specificInformation title")),
  ticket: TICKET,
});

export const CRUISE = group({
  ...all(
    "text",
    "bookingReference departureDate returnDate shipName travelAgentCode travelAgentName travelPackageItems",
  ),
  company: group({ contact: group(all("text", "companyPhone customerServicePhone")) }),
  departurePort: group({ address: RECIPIENT_ADDRESS }),
  passenger: list(all("text", "firstName folioNumber lastName middleName title")),
});
