import type { Bundle } from "../verdict/bundle/bundle.ts";
import type { ContractCoverage } from "../verdict/coverage/contract-coverage.ts";
import type { Findings } from "../verdict/findings.ts";
import type { ScenarioCoverage } from "../verdict/coverage/scenario-coverage.ts";
import type {
  AllConduct,
  Exchange,
  ExchangePageWish,
  ExchangeWait,
  HeldRequest,
  HeldView,
  HoldWait,
} from "./control-answers.ts";
import { createControlCall, queryOf } from "./control-call.ts";
import type { ControlPlace } from "./control-call.ts";
import { createMerchantControl } from "./merchant-control.ts";
import type { MerchantControl } from "./merchant-control.ts";

export type { MerchantControl };

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
