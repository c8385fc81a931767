import { schemaValidator } from "../../document/schema-validator.ts";

export const expectationsValidator = schemaValidator(
  new URL("../../../schemas/expectations.json", import.meta.url),
);
