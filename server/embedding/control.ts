import type { ResetPart } from "../domain/reset-part.ts";
import type { Bundle } from "../verdict/bundle/bundle.ts";
import type { Scorecard } from "../verdict/conduct/scorecard.ts";
import type { ContractCoverage } from "../verdict/coverage/contract-coverage.ts";
import type { ScenarioCoverage } from "../verdict/coverage/scenario-coverage.ts";
import type { Expectations } from "../verdict/expectations/expectations.ts";
import type { Verdict } from "../verdict/expectations/verify.ts";
import type { Findings } from "../verdict/findings.ts";
import type {
  AllConduct,
  ArmedRuleView,
  ArmedRuleWish,
  Arming,
  ClockView,
  ClockWish,
  Exchange,
  ExchangePageWish,
  ExchangeWait,
  Explained,
  ExplainRequest,
  HeldRequest,
  HeldView,
  HoldWait,
  Notification,
  NotificationPageWish,
  NotificationWait,
  ScenarioChoiceView,
} from "./control-answers.ts";
import { createControlCall, queryOf } from "./control-call.ts";
import type { ControlCall, ControlPlace } from "./control-call.ts";

type Unnamed<T> = Omit<T, "merchant">;

/** The control API as far as it is about one merchant. */
export interface MerchantControl extends MerchantNotifications, MerchantViews {
  exchanges: (wish?: Unnamed<ExchangePageWish>) => Promise<readonly Exchange[]>;
  wait: (wish?: Unnamed<ExchangeWait>) => Promise<readonly Exchange[]>;
  /** Decides the next requests that it matches, before every file. */
  arm: (rule: ArmedRuleWish, life?: Omit<Arming, "rule">) => Promise<ArmedRuleView>;
  armed: () => Promise<readonly ArmedRuleView[]>;
  /** One rule, or all of them. */
  disarm: (ruleId?: string) => Promise<void>;
  holds: (wait?: HoldWait) => Promise<HeldView>;
  clock: () => Promise<ClockView>;
  setClock: (wish: ClockWish) => Promise<ClockView>;
  /** Forgets these parts of what the merchant did; all of them when none is named. */
  reset: (...parts: readonly ResetPart[]) => Promise<void>;
  scenarios: () => Promise<ScenarioChoiceView>;
  /** Names of scenario files, first one asked first; none goes back to what the settings say. */
  chooseScenarios: (...names: readonly string[]) => Promise<ScenarioChoiceView>;
  /** What would become of a request, and why, without any effect. */
  explain: (request: ExplainRequest) => Promise<Explained>;
  approveRefund: (orderId: string, transactionId: string) => Promise<object>;
  rejectRefund: (orderId: string, transactionId: string) => Promise<object>;
}

/** The webhooks about the merchant's orders. */
interface MerchantNotifications {
  /** Newest first; at most 50 unless `limit` says otherwise. */
  notifications: (wish?: NotificationPageWish) => Promise<readonly Notification[]>;
  /** Resolves as soon as so many are delivered or have failed; newest first. */
  waitForNotifications: (wish?: NotificationWait) => Promise<readonly Notification[]>;
  /** Sends it once more; gives it as it stood before. */
  resend: (notificationId: string) => Promise<Notification>;
}

/** What can be seen of what the merchant's client did. */
interface MerchantViews {
  coverage: () => Promise<ScenarioCoverage>;
  contractCoverage: () => Promise<ContractCoverage>;
  findings: () => Promise<Findings>;
  /** What the client did that costs money or trust. */
  conduct: () => Promise<Scorecard>;
  /** Holds what happened against what was expected. */
  verify: (expectations: Expectations) => Promise<Verdict>;
}

function createMerchantControl(call: ControlCall, id: string): MerchantControl {
  const at = (path: string): string => `/v1/merchants/${encodeURIComponent(id)}/${path}`;
  const get = async <T>(path: string): Promise<T> => (await call("GET", at(path))) as T;
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    (await call("POST", at(path), body)) as T;
  const settle = (orderId: string, transactionId: string, verb: string): Promise<object> =>
    post(
      `orders/${encodeURIComponent(orderId)}/transactions/${encodeURIComponent(transactionId)}/${verb}`,
      undefined,
    );
  return {
    exchanges: async (wish = {}) =>
      (await get<{ exchanges: readonly Exchange[] }>(`exchanges${queryOf(wish)}`)).exchanges,
    wait: async (wish) => {
      const found = await call("POST", "/v1/exchanges/wait", { ...wish, merchant: id });
      return (found as { exchanges: readonly Exchange[] }).exchanges;
    },
    arm: (rule, life) => post("arm", { rule, ...life }),
    armed: async () => (await get<{ armed: readonly ArmedRuleView[] }>("armed")).armed,
    disarm: async (ruleId) => {
      await call("DELETE", at(ruleId === undefined ? "armed" : `armed/${encodeURIComponent(ruleId)}`));
    },
    holds: (wait) => get(`holds${queryOf(wait ?? {})}`),
    clock: () => get("clock"),
    setClock: async (wish) => (await call("PUT", at("clock"), wish)) as ClockView,
    reset: async (...parts) => {
      await call("POST", at("reset"), parts.length === 0 ? {} : { only: parts });
    },
    scenarios: () => get("scenarios"),
    chooseScenarios: async (...names) =>
      (await call("PUT", at("scenarios"), {
        scenarios: names.length === 0 ? null : names,
      })) as ScenarioChoiceView,
    explain: (request) => post("explain", request),
    approveRefund: (orderId, transactionId) => settle(orderId, transactionId, "approve"),
    rejectRefund: (orderId, transactionId) => settle(orderId, transactionId, "reject"),
    ...createNotificationControl(call, at),
    ...createViews(call, at),
  };
}

