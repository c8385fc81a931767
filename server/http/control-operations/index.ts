import type { ControlOperation } from "../../openapi/control-document.ts";
import { findingsOperations } from "./findings.ts";
import { journalOperations } from "./journal.ts";
import { merchantOperations } from "./merchant.ts";
import { notificationOperations } from "./notifications.ts";
import { sandboxOperations } from "./sandbox.ts";
import { scenarioOperations } from "./scenario.ts";
import { verifyOperations } from "./verify.ts";

/** Every path of the control API: a route that is mounted has its row here, and the other way round. */
export const CONTROL_OPERATIONS: readonly ControlOperation[] = [
  ...sandboxOperations,
  ...journalOperations,
  ...merchantOperations,
  ...notificationOperations,
  ...scenarioOperations,
  ...findingsOperations,
  ...verifyOperations,
];
