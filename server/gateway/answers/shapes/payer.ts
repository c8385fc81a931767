import { all, group } from "../members/shape.ts";
import { ADDRESS, SHIPPING_ADDRESS } from "./addresses.ts";

/** Who pays, from where, and where the goods go (interface section 2.5). */
export const BILLING = group({ address: ADDRESS });

export const SHIPPING = group({
  address: SHIPPING_ADDRESS,
  contact: group(all("text", "email firstName lastName mobilePhone phone")),
  ...all("text", "firstName lastName method phone"),
  origin: group(all("text", "postcodeZip")),
});

export const CUSTOMER = group({
  ...all(
    "text",
    "dateOfBirth email firstName lastName middleName mobilePhone nationalId phone taxRegistrationId",
  ),
  identification: group(all("text", "country type value")),
});

export const DEVICE = group(all("text", "ani aniCallType browser fingerprint hostname ipAddress"));
