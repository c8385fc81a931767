import { schemaValidator } from "../document/schema-validator.ts";

export const merchantsValidator = schemaValidator(new URL("../../schemas/merchants.json", import.meta.url));
