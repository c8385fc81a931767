import {
  approved,
  authorizationSteps,
  FUNDS,
  MONEY,
  paymentSteps,
  SMOKE_CARD,
  transaction,
} from "./payments.ts";
import type { SmokeStep } from "./step.ts";

/** Every family of operations, in version 100; the ids of all orders begin with `order`, which nobody has used. */
export function smokeSteps(order: string): readonly SmokeStep[] {
  return [
    ...SANDBOX_STEPS,
    ...authorizationSteps(order),
    ...paymentSteps(order),
    ...cardSteps(order),
    PAYMENT_OPTIONS,
    ...sessionSteps(order),
    ...tokenSteps(order),
    ...authenticationSteps(order),
    ...enrollmentSteps(order),
    ...pageSteps(order),
  ];
}

const SANDBOX_STEPS: readonly SmokeStep[] = [
  { name: "health", method: "GET", path: "/readyz", status: 200, expected: { status: "ready" } },
  {
    name: "information",
    method: "GET",
    path: "/api/rest/version/100/information",
    status: 200,
    expected: { status: "OPERATING" },
  },
];

/** What shop modules ask when their settings are saved. */
const PAYMENT_OPTIONS: SmokeStep = {
  name: "payment options inquiry",
  method: "POST",
  path: "paymentOptionsInquiry",
  body: { apiOperation: "PAYMENT_OPTIONS_INQUIRY" },
  status: 200,
  expected: { result: "SUCCESS", transactionMode: /^(AUTHORIZE_CAPTURE|PURCHASE)$/ },
};

/** What is asked about a card. */
function cardSteps(order: string): readonly SmokeStep[] {
  return [
    {
      name: "verify",
      ...transaction(order, "verify"),
      body: { apiOperation: "VERIFY", order: { currency: "USD" }, sourceOfFunds: FUNDS },
      expected: approved("VERIFIED"),
    },
    {
      name: "balance inquiry",
      method: "PUT",
      path: "balanceInquiry",
      body: { order: { currency: "USD" }, sourceOfFunds: { type: "CARD", provided: { card: SMOKE_CARD } } },
      status: 200,
      expected: { result: "SUCCESS", "response.gatewayCode": /^(BALANCE_|NO_BALANCE)/ },
    },
    {
      name: "risk assessment",
      method: "PUT",
      path: `riskassessment/${order}-risk`,
      body: {
        apiOperation: "CREATE_OR_UPDATE_RISK_ASSESSMENT",
        requestAction: "RISK_ASSESSMENT",
        order: MONEY,
        sourceOfFunds: FUNDS,
        transaction: { creationDate: "2030-01-15T10:20:30.400Z", source: "INTERNET", type: "PAYMENT" },
      },
      status: 201,
      expected: { result: "SUCCESS", "risk.response.gatewayCode": "ACCEPTED" },
    },
  ];
}

function sessionSteps(order: string): readonly SmokeStep[] {
  return [
    {
      name: "create a session",
      method: "POST",
      path: "session",
      body: {},
      status: 201,
      expected: { "session.id": /^SESSION/, "session.updateStatus": "NO_UPDATE" },
      keeps: { name: "session", path: "session.id" },
    },
    {
      name: "update the session",
      method: "PUT",
      path: "session/{session}",
      body: { sourceOfFunds: FUNDS },
      status: 200,
      expected: { "session.updateStatus": "SUCCESS" },
    },
    {
      name: "pay by session",
      ...transaction(order, "session"),
      body: { apiOperation: "PAY", order: MONEY, session: { id: "{session}" } },
      expected: approved("CAPTURED"),
    },
  ];
}

