import { newSessionRules, sessionRules } from "../rules/session.ts";
import type { NewSession, SessionUse } from "../rules/session.ts";
import { tokenMadeRules } from "../rules/token.ts";
import type { TokenMade } from "../rules/token.ts";
import { EXAMPLE } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import { PATHS } from "./paths.ts";

export const createSession: OperationDefinition<"CREATE_SESSION", NewSession> = {
  name: "CREATE_SESSION",
  method: "post",
  path: PATHS.sessions,
  does: "Creates an empty session",
  takesSources: false,
  needsNoBody: true,
  rules: newSessionRules,
  example: () => ({ correlationId: "1" }),
};

export const updateSession: OperationDefinition<"UPDATE_SESSION", SessionUse> = {
  name: "UPDATE_SESSION",
  method: "put",
  path: PATHS.session,
  does: "Stores values in a session",
  takesSources: false,
  rules: sessionRules,
  example: () => ({ sourceOfFunds: { provided: { card: EXAMPLE.card } } }),
};

export const createToken: OperationDefinition<"CREATE_TOKEN", TokenMade> = {
  name: "CREATE_TOKEN",
  method: "post",
  path: PATHS.tokens,
  does: "Stores a card under an id chosen by the gateway",
  takesSources: true,
  rules: tokenMadeRules,
  example: () => ({ sourceOfFunds: EXAMPLE.sourceOfFunds }),
};

export const createOrUpdateToken: OperationDefinition<"CREATE_OR_UPDATE_TOKEN", TokenMade> = {
  name: "CREATE_OR_UPDATE_TOKEN",
  method: "put",
  path: PATHS.token,
  does: "Stores a card under an id chosen by the merchant",
  takesSources: true,
  rules: tokenMadeRules,
  example: () => ({ sourceOfFunds: EXAMPLE.sourceOfFunds }),
};
