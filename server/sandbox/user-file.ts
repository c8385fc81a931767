import { readFileSync } from "node:fs";
import { FileError } from "../document/file-problem.ts";
import { createSchemaCheck } from "../document/schema-check.ts";
import { offsetOf, placeAt } from "../document/yaml-place.ts";
import { parseYaml, problemAt } from "../document/yaml-source.ts";
import type { ControlUser, Role } from "../http/control/access/access.ts";
import { usersValidator } from "./users-validator.ts";

/** A user as the file has it: the schema has agreed. */
interface UserEntry {
  readonly name: string;
  readonly role: Role;
  readonly merchants?: readonly string[];
  readonly token?: string;
}

/** Of the schema: whoever writes the token itself there must not find it in a log. */
const HASH_TITLE = "sha256: and 64 hexadecimal digits";

/**
 * The users of a YAML or JSON file (schemas/users.json). Throws a FileError that tells every mistake with its line and
 * column, and never quotes a token.
 */
export function loadUsers(file: string): readonly ControlUser[] {
  const { source, problems, content } = parseYaml(file, textOf(file));
  const found = [
    ...problems,
    ...(content ? createSchemaCheck(usersValidator, { secret: [HASH_TITLE] })(source, content.data) : []),
  ];
  if (content === undefined || found.length > 0) throw new FileError(found);
  const { users } = content.data as { readonly users: readonly UserEntry[] };
  const twice = users.findIndex(({ name }, index) => users.findIndex((it) => it.name === name) < index);
  if (twice >= 0) {
    const offset = offsetOf(placeAt(source.document, `/users/${twice}/name`));
    throw new FileError([problemAt(source, offset, "a user of this name stands above")]);
  }
  return users.map(({ name, role, merchants, token }) => ({
    ...{ name, role, merchants },
    tokenHash: token?.slice(HASH_PREFIX.length),
  }));
}

const HASH_PREFIX = "sha256:";

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new FileError([{ file, line: 0, column: 0, message: "the user file cannot be read" }], { cause });
  }
}
