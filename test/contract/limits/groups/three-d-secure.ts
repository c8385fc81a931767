import { under, type Row } from "../limit.ts";
import { alpha, asciiText, base64, digits, oneOf } from "../text-limits.ts";

// Interface section 2.7.

export const threeDSecureId: readonly Row[] = [["3DSecureId", asciiText(1, 64)]];

export const threeDSecureBase: readonly Row[] = under("3DSecure", [
  ["acsEci", digits(1, 2)],
  ["authenticationToken", base64([28, 32])],
  ["xid", base64([28])],
]);
export const authenticationStatus: readonly Row[] = [
  [
    "3DSecure.authenticationStatus",
    oneOf("AUTHENTICATION_ATTEMPTED", "AUTHENTICATION_NOT_AVAILABLE", "AUTHENTICATION_SUCCESSFUL"),
  ],
];

const enrollment = oneOf("ENROLLED", "ENROLLMENT_STATUS_UNDETERMINED", "NOT_ENROLLED");
export const enrollmentStatus: readonly Row[] = [["3DSecure.enrollmentStatus", enrollment, "R"]];
export const paResStatus: readonly Row[] = [["3DSecure.paResStatus", alpha(1, 1)]];
export const veResEnrolled: readonly Row[] = [["3DSecure.veResEnrolled", alpha(1, 1), "R"]];

/** Pay 60 and 100: either, and one of the two is needed. */
export const eitherEnrollment: readonly Row[] = [
  ["3DSecure.enrollmentStatus", enrollment, "one-of"],
  ["3DSecure.veResEnrolled", alpha(1, 1)],
  ...paResStatus,
];
