import { expect } from "chai";
import { meantPaths } from "../../server/domain/operations/meant-path.ts";

const MERCHANT = "/api/rest/version/100/merchant/SHOP";
const UNSAID = "/api/rest/version/{version}/merchant/{merchantId}";

describe("the path that was probably meant", () => {
  const single: Readonly<Record<string, string>> = {
    [`${MERCHANT}/orders/1`]: `${MERCHANT}/order/1`,
    [`${MERCHANT}/ORDER/1`]: `${MERCHANT}/order/1`,
    [`${MERCHANT}/oder/1/transction/1`]: `${MERCHANT}/order/1/transaction/1`,
    [`${MERCHANT}/order`]: `${MERCHANT}/order/{orderId}`,
    [`${MERCHANT}/order/1/transaction`]: `${MERCHANT}/order/1/transaction/{transactionId}`,
    [`${MERCHANT}/order//transaction/1`]: `${MERCHANT}/order/{orderId}/transaction/1`,
    [`${MERCHANT}//order/1`]: `${MERCHANT}/order/1`,
    [`${MERCHANT}/balanceinquiry`]: `${MERCHANT}/balanceInquiry`,
    [`${MERCHANT}/sessions`]: `${MERCHANT}/session`,
    "/api/rest/version/100/order/1": "/api/rest/version/100/merchant/{merchantId}/order/1",
    "/api/rest/version/merchant/SHOP/order/1": "/api/rest/version/{version}/merchant/SHOP/order/1",
    "/api/rest/version/v100/merchants/SHOP/order/1": `${MERCHANT}/order/1`,
    [`/payments/gateway${MERCHANT}/order/1`]: `${MERCHANT}/order/1`,
    [`${MERCHANT}${MERCHANT}/order/1`]: `${MERCHANT}/order/1`,
    "/token": `${UNSAID}/token`,
    "/information": "/api/rest/version/{version}/information",
    "/api/rest/version/101/information": "/api/rest/version/{version}/information",
  };
  for (const [called, meant] of Object.entries(single))
    it(`is ${meant} for ${called}`, () => {
      expect(meantPaths(called)).to.deep.equal([meant]);
    });

  it("may be one of two", () => {
    expect(meantPaths(`${MERCHANT}/order/1/refund`)).to.deep.equal([
      `${MERCHANT}/order/1`,
      `${MERCHANT}/order/1/transaction/refund`,
    ]);
  });

  for (const called of [
    "/",
    "/api",
    "/favicon.ico",
    "/foo/bar",
    "/api/v1/payments",
    MERCHANT,
    `${MERCHANT}/foo`,
  ])
    it(`is nobody's guess for ${called}`, () => {
      expect(meantPaths(called)).to.deep.equal([]);
    });

  it("is not looked for in what is longer than any path", () => {
    expect(meantPaths(`/x${"/1".repeat(30)}${MERCHANT}/orders/1`)).to.deep.equal([]);
    expect(meantPaths(`${MERCHANT}/orders/${"1".repeat(500)}`)).to.deep.equal([]);
  });
});
