/** What several operations of the control API say. */
export const MERCHANT = "/v1/merchants/:merchantId";
export const NO_MERCHANT = "The sandbox has no merchant of this id.";
