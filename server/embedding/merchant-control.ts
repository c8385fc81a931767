import type { ChallengeChoice } from "../domain/order/authentication.ts";
import type { ResetPart } from "../domain/merchant.ts";
import type { PayerAction } from "../domain/order/browser-payment.ts";
import type { EnrollmentChoice } from "../domain/order/enrollment.ts";
import type { CheckoutAction } from "../domain/request/checkout.ts";
import type { PayerHabits } from "../gateway/merchants/automatic-payers.ts";
import type { Scorecard } from "../verdict/conduct/scorecard.ts";
import type { ContractCoverage } from "../verdict/coverage/contract-coverage.ts";
import type { ScenarioCoverage } from "../verdict/coverage/scenario-coverage.ts";
import type { Expectations } from "../verdict/expectations/expectations.ts";
import type { Verdict } from "../verdict/expectations/verify.ts";
import type { Findings } from "../verdict/findings.ts";
import type {
  ArmedPageQuery,
  ArmedRuleView,
  ArmedRuleInput,
  Arming,
  ClockView,
  ClockSetting,
  Exchange,
  ExchangePageQuery,
  ExchangeWait,
  Explained,
  ExplainRequest,
  HeldView,
  HoldWait,
  InboxAnswerInput,
  InboxView,
  IssuerAnswered,
  Notification,
  NotificationPageQuery,
  NotificationWait,
  OrderDetail,
  OrderPage,
  OrderPageQuery,
  ScenarioChoiceView,
  SessionPage,
  SessionPageQuery,
  TokenPage,
  TokenPageQuery,
  TransactionPage,
  TransactionPageQuery,
  UpgradeQuery,
  UpgradeView,
} from "./control-answers.ts";
import { queryOf } from "./control-call.ts";
import type { ControlCall } from "./control-call.ts";

type Unnamed<T> = Omit<T, "merchant">;

/** The control API as far as it is about one merchant. */
export interface MerchantControl extends MerchantDecisions, MerchantNotifications, MerchantViews {
  exchanges: (query?: Unnamed<ExchangePageQuery>) => Promise<readonly Exchange[]>;
  wait: (query?: Unnamed<ExchangeWait>) => Promise<readonly Exchange[]>;
  /** Decides the next requests that it matches, before every file. */
  arm: (rule: ArmedRuleInput, life?: Omit<Arming, "rule">) => Promise<ArmedRuleView>;
  /** The one armed first in front; at most 1,000 unless `limit` says otherwise. */
  armed: (query?: ArmedPageQuery) => Promise<readonly ArmedRuleView[]>;
  /** One rule, or all of them. */
  disarm: (ruleId?: string) => Promise<void>;
  holds: (wait?: HoldWait) => Promise<HeldView>;
  clock: () => Promise<ClockView>;
  setClock: (setting: ClockSetting) => Promise<ClockView>;
  /** Forgets these parts of what the merchant did; all of them when none is named. */
  reset: (...parts: readonly ResetPart[]) => Promise<void>;
  scenarios: () => Promise<ScenarioChoiceView>;
  /** Names of scenario files, first one asked first; none goes back to what the settings say. */
  chooseScenarios: (...names: readonly string[]) => Promise<ScenarioChoiceView>;
  /** What would become of a request, and why, without any effect. */
  explain: (request: ExplainRequest) => Promise<Explained>;
}

/** What waits for a person. */
interface MerchantDecisions {
  /** Pays, is declined or cancels, as the payer does on the payment page; without a card, with a fitting test card. */
  actAtCheckout: (sessionId: string, action: CheckoutAction, card?: object) => Promise<object>;
  /** Does what the payer does on the page of a browser payment's provider. */
  actAtBrowserPayment: (orderId: string, transactionId: string, action: PayerAction) => Promise<object>;
  /** What payers do by themselves, until it is set anew or the armed rules are reset. */
  setPayer: (habits: PayerHabits) => Promise<PayerHabits>;
  /** Answers the open challenge of an authentication, as the payer does on the issuer's page (3-D Secure). */
  answerChallenge: (orderId: string, transactionId: string, outcome: ChallengeChoice) => Promise<object>;
  /**
   * What the issuer's page of 3-D Secure 1 comes to: the PaRes, for PROCESS_ACS_RESULT, and its letter. An issuer that
   * asks nobody answers by itself.
   */
  answerIssuer: (threeDSecureId: string, outcome: EnrollmentChoice) => Promise<IssuerAnswered>;
  approveRefund: (orderId: string, transactionId: string) => Promise<object>;
  rejectRefund: (orderId: string, transactionId: string) => Promise<object>;
}

