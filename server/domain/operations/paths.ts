/** What everything of the gateway is behind; its own paths follow. */
export const GATEWAY_ROOT = "/api/rest/version/{version}";

export const MERCHANT_PATH = "/merchant/{merchantId}";

const ORDER = `${MERCHANT_PATH}/order/{orderId}` as const;

/** The paths of the gateway behind GATEWAY_ROOT (interface section 4), with the ids in braces. */
export const PATHS = {
  authentication3ds1: `${MERCHANT_PATH}/3DSecureId/{threeDSecureId}`,
  balanceInquiry: `${MERCHANT_PATH}/balanceInquiry`,
  information: "/information",
  order: ORDER,
  paymentOptions: `${MERCHANT_PATH}/paymentOptionsInquiry`,
  riskAssessment: `${MERCHANT_PATH}/riskassessment/{riskAssessmentId}`,
  session: `${MERCHANT_PATH}/session/{sessionId}`,
  sessions: `${MERCHANT_PATH}/session`,
  token: `${MERCHANT_PATH}/token/{tokenId}`,
  tokens: `${MERCHANT_PATH}/token`,
  transaction: `${ORDER}/transaction/{transactionId}`,
} as const;

/** Where the operations of a version are: what GATEWAY_ROOT is in it. */
export function rootOf(version: number): string {
  return GATEWAY_ROOT.replace("{version}", String(version));
}

export type GatewayPath = (typeof PATHS)[keyof typeof PATHS];
