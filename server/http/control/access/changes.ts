import { listOf, text, time } from "../kernel/endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { AUDIT_KEPT_MAX } from "./access.ts";

/** Who has changed what by the control API. */
export const changes: Resource = {
  schemas: {
    AuditEntry: {
      type: "object",
      description: "One change by the control API, or an attempt at one.",
      required: ["at", "user", "method", "path", "status"],
      properties: {
        at: time,
        user: { ...text, description: "Whose token or log-in it was." },
        method: text,
        path: { ...text, description: "Behind /_sandbox." },
        status: { type: "integer" },
        revision: { ...text, description: "Of the scenario file that was saved." },
      },
    },
    Audit: { type: "object", required: ["changes"], properties: { changes: listOf("AuditEntry") } },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: "/v1/audit",
      tag: "Sandbox",
      summary: `Lists the latest ${AUDIT_KEPT_MAX} changes that were made by the control API, newest first`,
      answers: { 200: "Audit" },
      needs: "administer",
      handle:
        ({ audit }) =>
        () => ({ changes: audit.list() }),
    }),
  ],
};