/** The webhooks about the merchant's orders. */
interface MerchantNotifications {
  /** Newest first; at most 50 unless `limit` says otherwise. */
  notifications: (query?: NotificationPageQuery) => Promise<readonly Notification[]>;
  /** Resolves as soon as so many are delivered or have failed; newest first. */
  waitForNotifications: (query?: NotificationWait) => Promise<readonly Notification[]>;
  /** Sends it once more; gives it as it stood before. */
  resend: (notificationId: string) => Promise<Notification>;
  /** The built-in receivers that were used, the one used last first. */
  inboxes: () => Promise<readonly InboxView[]>;
  /** What arrived in it, newest first, and its address; one that was never used is empty. */
  inbox: (name: string) => Promise<InboxView>;
  /** From now on it answers so, or for so many deliveries. */
  answerInbox: (name: string, answer: InboxAnswerInput) => Promise<InboxView>;
  /** It is empty then, and answers 200. */
  emptyInbox: (name: string) => Promise<void>;
}

/** What can be seen of what the merchant's client did. */
interface MerchantViews {
  /** Newest first; at most 50 unless `limit` says otherwise, and `next` where there are older ones. */
  orders: (query?: OrderPageQuery) => Promise<OrderPage>;
  /** With its transactions, and what may be done next. */
  order: (orderId: string) => Promise<OrderDetail>;
  /** Those of the newest order first, each order's newest first. */
  transactions: (query?: TransactionPageQuery) => Promise<TransactionPage>;
  /** Newest first, with what they hold, masked. */
  sessions: (query?: SessionPageQuery) => Promise<SessionPage>;
  /** Newest first, with their masked cards. */
  tokens: (query?: TokenPageQuery) => Promise<TokenPage>;
  /** Which requests of the journal break in another version; without `to`, in the newest. */
  upgradeCheck: (versions?: UpgradeQuery) => Promise<UpgradeView>;
  coverage: () => Promise<ScenarioCoverage>;
  contractCoverage: () => Promise<ContractCoverage>;
  findings: () => Promise<Findings>;
  /** What the client did that costs money or trust. */
  conduct: () => Promise<Scorecard>;
  /** Holds what happened against what was expected. */
  verify: (expectations: Expectations) => Promise<Verdict>;
}

export function createMerchantControl(call: ControlCall, id: string): MerchantControl {
  const at = (path: string): string => `/v1/merchants/${encodeURIComponent(id)}/${path}`;
  const get = async <T>(path: string): Promise<T> => (await call("GET", at(path))) as T;
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    (await call("POST", at(path), body)) as T;
  return {
    exchanges: async (query = {}) =>
      (await get<{ exchanges: readonly Exchange[] }>(`exchanges${queryOf(query)}`)).exchanges,
    wait: async (query) => {
      const found = await call("POST", "/v1/exchanges/wait", { ...query, merchant: id });
      return (found as { exchanges: readonly Exchange[] }).exchanges;
    },
    arm: (rule, life) => post("arm", { rule, ...life }),
    armed: async (query = {}) =>
      (await get<{ armed: readonly ArmedRuleView[] }>(`armed${queryOf(query)}`)).armed,
    disarm: async (ruleId) => {
      await call("DELETE", at(ruleId === undefined ? "armed" : `armed/${encodeURIComponent(ruleId)}`));
    },
    holds: (wait) => get(`holds${queryOf(wait ?? {})}`),
    clock: () => get("clock"),
    setClock: async (setting) => (await call("PUT", at("clock"), setting)) as ClockView,
    reset: async (...parts) => {
      await call("POST", at("reset"), parts.length === 0 ? {} : { only: parts });
    },
    scenarios: () => get("scenarios"),
    chooseScenarios: async (...names) =>
      (await call("PUT", at("scenarios"), {
        scenarios: names.length === 0 ? null : names,
      })) as ScenarioChoiceView,
    explain: (request) => post("explain", request),
    ...createDecisions(call, at, post),
    ...createNotificationControl(call, at),
    ...createViews(call, at),
  };
}

