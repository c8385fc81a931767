import { schemaValidator } from "../document/schema-validator.ts";

export const usersValidator = schemaValidator(new URL("../../schemas/users.json", import.meta.url));
