import { under, type Row } from "../limit.ts";
import { oneOf } from "../text-limits.ts";
import { address, stateProvinceCode } from "./parties.ts";

// Interface section 2.11; cardPresenceCapability only appears in responses there.

export const onlineReasonCode: readonly Row[] = [
  [
    "posTerminal.onlineReasonCode",
    oneOf(
      "CHIP_APPLICATION_DATA_FILE_ERROR",
      "CHIP_COMMON_DATA_FILE_ERROR",
      "FORCED_BY_CHIP",
      "FORCED_BY_ISSUER",
      "FORCED_BY_MERCHANT",
      "FORCED_BY_TERMINAL",
      "MERCHANT_SUSPICIOUS",
      "OVER_FLOOR_LIMIT",
      "RANDOM_SELECTION_BY_TERMINAL",
      "UNABLE_TO_PROCESS_CHIP",
    ),
  ],
];

export const posTerminal: readonly Row[] = [
  ...onlineReasonCode,
  ...under("posTerminal", [
    ["attended", oneOf("ATTENDED", "SEMI_ATTENDED", "UNATTENDED", "UNKNOWN_OR_UNSPECIFIED")],
    ...under("address", address),
  ]),
];
export const posTerminalStateCode: readonly Row[] = under("posTerminal.address", stateProvinceCode);
export const authorizationMethod: readonly Row[] = [
  [
    "posTerminal.authorizationMethod",
    oneOf(
      "OFFLINE",
      "OFFLINE_AFTER_ONLINE_FAILURE",
      "ONLINE",
      "VOICE_REFERRAL",
      "VOICE_REFERRAL_AFTER_ONLINE_FAILURE",
    ),
  ],
];