function createNotificationControl(call: ControlCall, at: (path: string) => string): MerchantNotifications {
  const listOf = (answer: unknown): readonly Notification[] =>
    (answer as { notifications: readonly Notification[] }).notifications;
  return {
    notifications: async (wish = {}) => listOf(await call("GET", at(`notifications${queryOf(wish)}`))),
    waitForNotifications: async (wish = {}) => listOf(await call("POST", at("notifications/wait"), wish)),
    resend: async (id) =>
      (await call("POST", at(`notifications/${encodeURIComponent(id)}/resend`))) as Notification,
  };
}

function createViews(call: ControlCall, at: (path: string) => string): MerchantViews {
  const get = async <T>(path: string): Promise<T> => (await call("GET", at(path))) as T;
  return {
    coverage: () => get("coverage"),
    contractCoverage: () => get("contract-coverage"),
    findings: () => get("findings"),
    conduct: () => get("conduct"),
    verify: async (expectations) => (await call("POST", at("verify"), expectations)) as Verdict,
  };
}

/** A client of the control API. What it refuses is a ControlError with its sentence. */
export interface Control {
  /** What can be asked and done about one merchant. */
  merchant: (id: string) => MerchantControl;
  /** Newest first; at most 50 unless `limit` says otherwise. */
  exchanges: (wish?: ExchangePageWish) => Promise<readonly Exchange[]>;
  /** By the header X-Sandbox-Exchange of the answer. */
  exchange: (id: string) => Promise<Exchange>;
  /** Everything that is needed to play the exchange again. */
  bundle: (id: string) => Promise<Bundle>;
  /** Resolves as soon as so many exchanges match. */
  wait: (wish: ExchangeWait) => Promise<readonly Exchange[]>;
  /** The requests that scenarios hold, oldest first. */
  holds: (wait?: HoldWait) => Promise<HeldView>;
  /** Lets a held request go on. */
  release: (id: string) => Promise<HeldRequest>;
  coverage: () => Promise<ScenarioCoverage>;
  contractCoverage: () => Promise<ContractCoverage>;
  findings: () => Promise<Findings>;
  /** How each merchant's client behaved. */
  conduct: () => Promise<AllConduct>;
  /** Reads the scenario files again. */
  reloadScenarios: () => Promise<{ readonly revision: string }>;
}

export function createControl(place: ControlPlace): Control {
  const call = createControlCall(place);
  const get = async <T>(path: string): Promise<T> => (await call("GET", path)) as T;
  const post = async <T>(path: string, body?: unknown): Promise<T> => (await call("POST", path, body)) as T;
  return {
    merchant: (id) => createMerchantControl(call, id),
    exchanges: async (wish = {}) =>
      (await get<{ exchanges: readonly Exchange[] }>(`/v1/exchanges${queryOf(wish)}`)).exchanges,
    exchange: (id) => get(`/v1/exchanges/${encodeURIComponent(id)}`),
    bundle: (id) => get(`/v1/exchanges/${encodeURIComponent(id)}/bundle`),
    wait: async (wish) =>
      (await post<{ exchanges: readonly Exchange[] }>("/v1/exchanges/wait", wish)).exchanges,
    holds: (wait) => get(`/v1/holds${queryOf(wait ?? {})}`),
    release: async (id) =>
      (await post<{ released: HeldRequest }>(`/v1/holds/${encodeURIComponent(id)}/release`)).released,
    coverage: () => get("/v1/coverage"),
    contractCoverage: () => get("/v1/contract-coverage"),
    findings: () => get("/v1/findings"),
    conduct: () => get("/v1/conduct"),
    reloadScenarios: () => post("/v1/scenarios/reload"),
  };
}
