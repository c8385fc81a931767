import { watchCard } from "./card.ts";
import { guardForms } from "./forms.ts";

/** Every page works without this script; it only says things sooner. */
guardForms();
watchCard();