function createDecisions(
  call: ControlCall,
  at: (path: string) => string,
  post: (path: string, body: unknown) => Promise<object>,
): MerchantDecisions {
  const settle = (orderId: string, transactionId: string, verb: string, body?: object): Promise<object> =>
    post(
      `orders/${encodeURIComponent(orderId)}/transactions/${encodeURIComponent(transactionId)}/${verb}`,
      body,
    );
  return {
    actAtCheckout: (sessionId, action, card) =>
      post(`checkouts/${encodeURIComponent(sessionId)}`, { action, card }),
    actAtBrowserPayment: (orderId, transactionId, action) =>
      settle(orderId, transactionId, "browser-payment", { action }),
    setPayer: async (habits) => (await call("PUT", at("payer"), habits)) as PayerHabits,
    answerChallenge: (orderId, transactionId, outcome) =>
      settle(orderId, transactionId, "challenge", { outcome }),
    answerIssuer: async (threeDSecureId, outcome) => {
      const path = at(`enrollments/${encodeURIComponent(threeDSecureId)}/answer`);
      return (await call("POST", path, { outcome })) as IssuerAnswered;
    },
    approveRefund: (orderId, transactionId) => settle(orderId, transactionId, "approve"),
    rejectRefund: (orderId, transactionId) => settle(orderId, transactionId, "reject"),
  };
}

function createNotificationControl(call: ControlCall, at: (path: string) => string): MerchantNotifications {
  const listOf = (answer: unknown): readonly Notification[] =>
    (answer as { notifications: readonly Notification[] }).notifications;
  const inbox = (name: string): string => `inboxes/${encodeURIComponent(name)}`;
  return {
    notifications: async (query = {}) => listOf(await call("GET", at(`notifications${queryOf(query)}`))),
    waitForNotifications: async (query = {}) => listOf(await call("POST", at("notifications/wait"), query)),
    resend: async (id) =>
      (await call("POST", at(`notifications/${encodeURIComponent(id)}/resend`))) as Notification,
    inboxes: async () => ((await call("GET", at("inboxes"))) as { inboxes: readonly InboxView[] }).inboxes,
    inbox: async (name) => (await call("GET", at(inbox(name)))) as InboxView,
    answerInbox: async (name, answer) => (await call("PUT", at(inbox(name)), answer)) as InboxView,
    emptyInbox: async (name) => {
      await call("DELETE", at(inbox(name)));
    },
  };
}

function createViews(call: ControlCall, at: (path: string) => string): MerchantViews {
  const get = async <T>(path: string): Promise<T> => (await call("GET", at(path))) as T;
  return {
    orders: (query = {}) => get(`orders${queryOf(query)}`),
    order: (orderId) => get(`orders/${encodeURIComponent(orderId)}`),
    transactions: (query = {}) => get(`transactions${queryOf(query)}`),
    sessions: (query = {}) => get(`sessions${queryOf(query)}`),
    tokens: (query = {}) => get(`tokens${queryOf(query)}`),
    upgradeCheck: (versions = {}) => get(`upgrade-check${queryOf(versions)}`),
    coverage: () => get("coverage"),
    contractCoverage: () => get("contract-coverage"),
    findings: () => get("findings"),
    conduct: () => get("conduct"),
    verify: async (expectations) => (await call("POST", at("verify"), expectations)) as Verdict,
  };
}
