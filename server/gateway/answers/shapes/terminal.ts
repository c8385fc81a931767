import { all, group } from "../members/shape.ts";
import { ADDRESS } from "./addresses.ts";

/** Interface section 2.11. */
export const POS_TERMINAL = group({
  address: ADDRESS,
  ...all(
    "text",
    "attended authorizationMethod cardPresenceCapability cardholderActivated entryMode inputCapability",
  ),
  ...all("text", "lane location onlineReasonCode panEntryMode pinEntryCapability serialNumber"),
  mobile: group({ cardInputDevice: "text" }),
  pinLengthCapability: "number",
  store: group(all("text", "id name")),
});