function tokenSteps(order: string): readonly SmokeStep[] {
  const { number, expiry } = SMOKE_CARD;
  return [
    {
      name: "create a token",
      method: "POST",
      path: "token",
      body: { sourceOfFunds: { type: "CARD", provided: { card: { number, expiry } } } },
      // The same number has the same token, which a former run may have made.
      status: [200, 201],
      expected: { result: "SUCCESS", token: /^\d{16}$/ },
      keeps: { name: "token", path: "token" },
    },
    {
      name: "pay by token",
      ...transaction(order, "token"),
      body: { apiOperation: "PAY", order: MONEY, sourceOfFunds: { type: "CARD", token: "{token}" } },
      expected: approved("CAPTURED"),
    },
  ];
}

/** Where the scenarios do not know the card, it is not enrolled. */
function authenticationSteps(order: string): readonly SmokeStep[] {
  const { number, expiry } = SMOKE_CARD;
  const sourceOfFunds = { type: "CARD", provided: { card: { number, expiry } } };
  const orElse = { "transaction.authenticationStatus": "AUTHENTICATION_NOT_SUPPORTED" };
  return [
    {
      name: "initiate an authentication",
      ...transaction(order, "secure"),
      body: {
        apiOperation: "INITIATE_AUTHENTICATION",
        authentication: { channel: "PAYER_BROWSER" },
        order: { currency: "USD" },
        sourceOfFunds,
      },
      expected: { result: "SUCCESS", "order.status": "AUTHENTICATION_INITIATED" },
      orElse,
    },
    {
      name: "authenticate the payer",
      ...transaction(order, "secure"),
      body: {
        apiOperation: "AUTHENTICATE_PAYER",
        authentication: { redirectResponseUrl: "https://shop.example/back" },
        order: MONEY,
        sourceOfFunds,
      },
      expected: { result: "PENDING", "authentication.redirect.html": /threedsChallengeRedirect/ },
      orElse,
    },
  ];
}

function enrollmentSteps(order: string): readonly SmokeStep[] {
  const path = `3DSecureId/${order}-check`;
  return [
    {
      name: "check the enrollment (3-D Secure 1)",
      method: "PUT",
      path,
      body: {
        "3DSecure": { authenticationRedirect: { responseUrl: "https://shop.example/back" } },
        apiOperation: "CHECK_3DS_ENROLLMENT",
        order: MONEY,
        sourceOfFunds: FUNDS,
      },
      status: 201,
      expected: {
        "3DSecure.summaryStatus": /^CARD_(ENROLLED|NOT_ENROLLED)$/,
        "3DSecure.veResEnrolled": /^[NY]$/,
      },
    },
    {
      // Only a browser brings a real one.
      name: "refuse a result that no issuer gave (3-D Secure 1)",
      method: "POST",
      path,
      body: { "3DSecure": { paRes: "bm90aGluZw==" }, apiOperation: "PROCESS_ACS_RESULT" },
      status: 400,
      expected: { "error.cause": "INVALID_REQUEST", "error.field": /^3DSecure(Id|\.paRes)$/ },
    },
  ];
}

/** What leads payers to a page. */
function pageSteps(order: string): readonly SmokeStep[] {
  return [
    {
      name: "initiate a browser payment",
      ...transaction(order, "browser"),
      body: {
        apiOperation: "INITIATE_BROWSER_PAYMENT",
        browserPayment: {
          operation: "PAY",
          returnUrl: "https://shop.example/back",
          providerA: { paymentConfirmation: "CONFIRM_AT_PROVIDER" },
        },
        order: MONEY,
        sourceOfFunds: { type: "PROVIDER_A" },
      },
      expected: { result: "SUCCESS", "order.status": "INITIATED", "browserPayment.redirectUrl": /^https?:/ },
    },
    {
      name: "initiate a checkout",
      method: "POST",
      path: "session",
      body: {
        apiOperation: "INITIATE_CHECKOUT",
        interaction: { operation: "PURCHASE", merchant: { name: "Smoke" } },
        order: { id: `${order}-checkout`, ...MONEY, description: "Smoke" },
      },
      status: 201,
      expected: {
        result: "SUCCESS",
        checkoutMode: "WEBSITE",
        "session.id": /^SESSION/,
        successIndicator: /^\w+$/,
      },
    },
  ];
}
