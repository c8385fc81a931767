import type { Bundle } from "../verdict/bundle/bundle.ts";
import type { ContractCoverage } from "../verdict/coverage/contract-coverage.ts";
import type { ScenarioCoverage } from "../verdict/coverage/scenario-coverage.ts";
import type { Findings } from "../verdict/findings.ts";
import type {
  AboutView,
  AllConduct,
  ContractDifferencesView,
  ContractFieldsQuery,
  ContractFieldsView,
  ContractsView,
  Exchange,
  ExchangePageQuery,
  ExchangeWait,
  FoundMembersView,
  HeldRequest,
  HeldView,
  HoldWait,
  MemberSearchQuery,
  MerchantPageQuery,
  SavedScenarioView,
  ScenarioCheckView,
  ScenarioFileView,
  SeenMerchantPage,
  VersionsQuery,
} from "./control-answers.ts";
import { createControlCall, queryOf } from "./control-call.ts";
import type { ControlCall, ControlPlace } from "./control-call.ts";
import { createMerchantControl } from "./merchant-control.ts";
import type { MerchantControl } from "./merchant-control.ts";

/** A client of the control API. What it refuses is a ControlError with its sentence. */
export interface Control {
  /** What runs there: version, settings without secrets, contracts. */
  about: () => Promise<AboutView>;
  /** Those that have called or have orders, or that the merchants file names; who called last stands first. */
  merchants: (query?: MerchantPageQuery) => Promise<SeenMerchantPage>;
  /** What can be asked and done about one merchant. */
  merchant: (id: string) => MerchantControl;
  /** Newest first; at most 50 unless `limit` says otherwise. */
  exchanges: (query?: ExchangePageQuery) => Promise<readonly Exchange[]>;
  /** By the header X-Sandbox-Exchange of the answer. */
  exchange: (id: string) => Promise<Exchange>;
  /** Everything that is needed to play the exchange again. */
  bundle: (id: string) => Promise<Bundle>;
  /** Resolves as soon as so many exchanges match. */
  wait: (query: ExchangeWait) => Promise<readonly Exchange[]>;
  /** The requests that scenarios hold, oldest first. */
  holds: (wait?: HoldWait) => Promise<HeldView>;
  /** Releases a held request. */
  release: (id: string) => Promise<HeldRequest>;
  coverage: () => Promise<ScenarioCoverage>;
  contractCoverage: () => Promise<ContractCoverage>;
  findings: () => Promise<Findings>;
  /** The operations with their contracts by version. */
  contracts: () => Promise<ContractsView>;
  /** The members of an operation in a version, with type, limits and source. */
  contractFields: (
    operation: string,
    version: number,
    query?: ContractFieldsQuery,
  ) => Promise<ContractFieldsView>;
  /** Members of requests in all versions, by parts of their names. */
  contractMembers: (query: MemberSearchQuery) => Promise<FoundMembersView>;
  /** What differs between two versions of an operation. */
  contractDifferences: (operation: string, versions?: VersionsQuery) => Promise<ContractDifferencesView>;
  /** How each merchant's client behaved. */
  conduct: () => Promise<AllConduct>;
  /** A scenario file as it is now, with the revision that saving it asks for. */
  scenarioFile: (name: string) => Promise<ScenarioFileView>;
  /** What would be wrong with a scenario file of this text. */
  checkScenario: (name: string, text: string) => Promise<ScenarioCheckView>;
  /** Writes it, if it has no mistakes and is still of the revision; without one, if there is none of this name. */
  saveScenario: (name: string, text: string, revision?: string) => Promise<SavedScenarioView>;
  /** Reads the scenario files again. */
  reloadScenarios: () => Promise<{ readonly revision: string }>;
}

export function createControl(place: ControlPlace): Control {
  return controlOf(createControlCall(place));
}

/** The same for whoever makes the calls in another way. */
export function controlOf(call: ControlCall): Control {
  const get = async <T>(path: string): Promise<T> => (await call("GET", path)) as T;
  const post = async <T>(path: string, body?: unknown): Promise<T> => (await call("POST", path, body)) as T;
  return {
    about: () => get("/v1/about"),
    merchants: (query = {}) => get(`/v1/merchants${queryOf(query)}`),
    merchant: (id) => createMerchantControl(call, id),
    exchanges: async (query = {}) =>
      (await get<{ exchanges: readonly Exchange[] }>(`/v1/exchanges${queryOf(query)}`)).exchanges,
    exchange: (id) => get(`/v1/exchanges/${encodeURIComponent(id)}`),
    bundle: (id) => get(`/v1/exchanges/${encodeURIComponent(id)}/bundle`),
    wait: async (query) =>
      (await post<{ exchanges: readonly Exchange[] }>("/v1/exchanges/wait", query)).exchanges,
    holds: (wait) => get(`/v1/holds${queryOf(wait ?? {})}`),
    release: async (id) =>
      (await post<{ released: HeldRequest }>(`/v1/holds/${encodeURIComponent(id)}/release`)).released,
    coverage: () => get("/v1/coverage"),
    contractCoverage: () => get("/v1/contract-coverage"),
    findings: () => get("/v1/findings"),
    contracts: () => get("/v1/contracts"),
    contractFields: (operation, version, query = {}) =>
      get(`/v1/contracts/${encodeURIComponent(operation)}/versions/${version}${queryOf(query)}`),
    contractMembers: (query) => get(`/v1/contract-members${queryOf(query)}`),
    contractDifferences: (operation, versions = {}) =>
      get(`/v1/contracts/${encodeURIComponent(operation)}/differences${queryOf(versions)}`),
    conduct: () => get("/v1/conduct"),
    scenarioFile: (name) => get(`/v1/scenarios/${encodeURIComponent(name)}`),
    checkScenario: (name, text) => post(`/v1/scenarios/${encodeURIComponent(name)}/check`, { text }),
    saveScenario: async (name, text, revision) => {
      const saved = await call("PUT", `/v1/scenarios/${encodeURIComponent(name)}`, { text, revision });
      return saved as SavedScenarioView;
    },
    reloadScenarios: () => post("/v1/scenarios/reload"),
  };
}
