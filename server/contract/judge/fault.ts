import type { FindingCode } from "../../domain/record/finding.ts";
import type { Json } from "../../domain/json.ts";
import type { BodyPath } from "../schema/body-path.ts";
import type { SchemaNode } from "../schema/schema-node.ts";

/** One broken rule of a contract, before it is put into words. */
export interface Fault {
  readonly code: FindingCode;
  /** The keyword of `rule` that is broken. */
  readonly keyword: string;
  readonly path: BodyPath;
  /** The value that the rule is about; of an unknown or a missing member the object that has or lacks it. */
  readonly at: BodyPath;
  readonly value: Json | undefined;
  /** The member that the object does not know, when it does not; `path` goes on to its first leaf. */
  readonly member: string | undefined;
  readonly rule: SchemaNode;
  /** What the rule is about: the value's own schema, a missing member's, or the object of an unknown one. */
  readonly subject: SchemaNode;
  /** The place that says something else, of a value that contradicts it. */
  readonly other?: string | undefined;
}
